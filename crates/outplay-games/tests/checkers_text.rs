//! Positions and games of checkers as text: damaged ones, and games that another program reads and writes.

use std::fs;
use std::path::PathBuf;

use outplay::Game;
use outplay::face::notation::Notation;
use outplay_games::checkers::pdn::{self, Outcome, PdnGame};
use outplay_games::checkers::{Checkers, Move, Position, WHITE};

fn legal(position: Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal(|mv| moves.push(mv));
    moves
}

#[test]
fn ten_thousand_damaged_positions_are_read_or_refused() {
    let game = Checkers::default();
    let texts =
        ["B:W18,24,K27:B12,16,K20", "W:W21-32:B1-12", "B:WK1-4:BK29-32:H17:F3", "b:b1,2,3.:wK32"];
    let letters: Vec<char> = "0123456789KWBHFkwb:,.-\"é💣 ".chars().collect();
    let mut random = fastrand::Rng::with_seed(5);
    let mut read = 0;
    for number in 0..10_000 {
        let mut text: Vec<char> = texts[number % texts.len()].chars().collect();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..=text.len());
            match random.u8(..4) {
                0 => text.insert(at, letters[random.usize(..letters.len())]),
                1 if at < text.len() => _ = text.remove(at),
                2 if at < text.len() => text[at] = letters[random.usize(..letters.len())],
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        match game.read_position(&text) {
            Ok(position) => {
                read += 1;
                assert_eq!(game.read_position(&game.write_position(&position)), Ok(position));
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
        }
    }
    assert!((500..9_500).contains(&read), "{read} of them are positions");
}

/// Where the games for another program are; what it writes has `.back` behind it.
fn records() -> PathBuf {
    let usual = std::env::temp_dir().join("outplay-checkers.pdn");
    std::env::var_os("CHECKERS_RECORDS").map_or(usual, Into::into)
}

/// A thousand random games from the usual start. In a game from a position, pydraughts expects other numbers of moves than the standard has.
fn games() -> Vec<PdnGame> {
    let mut random = fastrand::Rng::with_seed(17);
    let game = |number: usize| {
        let start = Checkers::default().start();
        let (mut now, mut moves) = (start, Vec::new());
        // Every tenth is a long one, most of those with kings: pydraughts takes its time.
        let longest = if number.is_multiple_of(10) { 100 } else { 30 };
        while moves.len() < longest && !legal(now).is_empty() {
            let all = legal(now);
            moves.push(all[random.usize(..all.len())]);
            now.make(moves[moves.len() - 1]);
        }
        let result = match legal(now).is_empty() {
            true if now.player() == WHITE => Outcome::Black,
            true => Outcome::White,
            false => Outcome::Draw,
        };
        let end = Checkers::default().write_position(&now.with_plies(0));
        let tags = [("Event", "Test".to_owned()), ("Round", number.to_string()), ("End", end)];
        let tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
        PdnGame { tags, start, moves, result }
    };
    (0..1_000).map(game).collect()
}

/// For `just checkers-records`.
#[test]
#[ignore = "writes a file for benches/checkers/records"]
fn write_games_for_another_reader() {
    let text: String = games().iter().map(|game| format!("{game}\n")).collect();
    fs::write(records(), text).expect("it is written");
}

/// For `just checkers-records`.
#[test]
#[ignore = "reads the file that benches/checkers/records has written"]
fn games_come_back_from_another_writer() {
    let text = fs::read_to_string(records().with_extension("pdn.back")).expect("it is there");
    let (written, back) = (games(), pdn::read(&text).expect("it is read"));
    assert_eq!(written.len(), back.len());
    let mut moves = 0;
    for (written, back) in written.iter().zip(&back) {
        let round = written.tag("Round");
        assert_eq!(back.tag("Round"), round);
        assert_eq!(back.start, written.start, "game {round:?}");
        assert_eq!(back.moves, written.moves, "game {round:?}");
        assert_eq!(back.result, written.result, "game {round:?}");
        moves += written.moves.len();
    }
    println!("{} games of {moves} moves came back as they were written", written.len());
}
