//! What a search found, in a few lines under the drawing.

use outplay::{Counts, Stop, Tree};

use super::numbers;
use crate::search::{Found, Plan};

/// The result, the counts, and a sentence for every cut that leaves something out.
pub(crate) fn of(tree: &Tree, plan: &Plan, found: &Found) -> String {
    let cuts = found.steps.iter().filter(|step| !step.cut.is_empty());
    let cuts: String = cuts.map(|step| format!("cut: {}\n", step.sentence)).collect();
    result(tree, plan, found) + &cuts
}

/// The result and the counts.
pub(crate) fn result(tree: &Tree, plan: &Plan, found: &Found) -> String {
    let report = &found.report;
    let mut parts = Vec::new();
    if let Some(value) = &report.value {
        parts.push(format!("value {}", numbers::told(value)));
    }
    let line = tree.line(&report.line);
    if let Some(first) = line.first() {
        parts.push(format!("move {first}"));
        parts.push(format!("line {}", line.join(" ")));
    }
    if !report.complete {
        let plies = if report.depth == 1 { "ply" } else { "plies" };
        parts.push(format!("evaluated at {} {plies}", report.depth));
    }
    if report.stop != Stop::Finished {
        parts.push(report.stop.to_string());
    }
    let (whose, equals) = (whose(tree, plan), equals(tree, found));
    let first = format!("{}: {}\n", plan.algorithm, parts.join(", "));
    format!("{first}{whose}{equals}{}\n", counted(report.counts))
}

/// Whose values they are, where that is not clear.
fn whose(tree: &Tree, plan: &Plan) -> String {
    plan.winner(tree).map_or(String::new(), |winner| format!("values are what {winner} wins\n"))
}

/// The moves that are as good as the best, if there are several.
fn equals(tree: &Tree, found: &Found) -> String {
    let moves = &found.report.best_moves;
    if moves.len() < 2 {
        return String::new();
    }
    let names: Vec<String> = moves.iter().map(|mv| tree.action(tree.root(), *mv)).collect();
    format!("equally good: {}\n", names.join(" "))
}

fn counted(counts: Counts) -> String {
    let distinct = counts.distinct.map_or(String::new(), |count| format!(" ({count} distinct)"));
    format!(
        "generated {}{distinct}, expanded {}, leaves {}, cut-offs {}, table hits {}",
        counts.generated, counts.expanded, counts.leaves, counts.cutoffs, counts.table_hits
    )
}
