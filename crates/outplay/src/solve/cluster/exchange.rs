//! A dataflow of one round: everybody sends something to somebody, and nobody goes on before all of it has arrived.

use std::sync::Arc;

use timely::dataflow::operators::Probe;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::worker::Worker;

use super::batch::{Batch, by_address};
use super::links::Traffic;
use super::rounds::REST;

/// So much is sent before somebody looks at what came in.
const AT_ONCE: usize = 8;

/// Sends letters, each to a worker, and hears those that come.
pub(super) fn exchange(
    worker: &mut Worker,
    traffic: &Arc<Traffic>,
    mut letters: impl Iterator<Item = (usize, Vec<u8>)> + 'static,
    mut heard: impl FnMut(&[u8]) + 'static,
) {
    let traffic = Arc::clone(traffic);
    let probe = worker.dataflow::<u32, _, _>(move |scope| {
        let mut builder = OperatorBuilder::new("send".to_owned(), scope);
        let activator = scope.activator_for(builder.operator_info().address);
        let (mut output, sent) = builder.new_output::<Batch>();
        builder.build(move |mut capabilities| {
            let mut held = capabilities.pop();
            activator.activate();
            move |_| {
                let Some(capability) = &held else { return };
                if traffic.is_full() {
                    return activator.activate_after(REST);
                }
                let mut output = output.activate();
                for _ in 0..AT_ONCE {
                    let Some((to, letter)) = letters.next() else {
                        held = None;
                        return;
                    };
                    traffic.wait_for(to, letter.len());
                    output.give(capability, &mut Batch::new(to, letter));
                }
                activator.activate();
            }
        });
        let mut builder = OperatorBuilder::new("hear".to_owned(), scope);
        let mut input = builder.new_input(sent, by_address());
        let (_, heard_all) = builder.new_output::<Batch>();
        builder.build(move |_| move |_| input.for_each(|_, batch| heard(batch.bytes())));
        heard_all.probe().0
    });
    worker.step_or_park_while(None, || !probe.done());
}
