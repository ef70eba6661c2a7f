//! The face: what all doors see of a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use outplay::face::notation::{Notation, NotationError};
use outplay::face::{AnyGame, Catalogue, Choice, Entry, Options, OwnEvaluation, Question};
use outplay::textbook::{Passing, Search};
use outplay::{
    Bound, Depth, Deterministic, Evaluation, Game, Limits, Outcomes, Player, Turn, ZeroSum,
};

/// Players take one to three from a heap in turn, and win what they took at an odd size of the heap. The loser of the last one pays two.
#[derive(Clone)]
struct Heap {
    players: u8,
    size: u8,
    /// How often a position was read.
    reads: Arc<AtomicUsize>,
}

impl Heap {
    fn new(players: u8, size: u8) -> Heap {
        Heap { players, size, reads: Arc::default() }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Left {
    left: u8,
    mover: u8,
    won: [i8; 4],
}

impl Game for Heap {
    type Position = Left;
    type Move = u8;

    fn start(&self) -> Left {
        Left { left: self.size, mover: 0, won: [0; 4] }
    }
    fn turn(&self, at: &Left) -> Turn {
        Turn::Player(Player(at.mover))
    }
    fn moves(&self, at: &Left, moves: &mut Vec<u8>) {
        moves.extend(1..=at.left.min(3));
    }
    fn play(&self, at: &mut Left, taken: u8) {
        let mover = usize::from(at.mover);
        at.won[mover] += if at.left % 2 == 1 { taken as i8 } else { 0 };
        at.left -= taken;
        at.won[mover] -= if at.left == 0 { 2 } else { 0 };
        at.mover = (at.mover + 1) % self.players;
    }
    fn payoff(&self, at: &Left, player: Player) -> f64 {
        let won = at.won.map(f64::from);
        match self.players {
            2 => won[player.index()] - won[1 - player.index()],
            _ => won[player.index()],
        }
    }
    fn players(&self) -> usize {
        usize::from(self.players)
    }
    fn key(&self, at: &Left) -> Option<u64> {
        let won = at.won.iter().fold(0, |key, &won| key << 8 | u64::from(won as u8));
        Some(won << 16 | u64::from(at.left) << 8 | u64::from(at.mover))
    }
}

impl ZeroSum for Heap {
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: 40 }
    }
}
impl Deterministic for Heap {}

impl Passing for Heap {
    fn pass_to(&self, at: &mut Left, player: Player) {
        at.mover = player.0;
    }
}

/// What a player has so far.
#[derive(Clone)]
struct SoFar;

impl Evaluation<Heap> for SoFar {
    fn evaluate(&self, game: &Heap, at: &Left, player: Player) -> f64 {
        game.payoff(at, player)
    }
}

/// A position is how much is left, a blank, and who is to move: `heap 7 of 2`.
impl Notation for Heap {
    fn write_position(&self, at: &Left) -> String {
        format!("heap {} of {}", at.left, at.mover + 1)
    }
    fn read_position(&self, text: &str) -> Result<Left, NotationError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u8>().ok();
        let read = match words[..] {
            ["heap", left, "of", mover] => number(left).zip(number(mover)),
            _ => None,
        };
        let is_there = |&(_, mover): &(u8, u8)| (1..=self.players).contains(&mover);
        let (left, mover) =
            read.filter(is_there).ok_or_else(|| NotationError::new("it is like `heap 7 of 2`"))?;
        Ok(Left { left, mover: mover - 1, won: [0; 4] })
    }
    fn write_move(&self, _: &Left, taken: u8) -> String {
        taken.to_string()
    }
    fn read_move(&self, at: &Left, text: &str) -> Result<u8, NotationError> {
        let taken = text.parse().ok().filter(|taken| (1..=at.left.min(3)).contains(taken));
        taken.ok_or_else(|| NotationError::new(format!("`{text:.10}` cannot be taken")))
    }
    fn picture(&self, at: &Left) -> String {
        self.write_position(at)
    }
}

fn two(size: u8) -> Arc<dyn AnyGame> {
    let own = |_: &Heap, _: &str, _: &Left, _: &mut fastrand::Rng, _: &_| Some(1);
    let entry = Entry::new("heap", Heap::new(2, size)).players(&[&["modest"]], own);
    Catalogue::default().with(entry.zero_sum()).game("heap").expect("it is there")
}

fn three(size: u8) -> Arc<dyn AnyGame> {
    let entry = Entry::new("heap", Heap::new(3, size)).evaluation(SoFar).passing();
    Catalogue::default().with(entry).game("heap").expect("it is there")
}

/// Evaluations beside the usual one.
const OWN: [(&str, OwnEvaluation<Heap>); 2] = [
    ("few", |_, _, player| if player == Player::MAX { 0.25 } else { -0.25 }),
    ("many", |_, _, player| if player == Player::MAX { 0.5 } else { -0.5 }),
];

