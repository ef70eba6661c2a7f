//! The face of a game: what the page may ask of any game of the catalogue, in text, and what it gets, in JSON.

use outplay::arena::Opening;
use outplay::engine::Question;
use outplay::{Game, Past, Player, Turn, WithPast};
use outplay_games::board::{Board, Gesture, Piece, Place};
use outplay_games::catalogue::{self, Listed, Visitor};
use outplay_games::{Finished, OpeningOf, repetition_caption};
use serde_json::{Value as Json, json};

use super::super::analyse::written;
use super::bar;
use crate::games;

/// How many moves a game may have.
pub(super) const MOST_MOVES: usize = 5_000;

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
    /// What an object says about it.
    pub(super) fn read(ask: &Json) -> Result<Spot, String> {
        let text = |name: &str| ask[name].as_str().map(str::to_owned);
        let game = text("game").ok_or("`game` is missing: the name of a game")?;
        let start = text("start").unwrap_or_default();
        let no_moves = Vec::new();
        let moves = ask["moves"].as_array().unwrap_or(&no_moves);
        if moves.len() > MOST_MOVES {
            return Err(format!("{} moves are too many: at most {MOST_MOVES}", moves.len()));
        }
        let word = |mv: &Json| mv.as_str().map(str::to_owned).ok_or("a move is a text");
        let moves = moves.iter().map(word).collect::<Result<_, _>>()?;
        Ok(Spot { game, start, moves })
    }

    /// The moves that lead there, and every position on the way, the start included.
    pub(super) fn reach<G: Listed>(&self, game: &G) -> Result<Way<G>, String> {
        let start = match self.start.trim() {
            "" => game.start(),
            text => game.read_position(text).map_err(|error| format!("the position: {error}"))?,
        };
        let mut way: Way<G> = Way { moves: Vec::new(), positions: vec![Past::new(start)] };
        for (text, number) in self.moves.iter().zip(1..) {
            let mut position = way.last().clone();
            let wrong = |error| format!("move {number}: {error}");
            let mv = game.read_move_after(&position, text).map_err(wrong)?;
            WithPast::new(game).play(&mut position, mv);
            way.moves.push(mv);
            way.positions.push(position);
        }
        Ok(way)
    }

    /// Lets a visitor work with the game.
    pub(super) fn visit<V, T>(&self, visitor: V) -> Result<T, String>
    where
        V: Visitor<Output = Result<T, String>>,
    {
        games::visit(&self.game, visitor).map_err(|failure| failure.to_string())?
    }
}

/// Moves, and the positions before, between and after them.
pub(super) struct Way<G: Listed> {
    pub(super) moves: Vec<G::Move>,
    pub(super) positions: Vec<Past<G::Position>>,
}

impl<G: Listed> Way<G> {
    pub(super) fn last(&self) -> &Past<G::Position> {
        self.positions.last().expect("there is at least the start")
    }

    /// What the engine is asked after so many of the moves.
    pub(super) fn question(&self, plies: usize) -> Question<G::Position, G::Move> {
        Question::after(self.positions[0].position().clone(), self.moves[..plies].to_vec())
    }
}

/// All games, and who can play them.
pub(super) fn games() -> Json {
    struct Players;
    impl Visitor for Players {
        type Output = Json;
        fn visit<G: Listed>(self, game: &G) -> Json {
            let each = |seat: usize| json!({ "name": game.seats()[seat], "players": game.own_players(Player(seat as u8)) });
            json!([each(0), each(1)])
        }
    }
    let entry = |entry: &catalogue::Entry| {
        let seats = catalogue::visit(entry.name, Players).unwrap_or(Json::Null);
        json!({ "name": entry.name, "about": entry.about, "variants": entry.variants, "seats": seats })
    };
    catalogue::GAMES.iter().map(entry).collect()
}

/// The board at some place in a game, with the moves that can be made.
pub(super) struct Show<'s>(pub(super) &'s Spot);

impl Visitor for Show<'_> {
    type Output = Result<Json, String>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let way = self.0.reach(game)?;
        let position = way.last();
        let mut moves = Vec::new();
        WithPast::new(game).moves(position, &mut moves);
        let turn = (!moves.is_empty()).then(|| seat(game, position)).flatten();
        let each = moves.iter().map(|&mv| {
            let mut each = gesture(&game.gesture(position, mv));
            each["name"] = json!(game.write_move(position, mv));
            each
        });
        let names = way.moves.iter().zip(&way.positions);
        let last = names.clone().last().map(|(&mv, before)| gesture(&game.gesture(before, mv)));
        Ok(json!({
            "game": self.0.game,
            "start": self.0.start,
            "played": names.map(|(&mv, before)| game.write_move(before, mv)).collect::<Vec<_>>(),
            "turns": way.positions.iter().take(way.moves.len()).map(|one| seat(game, one)).collect::<Vec<_>>(),
            "seats": game.seats(),
            "turn": turn,
            "result": moves.is_empty().then(|| result(game, position)),
            "bar": moves.is_empty().then(|| bar::of_end(game, position)),
            "position": game.write_position(position),
            "board": board(&drawn(game, position)),
            "last": last,
            "moves": each.collect::<Vec<_>>(),
        }))
    }
}

