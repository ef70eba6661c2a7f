//! Positions as [FEN](https://www.chessprogramming.org/Forsyth-Edwards_Notation), moves as players write them.
//!
//! Where a position is read, the words `startpos` and nothing at all mean the start; a move may also be
//! written as the Universal Chess Interface has it. Openings are lines of moves, positions with or without [operations](super::Epd), or whole
//! [games](super::pgn).
//!
//! ```
//! use outplay::Game;
//! use outplay::face::notation::Notation;
//! use outplay_games::chess::Chess;
//!
//! let game = Chess::default();
//! let mut position = game.start();
//! for text in ["e4", "e5", "Nf3", "b8c6"] {
//!     let mv = game.read_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
//! assert_eq!(game.write_position(&position), fen);
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use cozy_chess::{Color, Move};
use outplay::Game;
use outplay::arena::Opening;

use super::pgn::{self, Line, Noted, PgnGame};
use super::rules::{Chess, Position};
use super::{Epd, fen, san};
use crate::portable::{is_portable, tags_of};
use outplay::face::notation::{Finished, Games, Notation, NotationError, Problem, read_score};

impl Notation for Chess {
    fn write_position(&self, position: &Position) -> String {
        fen::written(position.board(), self.is_960)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        match text.trim() {
            "" | "startpos" => Ok(self.start()),
            // Only operations end in a semicolon.
            text if text.ends_with(';') => Ok(text.parse::<Epd>()?.position),
            text => fen::read(text).map(Position::from).map_err(NotationError::new),
        }
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        san::written(position.board(), mv)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        self.check_goes_on(position)?;
        san::read(position.board(), text).map_err(NotationError::new)
    }

    fn write_uci(&self, position: &Position, mv: Move) -> String {
        san::written_uci(position.board(), mv, self.is_960)
    }

    /// A program may go on where a draw could be claimed.
    fn read_uci(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        san::read_uci(position.board(), text).map_err(NotationError::new)
    }

    fn anew(&self, position: &Position) -> Position {
        let mut board = position.board().clone();
        board.set_halfmove_clock(0);
        Position::from(board)
    }

    fn picture(&self, position: &Position) -> String {
        super::picture::draw(position.board())
    }

    /// A position with operations. They do not say what it is worth in the end.
    fn read_problem(&self, line: &str) -> Result<Problem<Chess>, NotationError> {
        let epd: Epd = line.parse()?;
        let operand = |opcode| epd.operands(opcode).and_then(<[String]>::first);
        let score = operand("ce").map(|text| read_score(text)).transpose()?;
        let result = operand("c9").map(|text| payoff_of(text)).transpose()?;
        let payoff = result.map(|white| seen_by_mover(&epd.position, white));
        Ok(Problem { score, payoff, ..Problem::new(epd.position) })
    }

    /// With the operations `ce`, the evaluation in hundredths of a pawn, and `c9`, a comment in which collections keep the result.
    fn write_problem(&self, position: &Position, score: i32, payoff: Option<f64>) -> String {
        let mut operations = vec![("ce".to_owned(), vec![score.to_string()])];
        if let Some(payoff) = payoff {
            let result = match seen_by_mover(position, payoff) {
                won if won > 0.0 => "1-0",
                lost if lost < 0.0 => "0-1",
                _ => "1/2-1/2",
            };
            operations.push(("c9".to_owned(), vec![result.to_owned()]));
        }
        Epd { position: position.clone(), operations }.to_string()
    }

    /// Games of a PGN file.
    fn read_games(&self, text: &str) -> Option<Games<Chess>> {
        let opening = |game: PgnGame| Opening {
            position: game.start,
            moves: game.line.moves.iter().map(|noted| noted.mv).collect(),
        };
        let read = || Ok(pgn::read(text)?.into_iter().map(opening).collect());
        is_portable(text).then(read)
    }

    /// As a game of a PGN file.
    fn write_game(&self, game: &Finished<'_, Chess>) -> Option<String> {
        let moves = game.opening.moves.iter().chain(game.moves);
        let mut line = Line::default();
        line.moves.extend(moves.map(|&mv| Noted::new(mv)));
        let mut tags = tags_of(game, ["White", "Black"]);
        if self.is_960 {
            tags.push(("Variant".to_owned(), "Chess960".to_owned()));
        }
        let result = match game.result {
            result @ ("1-0" | "0-1" | "1/2-1/2") => result,
            _ => "*",
        };
        let (start, result) = (game.opening.position.clone(), result.to_owned());
        Some(format!("{}\n", PgnGame { tags, start, line, result }))
    }
}

impl Chess {
    /// Refuses to go on after the game was drawn, though the board has moves.
    fn check_goes_on(&self, position: &Position) -> Result<(), NotationError> {
        let why = match position.is_drawn() {
            false => return Ok(()),
            true if super::is_dead(position.board()) => "nobody has the pieces to mate",
            true => "fifty moves without a capture or a pawn's move are over",
        };
        Err(NotationError::new(format!("the game is drawn: {why}")))
    }
}