#[test]
fn a_search_takes_the_evaluation_that_it_is_told_to() {
    let entry = Entry::new("heap", Heap::new(2, 9)).evaluations(&OWN).zero_sum();
    let game = Catalogue::default().with(entry).game("heap").expect("it is there");
    assert_eq!(game.about().evaluations, ["few", "many"]);
    let found = |name: &str, text: &str, plies: u32| {
        let evaluation = Some(name.to_owned());
        let mut thinker =
            game.thinker("alpha-beta", &Options { evaluation, ..Options::default() })?;
        let limits = Limits { depth: Some(Depth::plies(plies)), ..Limits::default() };
        let at = game.open(text).expect("a position");
        thinker.think(&*at, &Question::default(), &limits, &mut |_| ())
    };
    let score = |name: &str, text: &str, plies: u32| {
        found(name, text, plies).expect("it takes it").worth.expect("it is known").score()
    };
    // The worth is for the player to move; 0 plies are the evaluation alone.
    for plies in [0, 1, 2] {
        assert_eq!([score("few", "", plies), score("many", "", plies)], [0.25, 0.5]);
        assert_eq!(score("many", "1", plies), -0.5);
    }
    let told = found("none", "", 1).expect_err("there is none").to_string();
    assert_eq!(told, "heap has no evaluation `none`: beside the usual one there are few, many");
    let options = Options { evaluation: Some("few".to_owned()), ..Options::default() };
    let told = two(9).thinker("max-n", &options).err().expect("there is none").to_string();
    assert_eq!(told, "heap has no evaluation `few`, and no other one by name");
}

#[test]
fn only_the_moves_that_are_asked_about_are_looked_at() {
    let subsets = [vec![0], vec![1], vec![2], vec![0, 1], vec![2, 0], vec![1, 2], vec![0, 1, 2]];
    let (mut asked, mut differing) = (0, 0);
    for (game, text) in [(two(9), ""), (two(9), "2"), (three(8), ""), (three(8), "1 1")] {
        for (search, has_table) in
            game.about().searches.iter().flat_map(|one| [(one.name, false), (one.name, true)])
        {
            let mut options = Options::default();
            options.textbook.table = has_table;
            let session = game.open(text).unwrap();
            let think = |only: &[u32], lines: usize| {
                let only = only.iter().copied().map(Choice).collect();
                let question = Question { only, lines, ..Question::default() };
                let mut thinker = game.thinker(search, &options).unwrap();
                thinker.think(&*session, &question, &Limits::default(), &mut |_| ()).unwrap()
            };
            let score =
                |answer: &outplay::face::Answer| answer.worth.as_ref().unwrap().value.score();
            let alone = [0, 1, 2].map(|one| score(&think(&[one], 1)));
            for only in &subsets {
                let answer = think(only, 1);
                let best = only.iter().map(|&one| alone[one as usize]).fold(f64::MIN, f64::max);
                assert_eq!(score(&answer), best, "{search} {text} {only:?} {alone:?}");
                let chosen = answer.best.unwrap().0;
                assert!(only.contains(&chosen), "{search} {text}: {chosen} of {only:?}");
                assert_eq!(alone[chosen as usize], best, "{search} {text} {only:?} {alone:?}");
                let looked = answer.moves.iter().map(|one| one.choice.0);
                assert!(looked.into_iter().all(|one| only.contains(&one)), "{search} {text}");
            }
            assert_eq!(score(&think(&[], 1)), score(&think(&[0, 1, 2], 1)), "{search}");
            differing += usize::from(alone.iter().any(|&one| one != alone[0]));
            asked += 1;
        }
    }
    // Where all moves are equally good, nothing is shown by it.
    assert!(3 * differing > 2 * asked, "{differing} of {asked}");
}

#[test]
fn a_player_that_cannot_be_told_which_moves_to_look_at_says_so() {
    let game = two(9);
    let mut modest = game.thinker("modest", &Options::default()).unwrap();
    let mut ask = |only: Vec<Choice>| {
        let question = Question { only, ..Question::default() };
        modest.think(&*game.start(), &question, &Limits::default(), &mut |_| ())
    };
    assert_eq!(ask(Vec::new()).unwrap().best, Some(Choice(0)));
    let refusal = ask(vec![Choice(1)]).unwrap_err().to_string();
    assert!(refusal.contains("cannot be told which moves to look at"), "{refusal}");
}

