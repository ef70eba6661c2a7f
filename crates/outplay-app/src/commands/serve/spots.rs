//! Spots: what the page may ask about a place in a game, in text, and what it gets, in JSON.

use std::sync::Arc;

use outplay::face::board::{Board, Gesture, Piece, Place};
use outplay::face::{self, About, AnyGame, Choice, Judgement, Listing, Record, Session};
use outplay::{Player, Turn};
use serde_json::{Value as Json, json};

use super::{bar, ending};
use crate::games;

/// How many moves a game may have.
pub(super) const MOST_MOVES: usize = 5_000;
/// How long the text of a position may be, in bytes: it may have moves, too.
const LONGEST_START: usize = 16 * 1024;

/// A place in a game, as text.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    /// The name of the game.
    pub(super) game: String,
    /// The position where it began; nothing is the usual start.
    pub(super) start: String,
    /// The moves since.
    pub(super) moves: Vec<String>,
}

impl Spot {
    /// What an object says about it. An empty name is that of the first game.
    pub(super) fn read(ask: &Json) -> Result<Spot, String> {
        let text = |name: &str| ask[name].as_str().map(str::to_owned);
        let game = text("game").ok_or("`game` is missing: the name of a game")?;
        let start = text("start").unwrap_or_default();
        let no_moves = Vec::new();
        let moves = ask["moves"].as_array().unwrap_or(&no_moves);
        let word = |mv: &Json| mv.as_str().map(str::to_owned).ok_or("a move is a text");
        let moves = moves.iter().map(word).collect::<Result<_, _>>()?;
        Ok(Spot { game: or_first(game), start, moves })
    }

    /// Goes there.
    pub(super) fn reach(&self) -> Result<Reached, String> {
        if self.moves.len() > MOST_MOVES {
            return Err(format!("{} moves are too many: at most {MOST_MOVES}", self.moves.len()));
        }
        let game = named(&self.game)?;
        let start = match self.start.trim() {
            "" => Ok(game.start()),
            text => {
                check_length(text).and_then(|()| game.open(text).map_err(|wrong| wrong.to_string()))
            }
        };
        let mut session = start.map_err(|what| format!("the position: {what}"))?;
        for (text, number) in self.moves.iter().zip(1..) {
            let choice = session.read(text).map_err(|wrong| format!("move {number}: {wrong}"))?;
            session.play(choice);
        }
        Ok(Reached { game, session })
    }

    /// Goes there and does something. If the rules of the game panic, that is the error.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&Reached) -> Result<T, String>,
    ) -> Result<T, String> {
        guarded(&self.game, || work(&self.reach()?))
    }
}

/// Refuses a text that is longer than any position.
fn check_length(text: &str) -> Result<(), String> {
    match text.len() > LONGEST_START {
        true => Err(format!("{} bytes are too many: at most {LONGEST_START}", text.len())),
        false => Ok(()),
    }
}

/// The name of a game; that of the first one, if it is empty.
pub(super) fn or_first(name: String) -> String {
    match games::all().listings().first() {
        Some(first) if name.is_empty() => first.name.clone(),
        _ => name,
    }
}

fn named(game: &str) -> Result<Arc<dyn AnyGame>, String> {
    games::named(game).map_err(|failure| failure.to_string())
}

/// Does something with a game. If its rules panic, that is the error, and nothing else happens.
pub(super) fn guarded<T>(
    game: &str,
    work: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    face::guarded(work).unwrap_or_else(|what| Err(panicked(game, &what)))
}

/// What is said where rules panic.
pub(super) fn panicked(game: &str, what: &str) -> String {
    format!("the rules of {game:.50} panicked: {what:.200}")
}

/// A place in a game that was reached.
pub(super) struct Reached {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) session: Box<dyn Session>,
}

impl Reached {
    pub(super) fn about(&self) -> &About {
        self.game.about()
    }

    /// The board, or a picture of the position, with the moves that can be made.
    pub(super) fn show(&self) -> Json {
        let (about, session) = (self.about(), &*self.session);
        let plies = session.plies();
        let odds = session.odds();
        let each = (0..session.choices()).map(|rank| {
            let choice = Choice(rank as u32);
            let mut each = gesture(&session.gesture(choice));
            each["name"] = json!(session.name(choice));
            each["odds"] = json!(odds.get(rank));
            each
        });
        let is_over = session.is_over();
        json!({
            "game": about.name,
            "start": session.start_text(),
            "about": described(about),
            "played": plies.iter().map(|ply| &ply.name).collect::<Vec<_>>(),
            "turns": plies.iter().map(|ply| actor(ply.turn)).collect::<Vec<_>>(),
            "seats": about.seats,
            "turn": session.turn().map(actor),
            "result": is_over.then(|| ending::told(about, session)),
            "scored": is_over && session.ownership(Judgement::Agreed(&[])).is_some(),
            "payoffs": session.payoffs(),
            "bar": (is_over && bar::is_shown(about)).then(|| bar::of_end(session)),
            "position": session.position(),
            "picture": (!about.has_board).then(|| session.picture()),
            "board": board(&session.board()),
            "last": session.last_gesture().as_ref().map(gesture),
            "moves": each.collect::<Vec<_>>(),
        })
    }

    /// The board alone.
    pub(super) fn glimpse(&self) -> Json {
        let session = &*self.session;
        json!({
            "board": board(&session.board()),
            "last": session.last_gesture().as_ref().map(gesture),
            "result": session.is_over().then(|| ending::told(self.about(), session)),
        })
    }

    /// What the dice say, where chance moves.
    pub(super) fn roll(&self) -> Result<Json, String> {
        let session = &*self.session;
        if session.turn() != Some(Turn::Chance) {
            return Err("chance does not move here".to_owned());
        }
        let choice = session.thrown(fastrand::f64());
        let odds = session.odds().get(choice.index()).copied();
        Ok(json!({ "move": session.name(choice), "odds": odds }))
    }

