//! The decoder finds what plain minimax finds, and its bound is one.

use outplay::textbook::Search;
use outplay::{Evaluation, Game, Player};

use crate::corpus::Corpus;
use crate::decoder::{Decoder, Hope};
use crate::phrases::Model;
use crate::{OWN, told};

#[test]
fn branch_and_bound_finds_what_looking_at_everything_finds() {
    let corpus = Corpus::read(OWN).unwrap();
    let model = Model::new(&corpus);
    let mut saved = 0;
    for pair in corpus.pairs.iter().filter(|pair| pair.foreign.len() <= 6) {
        let decoder = Decoder::new(&model, pair.foreign.clone());
        let all = Search::new(&decoder).minimax(&decoder.start()).unwrap();
        let (draft, positions) = decoder.best().unwrap();
        let value = all.value.and_then(outplay::Bound::exact).unwrap();
        assert!((draft.score - value).abs() < 1e-9, "{} is not {value}", draft.score);
        assert!(positions <= all.counts.generated);
        saved += all.counts.generated - positions;
    }
    assert!(saved > 1_000, "{saved}");
}

#[test]
fn nothing_that_comes_is_above_the_bound() {
    let corpus = Corpus::read(OWN).unwrap();
    let model = Model::new(&corpus);
    let mut drafts = 0;
    for pair in &corpus.pairs {
        let decoder = Decoder::new(&model, pair.foreign.clone());
        for seed in 0..200_usize {
            let (mut draft, mut highest, mut at) = (decoder.start(), Vec::new(), seed);
            loop {
                highest.push(Hope.evaluate(&decoder, &draft, Player::MAX));
                let mut moves = Vec::new();
                decoder.moves(&draft, &mut moves);
                if moves.is_empty() {
                    break;
                }
                at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
                decoder.play(&mut draft, moves[(at >> 33) % moves.len()]);
            }
            let payoff = decoder.payoff(&draft, Player::MAX);
            assert!(highest.iter().all(|&high| high >= payoff - 1e-9), "{highest:?} {payoff}");
            drafts += highest.len();
        }
    }
    assert!(drafts > 5_000);
}

#[test]
fn whatever_is_wrong_is_said() {
    let wrong = |arguments: &[&str]| {
        told(&arguments.iter().map(ToString::to_string).collect::<Vec<String>>()).unwrap_err()
    };
    assert!(wrong(&["no-file"]).starts_with("no-file: "));
    assert!(wrong(&["a", "b", "c"]).starts_with("what to learn from, and a sentence"));
    let read = |text: &str| Corpus::read(text).err().unwrap();
    assert_eq!(read("one\tun\ntwo\n"), "line 2: a line is a sentence, a tab, and its translation");
    assert_eq!(read("one\t \n"), "line 1: a sentence has 1 to 32 words, not 0");
    assert_eq!(read("\n"), "there is no pair of sentences");
    let corpus = Corpus::read(OWN).unwrap();
    assert_eq!(corpus.foreign.read("le chien").unwrap_err(), "`chien` is in none of the sentences");
    assert!(corpus.foreign.read(&"le ".repeat(33)).unwrap_err().ends_with("not 33"));
}
