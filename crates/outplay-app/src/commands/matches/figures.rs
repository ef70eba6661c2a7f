//! Figures of a match as text and as JSON.

use outplay::arena::{Estimate, FaultKind, Model, Pairs, Sample, Sprt, Standings, Verdict};
use serde_json::{Value as Json, json};

use crate::draw::columns::aligned;
use crate::json;

/// How sure an interval is.
pub(super) const CONFIDENCE: f64 = 0.95;

/// `12.3 ± 4.5`
pub(super) fn estimate(estimate: Estimate, decimals: usize) -> String {
    let number = |number: f64| match number {
        infinite if infinite.is_infinite() => if infinite > 0.0 { "∞" } else { "-∞" }.to_owned(),
        _ => format!("{:.decimals$}", number + 0.0),
    };
    match estimate.error() {
        error if error.is_finite() => format!("{} ± {}", number(estimate.value), number(error)),
        _ => format!(
            "{} ({} to {})",
            number(estimate.value),
            number(estimate.low),
            number(estimate.high)
        ),
    }
}

/// What a sample says, line by line.
pub(super) fn of_sample(sample: &Sample, sprt: Option<&Sprt>) -> Vec<[String; 2]> {
    let line = |label: &str, text: String| [label.to_owned(), text];
    let mut lines = vec![
        line("Elo", estimate(sample.elo(CONFIDENCE), 1)),
        line("normalised Elo", estimate(sample.normalised_elo(CONFIDENCE), 1)),
        line("superiority", format!("{:.1}%", sample.superiority() * 100.0)),
    ];
    if let Some(sprt) = sprt {
        lines.push(line("SPRT", of_sprt(sprt, sample)));
    }
    lines
}

fn of_sprt(sprt: &Sprt, sample: &Sample) -> String {
    let llr = sprt.llr(sample);
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(llr) {
        None => "not decided".to_owned(),
        Some(Verdict::First) => format!("elo0={} is accepted", sprt.elo0),
        Some(Verdict::Second) => format!("elo1={} is accepted", sprt.elo1),
    };
    let model = model_name(sprt.model);
    let Sprt { elo0, elo1, .. } = sprt;
    format!("LLR {llr:.2} in ({low:.2}, {high:.2}), {model} elo0={elo0} elo1={elo1}: {verdict}")
}

pub(super) fn model_name(model: Model) -> &'static str {
    match model {
        Model::Normalised => "normalised",
        Model::Logistic => "logistic",
    }
}

/// The same as JSON.
pub(super) fn sample_json(sample: &Sample, sprt: Option<&Sprt>) -> Json {
    let mut object = json!({
        "score": sample.score(),
        "elo": json::estimate(sample.elo(CONFIDENCE)),
        "normalised_elo": json::estimate(sample.normalised_elo(CONFIDENCE)),
        "superiority": sample.superiority(),
    });
    if let Some(sprt) = sprt {
        let llr = sprt.llr(sample);
        let (low, high) = sprt.bounds();
        object["sprt"] = json!({
            "model": model_name(sprt.model),
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "llr": llr,
            "low": low,
            "high": high,
            "accepted": sprt.verdict(llr).map(|verdict| match verdict {
                Verdict::First => "elo0",
                Verdict::Second => "elo1",
            }),
        });
    }
    object
}

/// Labels and what belongs to them, in two columns.
pub(super) fn labelled(lines: &[[String; 2]]) -> String {
    let width = lines.iter().map(|[label, _]| label.chars().count()).max().unwrap_or(0);
    lines.iter().map(|[label, text]| format!("{label:<width$}  {text}\n")).collect()
}

/// All that a match has come to.
pub(super) struct Outcome<'o> {
    pub(super) names: &'o [String],
    /// How many players a game has.
    pub(super) seats: usize,
    pub(super) standings: &'o Standings,
    /// All that was played: with a sequential test, this may be more than it goes by. Faults count wherever they happened.
    pub(super) all: &'o Standings,
    pub(super) sprt: Option<&'o Sprt>,
}