fn seat<G: Listed>(game: &G, position: &G::Position) -> Option<u8> {
    match game.turn(position) {
        Turn::Player(player) => Some(player.0),
        Turn::Chance => None,
    }
}

/// The board. It says if the game is over because the position came again.
fn drawn<G: Listed>(game: &G, past: &Past<G::Position>) -> Board {
    let mut board = game.board(past);
    if WithPast::new(game).is_drawn_by_repetition(past) {
        board.caption = repetition_caption(game.repetition());
    }
    board
}

/// How a game ended.
fn result<G: Listed>(game: &G, position: &Past<G::Position>) -> String {
    if WithPast::new(game).is_drawn_by_repetition(position) {
        return "A draw".to_owned();
    }
    if let Some(ending) = game.ending(position) {
        return ending.to_owned();
    }
    let [first, second] = game.seats();
    match game.winner(position) {
        Some(Player::MAX) => format!("{first} wins"),
        Some(_) => format!("{second} wins"),
        None => "A draw".to_owned(),
    }
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
        "marks": board.marks.iter().map(place).collect::<Vec<_>>(),
        "caption": board.caption,
    })
}

fn piece(piece: &Piece) -> Json {
    let Piece { x, y, shape, seat, angle, id } = piece;
    json!({ "x": x, "y": y, "shape": shape.name(), "seat": seat, "angle": angle, "id": id })
}

fn place(place: &Place) -> Json {
    json!([place.x, place.y])
}

fn gesture(gesture: &Gesture) -> Json {
    json!({
        "from": gesture.from.as_ref().map(place),
        "to": gesture.to.as_ref().map(place),
        "also": gesture.also.iter().map(place).collect::<Vec<_>>(),
        "choice": gesture.choice,
    })
}

/// Reads the text of a game, of a position or of another board, whatever it is.
pub(super) fn read(game: &str, text: &str) -> Result<Json, String> {
    struct Read<'t>(&'t str);
    impl Visitor for Read<'_> {
        type Output = Result<(String, Vec<String>), String>;
        fn visit<G: Listed>(self, game: &G) -> Self::Output {
            let opening = opening(game, self.0)?;
            let start = match opening.position == game.start() {
                true => String::new(),
                false => game.write_position(&opening.position),
            };
            Ok((start, written(game, &opening.position, &opening.moves)))
        }
    }
    let spot = |name: &str| Spot { game: name.to_owned(), start: String::new(), moves: Vec::new() };
    match spot(game).visit(Read(text)) {
        Ok((start, moves)) => Ok(json!({ "game": game, "start": start, "moves": moves })),
        // Perhaps it is a board to play on.
        Err(error) => {
            let plain = game.split(':').next().unwrap_or(game);
            let other = format!("{plain}:{}", text.trim_end());
            match spot(&other).visit(Read("")) {
                Ok(_) => Ok(json!({ "game": other, "start": "", "moves": [] })),
                Err(_) => Err(error),
            }
        }
    }
}

/// The first game or position of a text.
fn opening<G: Listed>(game: &G, text: &str) -> Result<OpeningOf<G>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Opening { position: game.start(), moves: Vec::new() });
    }
    let openings = game.read_openings(text);
    if let Ok(openings) = &openings
        && openings.first().is_some_and(|first| first.moves.len() > MOST_MOVES)
    {
        return Err(format!("the game has too many moves: at most {MOST_MOVES}"));
    }
    match (openings.map(|all| all.into_iter().next()), game.read_position(text)) {
        (Ok(Some(opening)), _) => Ok(opening),
        (_, Ok(position)) => Ok(Opening { position, moves: Vec::new() }),
        (Err(error), Err(_)) if text.lines().count() > 1 => Err(error.to_string()),
        (_, Err(error)) => Err(error.to_string()),
    }
}

/// The texts of a place in a game.
pub(super) struct Write<'s> {
    pub(super) spot: &'s Spot,
    pub(super) players: [&'s str; 2],
}

impl Visitor for Write<'_> {
    type Output = Result<Json, String>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Way { moves, mut positions } = self.spot.reach(game)?;
        let names = moves.iter().zip(&positions).map(|(&mv, before)| game.write_move(before, mv));
        let names: Vec<String> = names.collect();
        let end = positions.pop().unwrap_or_else(|| Past::new(game.start()));
        let opening = Opening {
            position: positions.first().unwrap_or(&end).position().clone(),
            moves: Vec::new(),
        };
        let mut left = Vec::new();
        let with_past = WithPast::new(game);
        with_past.moves(&end, &mut left);
        let (result, ending) = match left.is_empty() {
            false => ("*", "unterminated"),
            true if with_past.is_drawn_by_repetition(&end) => (points(None), "normal"),
            true => (points(game.winner(&end)), "normal"),
        };
        let finished = Finished {
            number: 1,
            players: &self.players,
            opening: &opening,
            moves: &moves,
            result,
            ending,
        };
        Ok(json!({
            "position": game.write_position(&end),
            "moves": names.join(" "),
            "text": game.write_game(&finished),
        }))
    }
}

fn points(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::MAX) => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    }
}
