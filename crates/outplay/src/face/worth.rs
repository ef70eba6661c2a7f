//! Worth: what a position or a move is worth, and the one way to write it.

use crate::{Bound, Fail, Opinion, Value};

use super::about::Unit;
use super::thinker::Sampled;

/// What is known of a position or a move, for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The value, in the numbers of the search.
    pub value: Value<f64>,
    /// Whether it proves who wins, in a game in which a quick win is worth more than a slow one.
    pub decides: bool,
    /// In how many plies the game is won, or lost if it is negative, where the value says so.
    pub wins_in: Option<i32>,
    /// What it means in words, if it is proven.
    pub meaning: Option<String>,
    /// What each player wins, if the search was for more than two sides.
    pub each: Vec<f64>,
}

impl Worth {
    /// The number itself.
    pub fn score(&self) -> f64 {
        self.value.score()
    }

    /// The score as a whole number, as protocols have it.
    pub fn rounded(&self) -> i32 {
        self.score().round() as i32
    }

    /// How far it can be believed, in one word: `exact`, `proven` or `heuristic`.
    pub fn trust(&self) -> &'static str {
        match self.value {
            Value::Proven(Bound::Exact(_)) => "exact",
            Value::Proven(_) => "proven",
            Value::Opinion(_) => "heuristic",
        }
    }

    /// On which side of the score the value lies, where that has to be said. Of a win everybody knows that it may come sooner.
    pub fn side(&self) -> Option<Fail> {
        match self.value {
            _ if self.decides => None,
            Value::Proven(Bound::Exact(_)) => None,
            Value::Proven(Bound::AtLeast(_)) => Some(Fail::High),
            Value::Proven(Bound::AtMost(_)) => Some(Fail::Low),
            Value::Opinion(Opinion { fail, .. }) => fail,
        }
    }

    /// The same as the other player of two sees it.
    pub fn flipped(&self) -> Worth {
        Worth {
            value: self.value.flipped(),
            wins_in: self.wins_in.map(|plies| -plies),
            ..self.clone()
        }
    }

    /// In a few letters: `+0.30`, `#5` for a win in five plies, `>= +3`, `[1 0 0]` for what each player wins.
    pub fn short(&self, unit: &Unit) -> String {
        if !self.each.is_empty() {
            let each: Vec<String> =
                self.each.iter().map(|&one| number(one, unit.size, false)).collect();
            return format!("[{}]", each.join(" "));
        }
        let bound = match self.side() {
            None => "",
            Some(Fail::High) => ">= ",
            Some(Fail::Low) => "<= ",
        };
        match self.wins_in {
            Some(plies) => format!("{bound}{}#{}", if plies < 0 { "-" } else { "+" }, plies.abs()),
            // Who wins is known, and not how soon.
            None if self.decides => if self.score() > 0.0 { "win" } else { "loss" }.to_owned(),
            None => format!("{bound}{}", number(self.score(), unit.size, true)),
        }
    }

    /// The same with what Monte-Carlo search knows beside it: `+0.30 ± 0.04, heuristic, 53% won, 1,024 visits`. How deep its tree is at the
    /// deepest says nothing of a value.
    pub fn sampled(&self, sampled: &Sampled, unit: &Unit) -> String {
        let Sampled { visits, error, rate, prior, .. } = *sampled;
        let (meant, is_open) = (self.sentence(unit), matches!(self.value, Value::Opinion(_)));
        let mut told = match (is_open, visits) {
            (true, 0) => "not tried".to_owned(),
            (true, _) if error > 0.0 && error.is_finite() => {
                let error = error / unit.size;
                let digits = if error >= 0.1 || unit.size > 1.0 { 2 } else { 4 };
                format!("{} ± {error:.digits$}, {}", self.short(unit), self.trust())
            }
            (true, _) => format!("{}, {}", self.short(unit), self.trust()),
            (false, _) => meant,
        };
        if let (Some(rate), true) = (rate, is_open) {
            told += &format!(", {:.0}% won", 100.0 * rate);
        }
        told += &format!(", {} visit{}", grouped(visits), if visits == 1 { "" } else { "s" });
        told += &prior.map(|prior| format!(", prior {prior:.3}")).unwrap_or_default();
        told
    }

    /// For a line of text: `+0.30, heuristic, depth 6`, or `+4, exact, the player to move wins by 4 discs`.
    pub fn sentence(&self, unit: &Unit) -> String {
        let told = format!("{}, {}", self.short(unit), self.trust());
        match (self.value, &self.meaning) {
            (Value::Opinion(Opinion { depth, .. }), _) => format!("{told}, depth {depth}"),
            (_, Some(meaning)) => format!("{told}, {meaning}"),
            (_, None) => told,
        }
    }
}

