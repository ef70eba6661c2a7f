//! Formulas: numbers, names, `+ - * / ^`, brackets and a few functions. The page has the same language (`page/learn/formula.js`).
//!
//! ```text
//! sum     = product { (+|-) product }
//! product = power { (*|/) power }
//! power   = atom [ ^ power ]
//! atom    = number | name | name "(" sum { , sum } ")" | "(" sum ")" | - power
//! ```

/// A formula that was read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    Number(f64),
    Name(String),
    Of(char, Box<[Formula; 2]>),
    Call(String, Vec<Formula>),
}

/// A function by its name: how many numbers it takes, and what it does with them.
type Function = (&'static str, usize, fn(&[f64]) -> f64);

const FUNCTIONS: &[Function] = &[
    ("sqrt", 1, |of| of[0].sqrt()),
    ("log", 1, |of| of[0].log10()),
    ("floor", 1, |of| of[0].floor()),
    ("ceil", 1, |of| of[0].ceil()),
    ("min", 2, |of| of[0].min(of[1])),
    ("max", 2, |of| of[0].max(of[1])),
    ("minimax_nodes", 2, |of| minimax_nodes(of[0], of[1])),
    ("minimax_plies", 2, |of| deepest(of[1], |depth| minimax_nodes(of[0], depth))),
    ("alpha_beta_leaves", 2, |of| alpha_beta_leaves(of[0], of[1])),
    ("alpha_beta_nodes", 2, |of| alpha_beta_nodes(of[0], of[1])),
    ("alpha_beta_plies", 2, |of| deepest(of[1], |depth| alpha_beta_nodes(of[0], depth))),
];

/// Deeper trees are not counted.
const DEEPEST: f64 = 1_000.0;

/// All nodes of a tree with `moves` moves everywhere, `depth` plies deep.
fn minimax_nodes(moves: f64, depth: f64) -> f64 {
    levels(depth).map(|ply| moves.powf(ply)).sum()
}

/// The leaves that alpha-beta looks at if the best move always comes first (Knuth and Moore, 1975).
fn alpha_beta_leaves(moves: f64, depth: f64) -> f64 {
    moves.powf((depth / 2.0).ceil()) + moves.powf((depth / 2.0).floor()) - 1.0
}

/// The nodes of the same search on all levels.
fn alpha_beta_nodes(moves: f64, depth: f64) -> f64 {
    levels(depth).map(|ply| alpha_beta_leaves(moves, ply)).sum()
}

fn levels(depth: f64) -> impl Iterator<Item = f64> {
    (0..=depth.clamp(0.0, DEEPEST) as u32).map(f64::from)
}

/// The greatest depth whose nodes are not more than a number.
fn deepest(most: f64, nodes: impl Fn(f64) -> f64) -> f64 {
    let next_is_too_many = |depth: &f64| nodes(depth + 1.0) > most;
    levels(DEEPEST).find(next_is_too_many).unwrap_or(DEEPEST)
}

impl Formula {
    /// Reads a formula whose names are these; the error is a sentence.
    pub(super) fn read(text: &str, names: &[&str]) -> Result<Formula, String> {
        let mut reader = Reader { left: text.trim(), names };
        let formula = reader.sum()?;
        match reader.left {
            "" => Ok(formula),
            left => Err(format!("`{left:.20}` is not expected in the formula `{text}`")),
        }
    }

    /// Its value, with a value for each name.
    pub(super) fn value(&self, names: &[(&str, f64)]) -> f64 {
        match self {
            Formula::Number(number) => *number,
            Formula::Name(name) => {
                names.iter().find(|(one, _)| one == name).map_or(f64::NAN, |(_, value)| *value)
            }
            Formula::Of(sign, sides) => {
                let [left, right] = [sides[0].value(names), sides[1].value(names)];
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    '/' => left / right,
                    _ => left.powf(right),
                }
            }
            Formula::Call(name, of) => {
                let of: Vec<f64> = of.iter().map(|one| one.value(names)).collect();
                let function = FUNCTIONS.iter().find(|(one, ..)| one == name);
                function.map_or(f64::NAN, |(_, _, function)| function(&of))
            }
        }
    }
}

struct Reader<'t> {
    left: &'t str,
    names: &'t [&'t str],
}

impl<'t> Reader<'t> {
    /// Takes one of these signs, if it comes next.
    fn sign(&mut self, signs: &str) -> Option<char> {
        let sign = self.left.chars().next().filter(|sign| signs.contains(*sign))?;
        self.left = self.left[1..].trim_start();
        Some(sign)
    }