impl Outcome<'_> {
    /// The results of the first player against the second, if there are only two.
    fn pairs(&self) -> Option<Pairs> {
        (self.names.len() == 2 && self.seats == 2).then(|| self.standings.between(0, 1).1)
    }

    /// As text, for the end of a match and for a look at it.
    pub(super) fn text(&self) -> String {
        let mut text = match self.pairs() {
            Some(pairs) => self.duel(pairs),
            None if self.seats == 2 => self.ratings(),
            None => self.means(),
        };
        text.push_str(&self.faults());
        let overhead = self.all.overhead_per_move().as_secs_f64() * 1e3;
        let asked = self.all.asked;
        text.push_str(&format!("referee: {overhead:.4} ms per move of its own, {asked} moves\n"));
        text
    }

    fn duel(&self, pairs: Pairs) -> String {
        let (games, _) = self.standings.between(0, 1);
        let line = |label: &str, text: String| [label.to_owned(), text];
        let count = games.count();
        let percent = 100.0 * games.points() / count.max(1) as f64;
        let mut lines = vec![
            line("points", format!("{} of {count}, {percent:.1}%, {games}", games.points())),
            line("pairs", format!("{pairs} with 0, ½, 1, 1½, 2 points")),
        ];
        lines.extend(of_sample(&pairs.into(), self.sprt));
        format!("{} against {}\n{}", self.names[0], self.names[1], labelled(&lines))
    }

    fn ratings(&self) -> String {
        let ratings = self.standings.ratings(CONFIDENCE);
        let row = |player: usize| {
            let games = self.standings.of(player);
            let percent = 100.0 * games.points() / games.count().max(1) as f64;
            vec![
                self.names[player].clone(),
                estimate(ratings.each[player], 1),
                games.count().to_string(),
                games.to_string(),
                format!("{percent:.1}%"),
            ]
        };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let rating = |player: usize| ratings.each[player].value;
        order.sort_by(|&one, &other| rating(other).total_cmp(&rating(one)));
        let rows: Vec<Vec<String>> = order.into_iter().map(row).collect();
        let mut text = aligned(&["player", "Elo", "games", "results", "score"], &rows, 1);
        if ratings.tempered {
            text.push_str("each has a drawn game added: the results alone bound no ratings\n");
        }
        text
    }

    fn means(&self) -> String {
        let row = |player: usize| {
            let mean = &self.standings.means[player];
            let shown = estimate(mean.estimate(CONFIDENCE), 3);
            vec![self.names[player].clone(), shown, mean.count().to_string()]
        };
        let rows: Vec<Vec<String>> = (0..self.names.len()).map(row).collect();
        let count = if self.seats == 1 { "games" } else { "encounters" };
        aligned(&["player", "payoff", count], &rows, 1)
    }

    fn faults(&self) -> String {
        if self.all.is_clean() {
            return "faults: none\n".to_owned();
        }
        let row = |(name, faults): (&String, &[u64; 4])| {
            let counts = faults.iter().map(u64::to_string);
            [name.clone()].into_iter().chain(counts).collect::<Vec<String>>()
        };
        let rows: Vec<Vec<String>> = self.names.iter().zip(&self.all.faults).map(row).collect();
        aligned(&["faults", "time", "stall", "crash", "illegal"], &rows, 1)
    }

    /// As JSON.
    pub(super) fn json(&self) -> Json {
        let ratings = self.standings.ratings(CONFIDENCE);
        let player = |player: usize| {
            let games = self.standings.of(player);
            let faults = &self.all.faults[player];
            let faults: serde_json::Map<String, Json> = FaultKind::ALL
                .iter()
                .zip(faults)
                .map(|(kind, count)| (kind.to_string(), json!(count)))
                .collect();
            let mut object = json!({
                "name": self.names[player],
                "mean": json::estimate(self.standings.means[player].estimate(CONFIDENCE)),
                "faults": faults,
            });
            if self.seats == 2 {
                object["wins"] = json!(games.wins);
                object["draws"] = json!(games.draws);
                object["losses"] = json!(games.losses);
                object["rating"] = json::estimate(ratings.each[player]);
            }
            object
        };
        let mut object = json!({
            "games": self.standings.games,
            "encounters": self.standings.encounters,
            "players": (0..self.names.len()).map(player).collect::<Vec<Json>>(),
            "overhead_seconds": self.all.overhead_per_move().as_secs_f64(),
        });
        if let Some(pairs) = self.pairs() {
            object["pairs"] = json!(pairs.0);
            object["first"] = sample_json(&pairs.into(), self.sprt);
        }
        object
    }

    /// In a few words, for the line of a finished pair.
    pub(super) fn brief(&self) -> String {
        match self.pairs() {
            Some(pairs) => {
                let sample = Sample::from(pairs);
                let (games, _) = self.standings.between(0, 1);
                let elo = estimate(sample.elo(CONFIDENCE), 1);
                let llr = self.sprt.map(|sprt| {
                    let (low, high) = sprt.bounds();
                    format!(", LLR {:.2} in ({low:.2}, {high:.2})", sprt.llr(&sample))
                });
                format!("{games}, Elo {elo}{}", llr.unwrap_or_default())
            }
            None if self.standings.games == 1 => "1 game".to_owned(),
            None => format!("{} games", self.standings.games),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::arena::{Format, Schedule, Score};

    #[test]
    fn numbers_without_end_have_a_form() {
        let draws = Sample::from(Pairs([0, 0, 4, 0, 0]));
        assert_eq!(estimate(draws.elo(CONFIDENCE), 1), "0.0 ± 242.1");
        let wins = Sample::from(Pairs([0, 0, 0, 0, 4]));
        assert_eq!(estimate(wins.elo(CONFIDENCE), 1), "∞ (-72.1 to ∞)");
        let most = Sample::from(Pairs([0, 0, 0, 1, 4]));
        assert_eq!(estimate(most.elo(CONFIDENCE), 1), "511.5 (318.8 to ∞)");
    }

    /// A game for three has means instead of Elo.
    #[test]
    fn more_than_two_have_means() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 3, None);
        let mut standings = Standings::new(3);
        for round in 0..4 {
            let one = f64::from(round as u32);
            let score = |results: [f64; 3]| Score { results: results.to_vec(), ..Score::default() };
            let scores =
                [score([one, 0.0, -one]), score([0.0, -one, one]), score([-one, one, 0.0])];
            standings.add(&schedule.encounter(round).unwrap(), &scores);
        }
        let names = ["a", "b", "c"].map(str::to_owned);
        let outcome =
            Outcome { names: &names, seats: 3, standings: &standings, all: &standings, sprt: None };
        let text = outcome.text();
        let table = "player          payoff  encounters\n\
                     a        1.500 ± 2.054           4\n\
                     b       -1.000 ± 2.250           4\n\
                     c       -0.500 ± 1.591           4\nfaults: none\n";
        assert!(text.starts_with(table), "{text}");
        assert_eq!(outcome.json()["players"][0]["mean"]["value"], 1.5);
        assert!(outcome.json()["players"][0].get("wins").is_none());
    }
}