#[test]
fn a_long_text_is_not_read_once_for_each_of_its_words() {
    let heap = Heap::new(2, 9);
    let reads = Arc::clone(&heap.reads);
    let game = Catalogue::default().with(Entry::new("heap", heap).notation());
    let game = game.game("heap").expect("it is in the catalogue");
    // A position and moves, with more blanks than needed.
    let session = game.open("heap  7 of  2   3 1").unwrap();
    assert_eq!((session.position(), session.length()), ("heap 3 of 2".to_owned(), 2));
    reads.store(0, Ordering::Relaxed);
    assert!(game.open(&"heap 7 or 2 ".repeat(1_000)).is_err());
    let reads = reads.load(Ordering::Relaxed);
    assert!(reads <= 32, "a position of four words was read {reads} times");
}

#[test]
fn openings_are_read_as_every_other_position() {
    let game = Catalogue::default().with(Entry::new("heap", Heap::new(2, 9)).notation());
    let game = game.game("heap").expect("it is in the catalogue");
    let lines = ["1 2", "heap 7 of 2", "heap 7 of 2 3 1", "1. 3 2. 1", "", "12"];
    let file = format!("# a remark\n\n{}\n", lines.join("\n"));
    let read = game.openings(&file).unwrap();
    let told = |text: &&str| {
        let session = game.open(text).unwrap();
        (session.position(), session.length())
    };
    // An empty line is none.
    let wanted: Vec<_> = lines.iter().filter(|line| !line.is_empty()).map(told).collect();
    let found: Vec<_> = read.iter().map(|one| (one.position(), one.length())).collect();
    assert_eq!(found, wanted);
    let wrong = game.openings("1 2\nheap 7 of 2 3 4").err().unwrap().to_string();
    assert_eq!(wrong, "line 2: move 2: `4` cannot be taken");
}

/// Rules that panic at the start.
#[derive(Clone)]
struct Broken;

impl Game for Broken {
    type Position = u8;
    type Move = u8;
    fn start(&self) -> u8 {
        std::panic::panic_any(7_u8)
    }
    fn turn(&self, _: &u8) -> Turn {
        Turn::Player(Player(0))
    }
    fn moves(&self, _: &u8, _: &mut Vec<u8>) {}
    fn play(&self, _: &mut u8, _: u8) {}
    fn payoff(&self, _: &u8, _: Player) -> f64 {
        0.0
    }
}

#[test]
fn a_check_says_so_where_rules_panic_without_a_word() {
    assert!(two(9).check().is_ok());
    let wrong = outplay::face::guarded(|| Broken.start()).unwrap_err();
    assert_eq!(wrong, "the rules panicked, and do not say why");
}

#[test]
fn best_reply_search_is_one_of_the_searches() {
    let game = three(8);
    assert!(game.about().has_search("best-reply"));
    for (text, depth) in [("", 8), ("", 3), ("2", 5), ("1 3", 4), ("3 1 1", 8)] {
        let session = game.open(text).unwrap();
        let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
        let mut told = Vec::new();
        let mut options = Options::default();
        options.textbook.deepen = true;
        let mut thinker = game.thinker("best-reply", &options).unwrap();
        let found = thinker
            .think(&*session, &Question::default(), &limits, &mut |one| {
                if let outplay::face::Told::Answer(answer) = one {
                    told.push(answer.clone());
                }
            })
            .unwrap();
        let heap = Heap::new(3, 8);
        let mut position = heap.start();
        text.split_whitespace().for_each(|taken| heap.play(&mut position, taken.parse().unwrap()));
        let Turn::Player(mover) = heap.turn(&position) else { panic!("nobody moves by chance") };
        let search = Search::new(&heap).evaluation(SoFar).depth(Depth::plies(depth));
        let wanted = search.best_reply(&position, mover).unwrap();
        let value = found.worth.as_ref().unwrap().value;
        assert_eq!(Some(value.score()), wanted.value.map(Bound::score), "{text}");
        let best = wanted.best.map(|(_, mv)| u32::from(mv) - 1);
        assert_eq!(found.best.map(|best| best.0), best, "{text}");
        assert!(value.proven().is_none() && !found.complete, "players do not pass in fact");
        assert_eq!((found.line.len(), told.last().unwrap().best), (1, found.best));
    }
}

#[test]
fn best_reply_search_refuses_what_it_does_not_take() {
    let refusal = |game: &dyn AnyGame| {
        game.thinker("best-reply", &Options::default()).err().unwrap().to_string()
    };
    assert!(refusal(&*two(9)).contains("three players or more"), "{}", refusal(&*two(9)));
    let entry = Entry::new("heap", Heap::new(2, 9)).evaluation(SoFar).passing();
    let pair = Catalogue::default().with(entry).game("heap").expect("it is in the catalogue");
    assert!(!pair.about().has_search("best-reply"));
    assert!(refusal(&*pair).contains("three players or more"));
    let game = three(8);
    let trace = game.trace("best-reply", &*game.start(), Default::default());
    assert!(trace.err().unwrap().to_string().contains("`paranoid` can"));
}
