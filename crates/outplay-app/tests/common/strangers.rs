//! Games of every kind that the program has never heard of: what somebody else's catalogue may have in it.

use std::process::ExitCode;

use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape, Toward};
use outplay::face::{Catalogue, Entry};
use outplay::{Deterministic, Game, Player, Turn, ZeroSum};

/// All of them. The first is a board that everybody can play on.
pub(crate) fn catalogue() -> Catalogue {
    Catalogue::default()
        .with(Entry::new("corners", Corners).about("Four players put stones on points").board())
        .with(Entry::new("coins", Coins).about("Three players take coins from a heap"))
        .with(Entry::new("climb", Climb).about("One player goes up some stairs"))
        .with(Entry::new("dice", Dice).about("Roll or hold").chance().board())
        .with(Entry::new("slide", Slide).about("One player slides tiles").chance().board())
        .with(Entry::new("sow", Sow).about("Seeds in four pits").zero_sum().board())
        .with(Entry::new("words", Words).about("Moves with names of commands"))
        .with(Entry::new("trap", Trap).about("Rules that panic").zero_sum())
}

/// The program with these games, serving its page at any port that is free.
pub(crate) fn serve() -> ExitCode {
    outplay_app::run_with(catalogue(), ["outplay", "serve", "--port", "0", "--no-open"])
}

/// Three players take one to three coins in turn from a heap of ten, and keep them.
#[derive(Clone)]
pub(crate) struct Coins;

impl Game for Coins {
    /// What is left, and what each player has.
    type Position = (u8, [u8; 3], u8);
    type Move = u8;

    fn start(&self) -> Self::Position {
        (10, [0; 3], 0)
    }
    fn turn(&self, at: &Self::Position) -> Turn {
        Turn::Player(Player(at.2))
    }
    fn moves(&self, at: &Self::Position, moves: &mut Vec<u8>) {
        moves.extend(1..=at.0.min(3));
    }
    fn play(&self, at: &mut Self::Position, taken: u8) {
        at.0 -= taken;
        at.1[usize::from(at.2)] += taken;
        at.2 = (at.2 + 1) % 3;
    }
    fn payoff(&self, at: &Self::Position, player: Player) -> f64 {
        f64::from(at.1[player.index()])
    }
    fn players(&self) -> usize {
        3
    }
}

/// One player goes up three stairs, one or two at a time, and wins what is left of ten after as many steps.
#[derive(Clone)]
pub(crate) struct Climb;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    One,
    Two,
}

impl Game for Climb {
    type Position = (u8, u8);
    type Move = Step;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn turn(&self, _: &(u8, u8)) -> Turn {
        Turn::Player(Player(0))
    }
    fn moves(&self, at: &(u8, u8), moves: &mut Vec<Step>) {
        if at.0 < 3 {
            moves.extend([Step::One, Step::Two]);
        }
    }
    fn play(&self, at: &mut (u8, u8), step: Step) {
        *at = (at.0 + step as u8 + 1, at.1 + 1);
    }
    fn payoff(&self, at: &(u8, u8), _: Player) -> f64 {
        f64::from(10 - at.1)
    }
    fn players(&self) -> usize {
        1
    }
}

/// Two players roll a die or hold; a one ends the turn with nothing, and the first with ten wins.
#[derive(Clone)]
pub(crate) struct Dice;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Throw {
    Roll,
    Hold,
    Shows(u8),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    scores: [u8; 2],
    turn: u8,
    held: u8,
    shown: u8,
    is_rolling: bool,
}

impl Game for Dice {
    type Position = Table;
    type Move = Throw;

    fn start(&self) -> Table {
        Table::default()
    }
    fn turn(&self, at: &Table) -> Turn {
        if at.is_rolling { Turn::Chance } else { Turn::Player(Player(at.turn)) }
    }
    fn moves(&self, at: &Table, moves: &mut Vec<Throw>) {
        if at.is_rolling {
            moves.extend((1..=6).map(Throw::Shows));
        } else if at.scores.iter().all(|&score| score < 10) {
            moves.extend([Throw::Roll, Throw::Hold]);
        }
    }
    fn play(&self, at: &mut Table, throw: Throw) {
        match throw {
            Throw::Roll => at.is_rolling = true,
            Throw::Hold => {
                at.scores[usize::from(at.turn)] += at.held;
                *at = Table { scores: at.scores, turn: 1 - at.turn, ..Table::default() };
            }
            Throw::Shows(1) => {
                *at = Table { scores: at.scores, turn: 1 - at.turn, shown: 1, ..Table::default() };
            }
            Throw::Shows(pips) => {
                (at.held, at.shown, at.is_rolling) = (at.held + pips, pips, false);
            }
        }
    }
    fn payoff(&self, at: &Table, player: Player) -> f64 {
        if at.scores[player.index()] >= 10 { 1.0 } else { -1.0 }
    }
}