    /// Takes what is next as long as its letters are of a kind.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let end = self.left.find(|c| !is_part(c)).unwrap_or(self.left.len());
        let (word, left) = self.left.split_at(end);
        self.left = left.trim_start();
        word
    }

    fn sum(&mut self) -> Result<Formula, String> {
        let mut sum = self.product()?;
        while let Some(sign) = self.sign("+-") {
            sum = Formula::Of(sign, Box::new([sum, self.product()?]));
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut product = self.power()?;
        while let Some(sign) = self.sign("*/") {
            product = Formula::Of(sign, Box::new([product, self.power()?]));
        }
        Ok(product)
    }

    fn power(&mut self) -> Result<Formula, String> {
        let base = self.atom()?;
        match self.sign("^") {
            Some(sign) => Ok(Formula::Of(sign, Box::new([base, self.power()?]))),
            None => Ok(base),
        }
    }

    fn atom(&mut self) -> Result<Formula, String> {
        if self.sign("-").is_some() {
            return Ok(Formula::Of('-', Box::new([Formula::Number(0.0), self.power()?])));
        }
        if self.sign("(").is_some() {
            let inner = self.sum()?;
            return self.closed(inner);
        }
        let word = self.word(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        match word.chars().next() {
            None => Err(format!("a number or a name is missing before `{:.20}`", self.left)),
            Some(first) if first.is_ascii_digit() => {
                word.parse().map(Formula::Number).map_err(|_| format!("`{word}` is no number"))
            }
            Some(_) if self.names.contains(&word) => Ok(Formula::Name(word.to_owned())),
            Some(_) => self.call(word),
        }
    }

    fn call(&mut self, name: &str) -> Result<Formula, String> {
        let Some((_, takes, _)) = FUNCTIONS.iter().find(|(one, ..)| *one == name) else {
            let all: Vec<&str> = FUNCTIONS.iter().map(|(name, ..)| *name).collect();
            let all = all.join(", ");
            return Err(format!("`{name}` is neither a slider nor a function: there are {all}"));
        };
        self.sign("(").ok_or_else(|| format!("`{name}` needs `(` behind it"))?;
        let mut of = vec![self.sum()?];
        while self.sign(",").is_some() {
            of.push(self.sum()?);
        }
        match of.len() == *takes {
            true => self.closed(Formula::Call(name.to_owned(), of)),
            false => Err(format!("`{name}` takes {takes}, not {}", of.len())),
        }
    }

    fn closed(&mut self, inner: Formula) -> Result<Formula, String> {
        self.sign(")").map(|_| inner).ok_or_else(|| "`)` is missing in the formula".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        Formula::read(text, &["b", "m"]).expect(text).value(&[("b", 35.0), ("m", 4.0)])
    }

    #[test]
    fn formulas_are_computed_as_they_are_read_at_school() {
        assert_eq!(value("1 + 2 * 3 ^ 2"), 19.0);
        assert_eq!(value("2 ^ 3 ^ 2"), 512.0);
        assert_eq!(value("(1 - 2 - 3) / -2"), 2.0);
        assert_eq!(value("b ^ (m / 2)"), 1_225.0);
        assert_eq!(value("max(b, 2 * m)"), 35.0);
    }

    /// What a million nodes are enough for in chess, which the lectures round to 8 plies.
    #[test]
    fn a_million_nodes_are_three_plies_and_six() {
        assert_eq!(value("minimax_nodes(b, 4)"), 1_544_761.0);
        assert_eq!(value("minimax_plies(b, 1000000)"), 3.0);
        assert_eq!(value("alpha_beta_nodes(b, 7)"), 1_677_160.0);
        assert_eq!(value("alpha_beta_nodes(b, 8)"), 4_678_409.0);
        assert_eq!(value("alpha_beta_plies(b, 1000000)"), 6.0);
        assert_eq!(value("alpha_beta_leaves(5, 6)"), 249.0);
        assert_eq!(value("alpha_beta_leaves(3, 8)"), 161.0);
    }

    #[test]
    fn a_wrong_formula_is_told() {
        for (text, told) in [
            ("b +", "a number or a name is missing before ``"),
            ("x", "`x` is neither a slider nor a function: there are sqrt"),
            ("(b", "`)` is missing in the formula"),
            ("b b", "`b` is not expected in the formula `b b`"),
            ("sqrt(b, m)", "`sqrt` takes 1, not 2"),
            ("1.2.3", "`1.2.3` is no number"),
        ] {
            let wrong = Formula::read(text, &["b", "m"]).expect_err(text);
            assert!(wrong.starts_with(told), "{wrong}");
        }
    }
}
