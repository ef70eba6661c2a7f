//! Where the games of a round begin: at the start, after random moves, as a file says, or as a set says that comes with the game.

use std::path::PathBuf;

use outplay::Turn;
use outplay::arena::{Opening, seed_for};
use outplay::face::{AnyGame, Choice, Session};

use super::settings::Settings;
use crate::failure::Failure;
use crate::files::{self, Kind};

/// How often random moves are tried before it is said that no game is that long.
const ATTEMPTS: u64 = 1_000;
/// Openings have seeds apart from those of players and dice.
const OPENINGS: u64 = 4;

/// Where a game begins, and the moves that nobody is asked for.
pub(super) type Begun = Opening<Box<dyn Session>, Choice>;

/// What the command line says.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    Start,
    Random(u32),
    File { path: PathBuf, shuffled: bool },
    Set { name: String, shuffled: bool },
}

impl Wanted {
    pub(super) fn read(words: &[String]) -> Result<Wanted, Failure> {
        let mut settings = Settings::new("--openings", words.iter().map(String::as_str))?;
        let file = settings.text("file").map(PathBuf::from);
        let set = settings.text("set").map(str::to_owned);
        let random: Option<u32> = settings.count("random")?;
        let shuffled = match settings.text("order") {
            None | Some("sequential") => false,
            Some("random") => true,
            Some(other) => {
                let what = format!("`order={other}` is neither sequential nor random");
                return Err(settings.wrong(&what));
            }
        };
        let choice = match (file, set, random) {
            (Some(path), None, None) => Wanted::File { path, shuffled },
            (None, Some(name), None) => Wanted::Set { name, shuffled },
            (None, None, Some(plies)) if plies <= 1_000 => Wanted::Random(plies),
            (None, None, None) if words.is_empty() => Wanted::Start,
            _ => {
                return Err(settings.wrong(
                    "write `file=FILE` or `set=NAME`, with order=random if you like, or `random=PLIES`, up to 1000",
                ));
            }
        };
        settings.end()?;
        Ok(choice)
    }
}

/// The openings of a match.
pub(super) struct Openings {
    source: Source,
    seed: u64,
    /// A number that is another one for another file.
    pub(super) fingerprint: u64,
}

enum Source {
    Start,
    Random(u32),
    Listed { all: Vec<Begun>, shuffled: bool },
}

impl Openings {
    pub(super) fn new(game: &dyn AnyGame, wanted: &Wanted, seed: u64) -> Result<Openings, Failure> {
        let (source, fingerprint) = match wanted {
            Wanted::Start => (Source::Start, 0),
            Wanted::Random(plies) => {
                if random(game, *plies, seed, 0).is_none() {
                    let what =
                        format!("--openings: no game is found that goes on after {plies} plies");
                    return Err(Failure::input(what));
                }
                (Source::Random(*plies), 0)
            }
            Wanted::File { path, shuffled } => {
                let text = files::text(path, Kind::OPENINGS)?;
                listed(game, &text, *shuffled, &path.display().to_string())?
            }
            Wanted::Set { name, shuffled } => {
                listed(game, set(game, name)?, *shuffled, &format!("--openings set={name}"))?
            }
        };
        Ok(Openings { source, seed, fingerprint })
    }

    /// Whether all games begin like the first.
    pub(super) fn is_always_the_same(&self) -> bool {
        match &self.source {
            Source::Start => true,
            Source::Random(_) => false,
            Source::Listed { all, .. } => all.len() == 1,
        }
    }

    /// Whether a game may begin in a position that is not the start.
    pub(super) fn has_positions(&self) -> bool {
        match &self.source {
            Source::Listed { all, .. } => {
                all.iter().any(|one| !one.position.start_text().is_empty())
            }
            _ => false,
        }
    }

    /// The opening of a round.
    pub(super) fn of(&self, game: &dyn AnyGame, round: u64) -> Begun {
        let start = || begun(&*game.start());
        match &self.source {
            Source::Start => start(),
            Source::Random(plies) => random(game, *plies, self.seed, round).unwrap_or_else(start),
            Source::Listed { all, shuffled } => {
                let count = all.len() as u64;
                let (cycle, index) = (round / count, (round % count) as usize);
                if !shuffled {
                    return all[index].clone();
                }
                let mut order: Vec<usize> = (0..all.len()).collect();
                fastrand::Rng::with_seed(seed_for(self.seed, OPENINGS, cycle)).shuffle(&mut order);
                all[order[index]].clone()
            }
        }
    }
}

