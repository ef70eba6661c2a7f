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

/// A text with a few letters more, fewer or others, or without its end.
fn damaged(text: &str, letters: &[char], random: &mut fastrand::Rng) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..=text.len());
        match random.u8(..4) {
            0 => text.insert(at, letters[random.usize(..letters.len())]),
            1 if at < text.len() => _ = text.remove(at),
            2 if at < text.len() => text[at] = letters[random.usize(..letters.len())],
            _ => text.truncate(at),
        }
    }
    text.into_iter().collect()
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
        let text = damaged(texts[number % texts.len()], &letters, &mut random);
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

/// Whole games: what is still read can be written and read again, and what is not says in which line.
#[test]
fn ten_thousand_damaged_games_are_read_or_refused() {
    let texts = [
        "[Event \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. 11-15 $1 {good} 22-18 ; a line\n2. 15x22! (2. x) 25x18 3. 8-11 1-0\n",
        "[FEN \"B:W14,15,22,23:B10\"]\n\n1. 10x19x26 *\n\n[SetUp \"1\"]\n[FEN \"W:W18,24,K27:B12,16,K20\"]\n\n1... 18-15 0-1\n",
        "[GameType \"21,B,8,8,N1,0\"]\n1.9-13 21-17 2. 5-9 25-21 3. 11-15 1/2-1/2",
    ];
    let letters: Vec<char> = "0123456789-x*.()[]{}\"\\;%$!?KWB:,/\n é💣".chars().collect();
    let mut random = fastrand::Rng::with_seed(6);
    let (mut games_read, mut refused) = (0, 0);
    for number in 0..10_000 {
        let text = damaged(texts[number % texts.len()], &letters, &mut random);
        match pdn::read(&text) {
            Ok(games) => {
                games_read += games.len();
                let written: String = games.iter().map(|game| format!("{game}\n")).collect();
                let again =
                    pdn::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
                let played = |games: &[PdnGame]| -> Vec<_> {
                    games.iter().map(|game| (game.start, game.moves.clone())).collect()
                };
                assert_eq!(played(&again), played(&games), "{text}");
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with("line "), "{text}: {error}");
            }
        }
    }
    assert!(games_read > 2_000 && refused > 2_000, "{games_read} read, {refused} refused");
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