/// A count with a comma after every three digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let digit = |(at, digit): (usize, char)| [comma(at).then_some(','), Some(digit)];
    digits.chars().enumerate().flat_map(digit).flatten().collect()
}

/// A number in units: with two digits where a unit is more than one, and otherwise as short as it can be.
pub(super) fn number(score: f64, size: f64, signed: bool) -> String {
    let amount = score / size;
    let text = match size > 1.0 {
        true => format!("{amount:.2}"),
        // At most four digits behind the point, and no more than it takes.
        false => format!("{}", (amount * 1e4).round() / 1e4),
    };
    let is_zero = text.trim_start_matches('-').bytes().all(|byte| byte == b'0' || byte == b'.');
    match (is_zero, signed && score > 0.0) {
        (true, _) => text.trim_start_matches('-').to_owned(),
        (false, true) => format!("+{text}"),
        (false, false) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(value: Value<f64>) -> Worth {
        Worth { value, decides: false, wins_in: None, meaning: None, each: Vec::new() }
    }

    #[test]
    fn a_score_is_written_in_its_unit() {
        let pawns = Unit { name: "pawns".to_owned(), size: 100.0, clear: 250.0 };
        let points = Unit::default();
        let opinion = |score: f64| worth(Value::opinion(Bound::Exact(score), 6));
        assert_eq!(opinion(30.0).short(&pawns), "+0.30");
        assert_eq!(opinion(-30.0).short(&pawns), "-0.30");
        assert_eq!(opinion(0.2).short(&pawns), "0.00");
        assert_eq!(opinion(4.0).short(&points), "+4");
        assert_eq!(opinion(-0.25).short(&points), "-0.25");
        assert_eq!(opinion(0.0).short(&points), "0");
        assert_eq!(opinion(30.0).sentence(&pawns), "+0.30, heuristic, depth 6");
    }

    #[test]
    fn a_sample_has_an_error_and_no_depth() {
        let pawns = Unit { name: "pawns".to_owned(), size: 100.0, clear: 250.0 };
        let (rate, rate_error) = (Some(0.53), Some(0.02));
        let sampled = Sampled { visits: 1_234, error: 4.0, rate, rate_error, prior: Some(0.1) };
        let opinion = worth(Value::opinion(Bound::Exact(30.0), 6));
        let told = "+0.30 ± 0.04, heuristic, 53% won, 1,234 visits, prior 0.100";
        assert_eq!(opinion.sampled(&sampled, &pawns), told);
        let error = f64::INFINITY;
        let none = Sampled { visits: 0, error, rate: None, rate_error: None, prior: None };
        assert_eq!(opinion.sampled(&none, &pawns), "not tried, 0 visits");
        let proof =
            Worth { meaning: Some("a draw".to_owned()), ..worth(Value::Proven(Bound::Exact(0.0))) };
        let (rate, rate_error) = (Some(0.5), Some(0.5));
        let once = Sampled { visits: 1, error: 0.0, rate, rate_error, prior: None };
        assert_eq!(proof.sampled(&once, &pawns), "0.00, exact, a draw, 1 visit");
    }

    #[test]
    fn bounds_and_wins_are_told() {
        let points = Unit::default();
        let least = worth(Value::Proven(Bound::AtLeast(3.0)));
        assert_eq!((least.short(&points), least.trust()), (">= +3".to_owned(), "proven"));
        assert_eq!(least.flipped().short(&points), "<= -3");
        let won = Worth { wins_in: Some(5), decides: true, ..least };
        assert_eq!(
            (won.short(&points), won.flipped().short(&points)),
            ("+#5".into(), "-#5".into())
        );
        let many = Worth { each: vec![1.0, 0.5, -0.0], ..won };
        assert_eq!(many.short(&points), "[1 0.5 0]");
    }
}