/// The openings of a text, which is from some place, and a number that is another one for another text.
fn listed(
    game: &dyn AnyGame,
    text: &str,
    shuffled: bool,
    place: &str,
) -> Result<(Source, u64), Failure> {
    let wrong = |what: String| Failure::input(format!("{place}: {what}"));
    let all = game.openings(text).map_err(|error| wrong(error.to_string()))?;
    if all.is_empty() {
        return Err(wrong("there is no opening in it".to_owned()));
    }
    if let Some(index) = all.iter().position(|session| session.is_over()) {
        return Err(wrong(format!("in opening {} the game is over", index + 1)));
    }
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let all = all.iter().map(|session| begun(&**session)).collect();
    Ok((Source::Listed { all, shuffled }, hash))
}

/// A set of openings that comes with the game.
fn set<'g>(game: &'g dyn AnyGame, name: &str) -> Result<&'g str, Failure> {
    let about = game.about();
    let found = about.openings.iter().find(|(set, _)| set == name);
    found.map(|(_, lines)| &lines[..]).ok_or_else(|| {
        let names: Vec<&str> = about.openings.iter().map(|(set, _)| &set[..]).collect();
        let known = match &names[..] {
            [] => format!("{} has none", about.name),
            names => format!("{} has {}", about.name, names.join(", ")),
        };
        Failure::input(format!("--openings: there is no set `{name:.50}` of openings; {known}"))
    })
}

/// A game under way as where it began, and the moves since.
fn begun(session: &dyn Session) -> Begun {
    let moves = session.plies().into_iter().map(|ply| ply.choice).collect();
    Opening { position: session.after(0), moves }
}

/// So many random moves after which the game is not over. What is up to chance follows its odds.
fn random(game: &dyn AnyGame, plies: u32, seed: u64, round: u64) -> Option<Begun> {
    (0..ATTEMPTS).find_map(|attempt| {
        let mut random = fastrand::Rng::with_seed(seed_for(
            seed,
            OPENINGS,
            round.wrapping_mul(ATTEMPTS) + attempt,
        ));
        let mut session = game.start();
        for _ in 0..plies {
            let choice = match session.turn()? {
                Turn::Chance => session.thrown(random.f64()),
                Turn::Player(_) => Choice(random.u32(0..session.choices() as u32)),
            };
            session.play(choice);
        }
        (!session.is_over()).then(|| begun(&*session))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let game = games::named("tic-tac-toe").unwrap();
        let openings = |seed| Openings::new(&*game, &Wanted::Random(4), seed).unwrap();
        let line = |seed, round| openings(seed).of(&*game, round).moves;
        assert_eq!(line(1, 7), line(1, 7));
        let different = (0..100).filter(|&round| line(1, round) != line(2, round)).count();
        assert!(different > 90);
        let failure = Openings::new(&*game, &Wanted::Random(9), 1).err().expect("nine fill it");
        let told = "--openings: no game is found that goes on after 9 plies";
        assert_eq!(failure.to_string(), told);
    }

    #[test]
    fn what_is_said_is_checked() {
        let told = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            Wanted::read(&words).map_or_else(|failure| failure.to_string(), |_| String::new())
        };
        assert_eq!(told(&["random=8"]), "");
        assert_eq!(told(&["file=x", "order=random"]), "");
        assert_eq!(
            told(&["file=x", "order=up"]),
            "--openings: `order=up` is neither sequential nor random"
        );
        assert_eq!(told(&["set=ballots", "order=random"]), "");
        assert!(told(&["file=x", "set=y"]).starts_with("--openings: write `file=FILE`"));
        assert!(told(&["file=x", "random=3"]).starts_with("--openings: write `file=FILE`"));
        assert!(told(&["random=2000"]).starts_with("--openings: write `file=FILE`"));
    }

    #[test]
    fn a_set_comes_with_the_game() {
        let all = |name: &str, set: &str| {
            let game = games::named(name).unwrap();
            let wanted = Wanted::Set { name: set.to_owned(), shuffled: false };
            let source =
                Openings::new(&*game, &wanted, 1).map_err(|failure| failure.to_string())?;
            match source.source {
                Source::Listed { all, .. } => Ok(all.len()),
                _ => Err("not a list".to_owned()),
            }
        };
        assert_eq!(all("checkers", "ballots"), Ok(174));
        assert_eq!(all("checkers", "barred-ballots"), Ok(18));
        let told = "--openings: there is no set `x` of openings; checkers has ballots, played-ballots, barred-ballots";
        assert_eq!(all("checkers", "x"), Err(told.to_owned()));
        let told = "--openings: there is no set `x` of openings; kalah has none";
        assert_eq!(all("kalah", "x"), Err(told.to_owned()));
    }
}