impl Drawn for Dice {
    fn board(&self, at: &Table) -> Board {
        let place = |x: u8| Place { x, y: 0 };
        let score = |seat: u8| {
            let stone = Piece::new(place(2 * seat), Shape::Stone, Some(seat));
            stone.labelled(at.scores[usize::from(seat)])
        };
        let die = (at.shown > 0).then(|| Piece::new(place(1), Shape::Die, None).labelled(at.shown));
        Board {
            ground: Ground::Tiles,
            width: 3,
            height: 1,
            pieces: [score(0), score(1)].into_iter().chain(die).collect(),
            caption: format!("{} held", at.held),
            ..Board::default()
        }
    }
    fn gesture(&self, _: &Table, _: Throw) -> Gesture {
        Gesture::default()
    }
}

/// One player slides a row of four tiles; equal ones merge, and a new one comes by chance.
#[derive(Clone)]
pub(crate) struct Slide;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Push {
    Left,
    Right,
    New(u8),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    tiles: [u32; 4],
    is_dealt: bool,
}

fn slid(mut tiles: [u32; 4], push: Push) -> [u32; 4] {
    if push == Push::Right {
        tiles.reverse();
    }
    let mut row: Vec<u32> = Vec::new();
    let mut is_merged = false;
    for tile in tiles.into_iter().filter(|&tile| tile > 0) {
        match row.last_mut() {
            Some(last) if *last == tile && !is_merged => (*last, is_merged) = (2 * tile, true),
            _ => {
                row.push(tile);
                is_merged = false;
            }
        }
    }
    row.resize(4, 0);
    let mut tiles: [u32; 4] = row.try_into().expect("four tiles");
    if push == Push::Right {
        tiles.reverse();
    }
    tiles
}

impl Game for Slide {
    type Position = Row;
    type Move = Push;

    fn start(&self) -> Row {
        Row { tiles: [0, 2, 0, 0], is_dealt: true }
    }
    fn turn(&self, at: &Row) -> Turn {
        if at.is_dealt { Turn::Player(Player(0)) } else { Turn::Chance }
    }
    fn moves(&self, at: &Row, moves: &mut Vec<Push>) {
        match at.is_dealt {
            true => {
                let both = [Push::Left, Push::Right];
                moves.extend(both.into_iter().filter(|&push| slid(at.tiles, push) != at.tiles));
            }
            false => moves.extend((0..4).filter(|&x| at.tiles[usize::from(x)] == 0).map(Push::New)),
        }
    }
    fn play(&self, at: &mut Row, push: Push) {
        match push {
            Push::New(x) => at.tiles[usize::from(x)] = 2,
            push => at.tiles = slid(at.tiles, push),
        }
        at.is_dealt = !at.is_dealt;
    }
    fn payoff(&self, at: &Row, _: Player) -> f64 {
        f64::from(at.tiles.iter().sum::<u32>())
    }
    fn players(&self) -> usize {
        1
    }
}

impl Drawn for Slide {
    fn board(&self, at: &Row) -> Board {
        let tile = |(x, &number): (u8, &u32)| {
            Piece::new(Place { x, y: 0 }, Shape::Tile, None).labelled(number)
        };
        let pieces = (0..).zip(&at.tiles).filter(|(_, number)| **number > 0).map(tile);
        Board {
            ground: Ground::Tiles,
            width: 4,
            height: 1,
            pieces: pieces.collect(),
            ..Board::default()
        }
    }
    fn gesture(&self, _: &Row, push: Push) -> Gesture {
        match push {
            Push::Left => Gesture::slide(Toward::Left),
            Push::Right => Gesture::slide(Toward::Right),
            Push::New(x) => Gesture::put(Place { x, y: 0 }),
        }
    }
}

/// Two players with two pits and a store each. Whoever moves puts a pit into their store, all but one seed, which goes to the other.
#[derive(Clone)]
pub(crate) struct Sow;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pits {
    pits: [[u8; 2]; 2],
    stores: [u8; 2],
    turn: u8,
}

impl Game for Sow {
    type Position = Pits;
    type Move = u8;

    fn start(&self) -> Pits {
        Pits { pits: [[4, 3]; 2], stores: [0; 2], turn: 0 }
    }
    fn turn(&self, at: &Pits) -> Turn {
        Turn::Player(Player(at.turn))
    }
    fn moves(&self, at: &Pits, moves: &mut Vec<u8>) {
        let own = at.pits[usize::from(at.turn)];
        moves.extend((0..2).filter(|&pit| own[usize::from(pit)] > 0));
    }
    fn play(&self, at: &mut Pits, pit: u8) {
        let own = usize::from(at.turn);
        let seeds = std::mem::take(&mut at.pits[own][usize::from(pit)]);
        at.stores[own] += seeds - 1;
        at.stores[1 - own] += 1;
        at.turn = 1 - at.turn;
    }
    fn payoff(&self, at: &Pits, player: Player) -> f64 {
        let ahead = f64::from(at.stores[0]) - f64::from(at.stores[1]);
        if player == Player::MAX { ahead } else { -ahead }
    }
}
impl ZeroSum for Sow {}
impl Deterministic for Sow {}