    /// The texts of the place.
    pub(super) fn write(&self, players: &[&str]) -> Json {
        let session = &*self.session;
        let (result, ending) = match session.payoffs() {
            None => ("*".to_owned(), "unterminated"),
            Some(payoffs) => (ending::points(session, &payoffs), "normal"),
        };
        let seats = self.about().players();
        let players: Vec<&str> =
            (0..seats).map(|seat| players.get(seat).copied().unwrap_or("?")).collect();
        let record = Record { number: 1, players: &players, opening: 0, result: &result, ending };
        let names: Vec<String> = session.plies().into_iter().map(|ply| ply.name).collect();
        json!({
            "position": session.position(),
            "moves": names.join(" "),
            "text": session.write_game(&record),
        })
    }
}

/// Who acts: a seat, or `chance`.
fn actor(turn: Turn) -> Json {
    match turn {
        Turn::Player(Player(seat)) => json!(seat),
        Turn::Chance => json!("chance"),
    }
}

/// All games, and how they can be played and searched.
pub(super) fn games() -> Json {
    let entry = |listing: &Listing| {
        let mut entry = guarded(&listing.name, || Ok(described(named(&listing.name)?.about())))
            .unwrap_or_else(|error| json!({ "error": error, "seats": [], "searches": [] }));
        entry["name"] = json!(listing.name);
        entry["about"] = json!(listing.what);
        entry["variants"] = json!(listing.variants);
        entry
    };
    games::all().listings().iter().map(entry).collect()
}

/// What kind of game it is, and which players and searches there are.
fn described(about: &About) -> Json {
    let no_players = Vec::new();
    let seat = |(seat, name): (usize, &String)| {
        let players = about.own_players.get(seat).unwrap_or(&no_players);
        json!({ "name": name, "players": players })
    };
    let searches = about.searches.iter();
    json!({
        "seats": about.seats.iter().enumerate().map(seat).collect::<Vec<_>>(),
        "axes": { "players": about.players(), "chance": about.chance, "zero_sum": about.zero_sum },
        "searches": searches.map(|one| json!({ "name": one.name, "what": one.what })).collect::<Vec<_>>(),
        "usual_search": about.usual_search(),
        "board": about.has_board,
        "bar": bar::is_shown(about),
        "openings": about.openings.iter().map(|(name, _)| name).collect::<Vec<_>>(),
    })
}

/// The openings that come with a game: sets by name, each a list of moves. An opening that is a position is left out.
pub(super) fn openings(name: &str) -> Result<Json, String> {
    guarded(name, || {
        let game = named(name)?;
        let mut sets = Vec::new();
        for (name, text) in &game.about().openings {
            let openings = game.openings(text).map_err(|wrong| wrong.to_string())?;
            let moves = |one: Box<dyn Session>| -> Vec<String> {
                one.plies().into_iter().map(|ply| ply.name).collect()
            };
            let moves = openings.into_iter().map(moves).filter(|moves| !moves.is_empty());
            sets.push(json!({ "name": name, "openings": moves.collect::<Vec<_>>() }));
        }
        Ok(json!({ "game": game.about().name, "sets": sets }))
    })
}

fn board(board: &Board) -> Json {
    json!({
        "ground": board.ground.name(),
        "width": board.width,
        "height": board.height,
        "columns": board.columns,
        "rows": board.rows,
        "pieces": board.pieces.iter().map(piece).collect::<Vec<_>>(),
        "walls": board.walls.iter().map(place).collect::<Vec<_>>(),
        "lines": board.lines.iter().map(|[from, to]| json!([place(from), place(to)])).collect::<Vec<_>>(),
        "dots": board.dots.iter().map(place).collect::<Vec<_>>(),
        "marks": board.marks.iter().map(place).collect::<Vec<_>>(),
        "caption": board.caption,
    })
}

fn piece(piece: &Piece) -> Json {
    let Piece { x, y, shape, seat, angle, id, label } = piece;
    json!({
        "x": x,
        "y": y,
        "shape": shape.name(),
        "seat": seat,
        "angle": angle,
        "id": id,
        "label": label,
    })
}

fn place(place: &Place) -> Json {
    json!([place.x, place.y])
}

fn gesture(gesture: &Gesture) -> Json {
    json!({
        "from": gesture.from.as_ref().map(place),
        "via": gesture.via.iter().map(place).collect::<Vec<_>>(),
        "to": gesture.to.as_ref().map(place),
        "also": gesture.also.iter().map(place).collect::<Vec<_>>(),
        "choice": gesture.choice,
        "toward": gesture.toward.map(face::board::Toward::name),
    })
}

/// Reads the text of a game, of a position or of another board, whatever it is.
pub(super) fn read(name: &str, text: &str) -> Result<Json, String> {
    let opened = |name: &str, text: &str| {
        guarded(name, || {
            let game = named(name)?;
            let session = game.open(text).map_err(|wrong| wrong.to_string())?;
            if session.length() > MOST_MOVES {
                return Err(format!("the game has too many moves: at most {MOST_MOVES}"));
            }
            let moves: Vec<String> = session.plies().into_iter().map(|ply| ply.name).collect();
            let game = &game.about().name;
            Ok(json!({ "game": game, "start": session.start_text(), "moves": moves }))
        })
    };
    check_length(text)?;
    opened(name, text).or_else(|error| {
        // Perhaps it is a board to play on.
        let plain = name.split(':').next().unwrap_or(name);
        opened(&format!("{plain}:{}", text.trim_end()), "").map_err(|_| error)
    })
}