/// What White has won, as the player to move sees it, and the other way round.
fn seen_by_mover(position: &Position, payoff: f64) -> f64 {
    if position.board().side_to_move() == Color::White { payoff } else { -payoff }
}

/// What White has won by this result.
fn payoff_of(result: &str) -> Result<f64, NotationError> {
    match result {
        "1-0" => Ok(1.0),
        "0-1" => Ok(-1.0),
        "1/2-1/2" => Ok(0.0),
        _ => Err(NotationError::new(format!(
            "`{result:.20}` is no result: write 1-0, 0-1 or 1/2-1/2"
        ))),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn problems_keep_scores_and_results() {
        let game = Chess::default();
        let line = "4k3/8/8/8/8/8/4P3/4K3 b - - ce -130; c9 \"1-0\";";
        let problem = game.read_problem(line).unwrap();
        assert_eq!((problem.score, problem.payoff), (Some(-130), Some(-1.0)));
        assert_eq!(game.write_problem(&problem.position, -130, problem.payoff), line);
        let error = game.read_problem(&line.replace("1-0", "won")).err().unwrap().to_string();
        assert_eq!(error, "`won` is no result: write 1-0, 0-1 or 1/2-1/2");
    }

    use super::*;

    #[test]
    fn openings_come_in_three_forms() {
        let game = crate::catalogue().game("chess").unwrap();
        let count = |text: &str| {
            let openings = game.openings(text).unwrap();
            openings.iter().map(|opening| opening.length()).collect::<Vec<_>>()
        };
        assert_eq!(count("e4 e5\n\n# a remark\nd2d4 d7d5 c4\n"), [2, 3]);
        let epd = "rnbqkb1r/p1pppppp/5n2/1p6/3P4/2P5/PP2PPPP/RNBQKBNR w KQkq - 0 3\n\
                   rnbqkb1r/p1pppppp/5n2/1p6/3P4/2P5/PP2PPPP/RNBQKBNR w KQkq - id \"x\";";
        assert_eq!(count(epd), [0, 0]);
        assert_eq!(count("[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *"), [2, 1]);
        assert_eq!(count("1. e4 e5 2. Nf3"), [3]);
        // What can be opened can be an opening: a position and moves, numbers of moves.
        let both = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 e4 Kd7\nd4 1... d5 2. c4";
        assert_eq!(count(both), [2, 3]);
        let error = |text: &str| game.openings(text).err().unwrap().to_string();
        assert!(error("e4\ne4 Ke4").starts_with("line 2: move 2: "), "{}", error("e4\ne4 Ke4"));
        assert!(error("1. e4\n2. x").starts_with("line 2, column 4: "));
    }

    #[test]
    fn a_game_is_written_and_read() {
        let game = Chess::default();
        let opening = game.read_games("1. e4 e5").unwrap().unwrap().remove(0);
        let mut position = game.start();
        opening.moves.iter().for_each(|&mv| game.play(&mut position, mv));
        let moves = [game.read_move(&position, "Nf3").unwrap()];
        let players = ["one", "the \"other\""];
        let finished = Finished {
            number: 7,
            players: &players,
            opening: &opening,
            moves: &moves,
            result: "1-0",
            ending: "loss on time",
        };
        let text = game.write_game(&finished).unwrap();
        let read = pgn::read(&text).unwrap().remove(0);
        assert_eq!(read.tag("Black"), Some("the \"other\""));
        assert_eq!((read.line.moves.len(), &read.result[..]), (3, "1-0"));
        assert_eq!(game.read_games(&text).unwrap().unwrap()[0].moves.len(), 3);
    }

    #[test]
    fn after_the_third_time_nobody_moves() {
        let game = crate::catalogue().game("chess").unwrap();
        let line = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        assert!(game.openings(&line).is_ok());
        let error = game.openings(&(line + "e4")).err().unwrap().to_string();
        let why = "the game is drawn: the position is there for the third time";
        assert_eq!(error, format!("line 1: move 9: {why}"));
    }

    #[test]
    fn after_a_draw_nobody_moves() {
        let game = Chess::default();
        let error = |fen: &str| {
            let position = game.read_position(fen).unwrap();
            game.read_move(&position, "Kd3").unwrap_err().to_string()
        };
        assert_eq!(
            error("8/8/4k3/8/8/4K3/8/8 w"),
            "the game is drawn: nobody has the pieces to mate"
        );
        assert_eq!(
            error("8/8/4k3/8/8/4K3/8/R7 w - - 100 90"),
            "the game is drawn: fifty moves without a capture or a pawn's move are over"
        );
    }
}
