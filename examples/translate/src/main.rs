//! Translate: a translator that learns from some sentences, and searches for the most likely one.
//!
//! ```text
//! cargo run --release -p translate                                  a little French, from corpus.tsv
//! cargo run --release -p translate -- pairs.tsv                     sentences of your own: English, a tab, the other language
//! cargo run --release -p translate -- pairs.tsv "le chat noir dort ."
//! ```
//!
//! It has nothing to do with an opponent, and shows that none is needed: `decoder.rs` is a [game](outplay::Game) for one player, and alpha-beta finds its best end because
//! an upper bound of what is still to come takes the place of the opponent. `align.rs` and `phrases.rs` learn what it knows.

mod align;
mod corpus;
mod decoder;
mod phrases;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use corpus::{Corpus, Word};
use decoder::Decoder;
use phrases::Model;

/// The sentences that come with it.
const OWN: &str = include_str!("../corpus.tsv");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match told(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(what) => {
            eprintln!("translate: {what}");
            ExitCode::from(2)
        }
    }
}

fn told(arguments: &[String]) -> Result<String, String> {
    let (path, sentence) = match arguments {
        [] => (None, None),
        [path] => (Some(path), None),
        [path, sentence] => (Some(path), Some(sentence)),
        _ => {
            return Err(
                "what to learn from, and a sentence: translate pairs.tsv \"un chat .\"".into()
            );
        }
    };
    let name = path.map_or("corpus.tsv", String::as_str);
    let wrong = |what: String| format!("{name}: {what}");
    let text = match path {
        Some(path) => std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?,
        None => OWN.to_owned(),
    };
    let corpus = Corpus::read(&text).map_err(wrong)?;
    let model = Model::new(&corpus);
    match sentence {
        None => Ok(all(&corpus, &model)),
        Some(sentence) => one(&corpus, &model, sentence),
    }
}

/// A sentence that nobody has translated.
fn one(corpus: &Corpus, model: &Model, sentence: &str) -> Result<String, String> {
    let found = decoded(model, corpus.foreign.read(sentence)?);
    let (english, positions) = found.ok_or_else(|| format!("{} was found", nothing()))?;
    Ok(format!("{}\n{positions} positions\n", corpus.english.written(&english)))
}

fn nothing() -> String {
    format!("nothing in {} positions", decoder::MOST)
}

/// The most likely sentence, and how many positions were looked at.
fn decoded(model: &Model, foreign: Vec<Word>) -> Option<(Vec<Word>, u64)> {
    let (draft, positions) = Decoder::new(model, foreign).best()?;
    Some((draft.english, positions))
}

/// All sentences with their links, and what becomes of them if they are translated back.
fn all(corpus: &Corpus, model: &Model) -> String {
    let (mut text, mut links, mut same) = (String::new(), 0, 0);
    for (pair, linked) in corpus.pairs.iter().zip(align::links(&corpus.pairs)) {
        let found = decoded(model, pair.foreign.clone());
        let is_same = found.as_ref().is_some_and(|(english, _)| *english == pair.english);
        let found = found.map_or_else(nothing, |(english, positions)| {
            let told = if is_same { "the same" } else { "another one" };
            format!("{} ({told}, {positions} positions)", corpus.english.written(&english))
        });
        let places: Vec<String> =
            linked.iter().map(|(here, there)| format!("{here}-{there}")).collect();
        text += &format!(
            "{}\n{}\nlinks    {}\ndecoded  {found}\n\n",
            corpus.english.written(&pair.english),
            corpus.foreign.written(&pair.foreign),
            places.join(" "),
        );
        (links, same) = (links + linked.len(), same + usize::from(is_same));
    }
    let count = corpus.pairs.len();
    text + &format!("{links} links; {same} of {count} sentences are decoded as they were\n")
}
