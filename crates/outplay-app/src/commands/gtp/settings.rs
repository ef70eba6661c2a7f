//! Settings: the board, komi, clocks, and the game itself.

use std::sync::Arc;
use std::time::Duration;

use outplay::face::{self, AnyGame};

use super::board_size;
use super::clocks::{Clocks, Period};
use super::session::{Session, Step};
use super::words::{Answer, count, done, player, seconds, syntax_error};

impl Session<'_> {
    pub(super) fn board_size(&mut self, words: &[&str]) -> Answer {
        let [text] = words else { return Err(syntax_error()) };
        let size: usize = text.parse().map_err(|_| syntax_error())?;
        if board_size(&*self.game) != Some(size) {
            let variant = self.variant.with_size(size);
            let has_size = |game: &Arc<dyn AnyGame>| board_size(&**game) == Some(size);
            let game = variant.game().ok().filter(has_size).ok_or("unacceptable size")?;
            let at = game.start();
            (self.variant, self.handicap) = (variant, None);
            self.change(game, at);
        }
        self.clear_board()
    }

    /// A new game, without the handicap of the one before.
    pub(super) fn clear_board(&mut self) -> Answer {
        if self.handicap.take().is_some() {
            let game = self.variant.game()?;
            let at = game.start();
            self.change(game, at);
        }
        self.begin();
        done()
    }

    /// A game that has no komi takes any, and leaves it alone. The moves stay.
    pub(super) fn komi(&mut self, words: &[&str]) -> Answer {
        let [text] = words else { return Err(syntax_error()) };
        let komi: f64 = text.parse().map_err(|_| syntax_error())?;
        if !komi.is_finite() {
            return Err(syntax_error());
        }
        if self.game.about().komi.is_none_or(|known| known == komi) {
            return done();
        }
        let variant = self.variant.with_komi(komi);
        let present = variant.with_handicap(self.handicap.or(variant.handicap()));
        let game = present.game().map_err(|why| format!("unacceptable komi: {why}"))?;
        let at = carried(&*game, &*self.at)?;
        for step in &mut self.steps {
            if let Step::Game(before) = step {
                *before = carried(&*game, &**before)?;
            }
        }
        self.variant = variant;
        self.change(game, at);
        done()
    }

    pub(super) fn get_komi(&mut self) -> Answer {
        Ok(self.game.about().komi.unwrap_or(0.0).to_string())
    }

    pub(super) fn set_game(&mut self, words: &[&str]) -> Answer {
        let about = self.game.about();
        let is_it = |name: &str| {
            let names = about.protocol_names.iter().map(String::as_str);
            names.chain([about.plain_name()]).any(|known| known.eq_ignore_ascii_case(name))
        };
        match words {
            [] => Err(syntax_error()),
            [name] if is_it(name) => self.clear_board(),
            _ => Err("unsupported game".to_owned()),
        }
    }

    pub(super) fn time_settings(&mut self, words: &[&str]) -> Answer {
        let [main, overtime, stones] = words else { return Err(syntax_error()) };
        let main = Period { time: seconds(main)?, stones: 0 };
        let overtime = Period { time: seconds(overtime)?, stones: count(stones)? };
        self.clocks = Clocks::new(main, overtime);
        done()
    }

    /// The same with the systems of the server KGS by their names.
    pub(super) fn kgs_time_settings(&mut self, words: &[&str]) -> Answer {
        self.clocks = match words {
            ["none"] => Clocks::default(),
            ["absolute", main] => {
                let main = Period { time: seconds(main)?, stones: 0 };
                Clocks::new(main, Period { time: Duration::ZERO, stones: 0 })
            }
            ["byoyomi", main, period, periods] => match count(periods)? {
                0 => return Err(syntax_error()),
                _ => Clocks::byoyomi(seconds(main)?, seconds(period)?),
            },
            ["canadian", settings @ ..] => return self.time_settings(settings),
            _ => return Err(syntax_error()),
        };
        done()
    }

    pub(super) fn time_left(&mut self, words: &[&str]) -> Answer {
        let [color, time, stones] = words else { return Err(syntax_error()) };
        let period = Period { time: seconds(time)?, stones: count(stones)? };
        self.clocks.left[player(color)?.index()] = Some(period);
        done()
    }
}

/// The same moves in another variant.
fn carried(game: &dyn AnyGame, at: &dyn face::Session) -> Result<Box<dyn face::Session>, String> {
    let wrong = |wrong: face::Wrong| wrong.to_string();
    let mut carried = game.open(&at.start_text()).map_err(wrong)?;
    for ply in at.plies() {
        let choice = carried.read(&ply.name).map_err(wrong)?;
        carried.play(choice);
    }
    Ok(carried)
}
