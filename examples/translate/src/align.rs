//! Which word is the translation of which: nobody says, and twelve pairs of sentences are enough to find out.
//!
//! *Model 1* of IBM begins with every word being as likely as any other to be the translation of a word beside which it stands, and counts: a word that goes with another one
//! in all sentences explains it better, and leaves less to explain for the rest. After some rounds of counting, each word chooses the one that it most likely comes from. The
//! choices of both directions are then put together, by the rule that the field calls *grow-diag-final-and*.
//!
//! References: Brown, Della Pietra, Della Pietra and Mercer, *The Mathematics of Statistical Machine Translation*, 1993; Koehn, Och and Marcu, *Statistical Phrase-Based
//! Translation*, 2003.

use std::collections::{BTreeMap, BTreeSet};

use crate::corpus::{Pair, Word};

/// The places of two words that translate each other: in the English sentence, and in the foreign one.
pub(crate) type Link = (usize, usize);

/// How often is counted.
const ROUNDS: usize = 30;

/// How likely a foreign word (the second) comes from an English one (the first). In order, so that sums are the same to their last digit every time.
type Odds = BTreeMap<(Word, Word), f64>;

/// The links of every pair.
pub(crate) fn links(pairs: &[Pair]) -> Vec<BTreeSet<Link>> {
    let turned: Vec<Pair> = pairs.iter().map(Pair::turned).collect();
    let (there, back) = (model_1(pairs), model_1(&turned));
    let both = pairs.iter().zip(&turned);
    both.map(|(pair, turned)| {
        let there: BTreeSet<Link> = chosen(pair, &there).collect();
        let back = chosen(turned, &back).map(|(foreign, english)| (english, foreign)).collect();
        put_together(&there, &back)
    })
    .collect()
}

/// Expectation and maximisation: how likely every word is the translation of every other one.
fn model_1(pairs: &[Pair]) -> Odds {
    let mut odds = Odds::new();
    for Pair { english, foreign } in pairs {
        let all = english.iter().flat_map(|&one| foreign.iter().map(move |&other| (one, other)));
        odds.extend(all.map(|both| (both, 1.0)));
    }
    for _ in 0..ROUNDS {
        let mut counts = Odds::new();
        for Pair { english, foreign } in pairs {
            for &other in foreign {
                let sum: f64 = english.iter().map(|&one| odds[&(one, other)]).sum();
                for &one in english {
                    *counts.entry((one, other)).or_default() += odds[&(one, other)] / sum;
                }
            }
        }
        let mut sums: BTreeMap<Word, f64> = BTreeMap::new();
        for (&(one, _), count) in &counts {
            *sums.entry(one).or_default() += count;
        }
        odds = counts.into_iter().map(|(both, count)| (both, count / sums[&both.0])).collect();
    }
    odds
}

/// For every foreign word, the English one that it most likely comes from. Of those that are as likely, the one at the same place of the sentence.
fn chosen<'p>(pair: &'p Pair, odds: &'p Odds) -> impl Iterator<Item = Link> + 'p {
    let Pair { english, foreign } = pair;
    let share = |place: usize, of: &[Word]| (place as f64 + 0.5) / of.len() as f64;
    foreign.iter().enumerate().filter_map(move |(there, other)| {
        let apart = |here: usize| (share(here, english) - share(there, foreign)).abs();
        // Rounding must not decide between words that are as likely.
        let likely = |here: usize| (odds[&(english[here], *other)] * 1e6).round();
        let better = |one: &usize, other: &usize| {
            likely(*one).total_cmp(&likely(*other)).then(apart(*other).total_cmp(&apart(*one)))
        };
        (0..english.len()).max_by(better).map(|here| (here, there))
    })
}

/// Links that both directions have; then those beside them that one direction has, if a word is still without, and first those whose both words are; then those
/// anywhere between two words without.
fn put_together(there: &BTreeSet<Link>, back: &BTreeSet<Link>) -> BTreeSet<Link> {
    let mut links: BTreeSet<Link> = there & back;
    let either: BTreeSet<Link> = there | back;
    for least in [2, 1] {
        while let Some(link) = grown(&links, &either, least) {
            links.insert(link);
        }
    }
    for &link in &either {
        if without(&links, link) == 2 {
            links.insert(link);
        }
    }
    links
}

/// A link beside those that are there, so many of whose words are without one.
fn grown(links: &BTreeSet<Link>, either: &BTreeSet<Link>, least: usize) -> Option<Link> {
    let is_beside = |link: Link| links.iter().any(|&one| beside(one, link));
    let grows = |link: &Link| is_beside(*link) && without(links, *link) >= least;
    either.difference(links).copied().find(grows)
}

/// Whether two links touch, if they are drawn in a square.
fn beside(one: Link, other: Link) -> bool {
    one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1
}

/// How many words of a link have none yet.
fn without(links: &BTreeSet<Link>, link: Link) -> usize {
    let is_free =
        [links.iter().all(|one| one.0 != link.0), links.iter().all(|one| one.1 != link.1)];
    is_free.into_iter().filter(|&free| free).count()
}