impl Drawn for Sow {
    fn board(&self, at: &Pits) -> Board {
        let pit = |seat: u8, x: u8| {
            let place = Place { x: x + 1, y: 1 - seat };
            let seeds = at.pits[usize::from(seat)][usize::from(x)];
            Piece::new(place, Shape::Pit, Some(seat)).labelled(seeds)
        };
        let store = |seat: u8, x: u8| {
            let pit = Piece::new(Place { x, y: 0 }, Shape::Pit, Some(seat));
            Piece { y: 0.5, ..pit }.labelled(at.stores[usize::from(seat)])
        };
        Board {
            ground: Ground::Pits,
            width: 4,
            height: 2,
            pieces: vec![pit(0, 0), pit(0, 1), pit(1, 0), pit(1, 1), store(0, 3), store(1, 0)],
            ..Board::default()
        }
    }
    fn gesture(&self, at: &Pits, pit: u8) -> Gesture {
        Gesture::put(Place { x: pit + 1, y: 1 - at.turn })
    }
}

/// Four players put a stone each on the points of a wheel, twice; the middle is worth two, and every other point one.
#[derive(Clone)]
pub(crate) struct Corners;

const POINTS: [(u8, u8); 9] =
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)];

/// A point by its column and row: its name has a comma in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At(u8, u8);

impl Game for Corners {
    type Position = Vec<At>;
    type Move = At;

    fn start(&self) -> Vec<At> {
        Vec::new()
    }
    fn turn(&self, at: &Vec<At>) -> Turn {
        Turn::Player(Player((at.len() % 4) as u8))
    }
    fn moves(&self, at: &Vec<At>, moves: &mut Vec<At>) {
        if at.len() < 8 {
            let all = POINTS.into_iter().map(|(x, y)| At(x, y));
            moves.extend(all.filter(|point| !at.contains(point)));
        }
    }
    fn play(&self, at: &mut Vec<At>, point: At) {
        at.push(point);
    }
    fn payoff(&self, at: &Vec<At>, player: Player) -> f64 {
        let own = at.iter().skip(player.index()).step_by(4);
        own.map(|&point| if point == At(1, 1) { 2.0 } else { 1.0 }).sum()
    }
    fn players(&self) -> usize {
        4
    }
}

impl Drawn for Corners {
    fn board(&self, at: &Vec<At>) -> Board {
        let place = |(x, y): (u8, u8)| Place { x, y };
        let stone = |(number, At(x, y)): (usize, &At)| {
            Piece::new(Place { x: *x, y: *y }, Shape::Stone, Some((number % 4) as u8))
        };
        let spokes = POINTS.into_iter().filter(|&point| point != (1, 1));
        Board {
            ground: Ground::Points,
            width: 3,
            height: 3,
            lines: spokes.map(|point| [place((1, 1)), place(point)]).collect(),
            pieces: at.iter().enumerate().map(stone).collect(),
            ..Board::default()
        }
    }
    fn gesture(&self, _: &Vec<At>, At(x, y): At) -> Gesture {
        Gesture::put(Place { x, y })
    }
}

/// Two players count to three. The rules do not know what comes after `2`, and a search finds that out.
#[derive(Clone)]
pub(crate) struct Trap;

impl Game for Trap {
    type Position = (u8, u8);
    type Move = u8;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn turn(&self, at: &(u8, u8)) -> Turn {
        Turn::Player(Player(at.1))
    }
    fn moves(&self, at: &(u8, u8), moves: &mut Vec<u8>) {
        if at.0 < 3 {
            moves.extend([1, 2]);
        }
    }
    fn play(&self, at: &mut (u8, u8), step: u8) {
        assert!(step < 2, "nobody has thought of {step}");
        *at = (at.0 + step, 1 - at.1);
    }
    fn payoff(&self, at: &(u8, u8), player: Player) -> f64 {
        if player.0 == at.1 { -1.0 } else { 1.0 }
    }
}
impl ZeroSum for Trap {}
impl Deterministic for Trap {}

/// One player says three words, which are commands as well.
#[derive(Clone)]
pub(crate) struct Words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Undo,
    Quit,
}

impl Game for Words {
    type Position = u8;
    type Move = Word;

    fn start(&self) -> u8 {
        0
    }
    fn turn(&self, _: &u8) -> Turn {
        Turn::Player(Player(0))
    }
    fn moves(&self, at: &u8, moves: &mut Vec<Word>) {
        if *at < 3 {
            moves.extend([Word::Undo, Word::Quit]);
        }
    }
    fn play(&self, at: &mut u8, _: Word) {
        *at += 1;
    }
    fn payoff(&self, at: &u8, _: Player) -> f64 {
        f64::from(*at)
    }
    fn players(&self) -> usize {
        1
    }
}
