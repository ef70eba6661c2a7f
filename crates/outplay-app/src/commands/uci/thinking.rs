//! Thinking: one search as its thread sees it, and what the other program is told of it: `info` on the way, `bestmove` at the end.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use outplay::face::{Answer, Choice, Considered, Question, Session, Thinker, Told, Worth};
use outplay::{Fail, Limits};

use super::events::Event;
use super::say;
use super::searcher::{Control, Done};

/// After so long, the move that is being searched is told, and where the score lies.
const SLOW: Duration = Duration::from_secs(1);

/// A search, as its thread sees it.
pub(super) struct Thinking {
    pub(super) at: Box<dyn Session>,
    pub(super) question: Question,
    pub(super) limits: Limits,
    /// A mate in so many moves is enough.
    pub(super) mate: Option<u32>,
    /// What to play if nothing is found.
    pub(super) first: Choice,
    /// Since when its time runs.
    pub(super) started: Instant,
    pub(super) control: Arc<Control>,
    pub(super) events: Sender<Event>,
}

impl Thinking {
    /// Searches, and answers as soon as the answer may be told.
    pub(super) fn run(self, mut thinker: Box<dyn Thinker>) -> Done {
        let mut telling = Telling::of(&self);
        let found = thinker.think(&*self.at, &self.question, &self.limits, &mut |told| {
            telling.hear(&told);
        });
        let pause = telling.pause;
        match &found {
            // Not every search tells what it finds on the way.
            Ok(answer) if !telling.has_told => telling.tell(answer),
            Ok(_) => {}
            Err(refusal) => telling.say(&format!("info string {refusal}")),
        }
        self.control.wait_for_release();
        let released = Instant::now();
        let answer = self.answer(found.ok().as_ref());
        // Whoever reads the answer may ask for more at once, and then this is over.
        self.control.finish();
        say(&answer);
        Done { thinker, pause: pause.max(released.elapsed()) }
    }

    /// The best move, and the answer to it that is expected.
    fn answer(&self, found: Option<&Answer>) -> String {
        let best = found.and_then(|answer| answer.best).unwrap_or(self.first);
        let line = found.map_or(&[][..], |answer| &answer.line);
        match line {
            [first, _, ..] if *first == best => {
                let names = self.at.uci_names(&line[..2]);
                format!("bestmove {}", names.join(" ponder "))
            }
            _ => format!("bestmove {}", self.at.uci_name(best)),
        }
    }
}

/// In how many moves the player to move mates, or is mated if it is negative.
fn moves_of(plies: i32) -> i32 {
    if plies > 0 { (plies + 1) / 2 } else { plies / 2 }
}

fn score(worth: &Worth) -> String {
    let score = match worth.wins_in {
        Some(plies) => format!("mate {}", moves_of(plies)),
        None => format!("cp {}", worth.rounded()),
    };
    let bound = match worth.side() {
        None => "",
        Some(Fail::High) => " lowerbound",
        Some(Fail::Low) => " upperbound",
    };
    score + bound
}

/// The best moves, the best one first. Searches of the textbook tell moves in the order of the game.
fn ranked(answer: &Answer, count: usize) -> Vec<&Considered> {
    let mut moves: Vec<&Considered> = answer.moves.iter().collect();
    let is_best = |one: &Considered| Some(one.choice) == answer.best;
    if !moves.first().is_some_and(|first| is_best(first)) {
        moves.sort_by(|one, other| other.worth.score().total_cmp(&one.worth.score()));
        moves.sort_by_key(|one| !is_best(one));
    }
    moves.truncate(count);
    moves
}

/// Tells the other program what the search tells.
struct Telling<'t> {
    thinking: &'t Thinking,
    /// Whether anything was told of what was found.
    has_told: bool,
    /// The iteration that is under way.
    depth: u32,
    farthest: u32,
    nodes: u64,
    hash_full: u32,
    /// How many positions endgame tables knew.
    tb_hits: u64,
    /// The longest time in which the search could do nothing.
    pause: Duration,
}

impl<'t> Telling<'t> {
    fn of(thinking: &'t Thinking) -> Telling<'t> {
        Telling {
            thinking,
            has_told: false,
            depth: 0,
            farthest: 0,
            nodes: 0,
            hash_full: 0,
            tb_hits: 0,
            pause: Duration::ZERO,
        }
    }

    fn hear(&mut self, told: &Told<'_>) {
        match *told {
            Told::Iteration { depth } => self.depth = depth,
            Told::Progress { nodes, farthest, pause } => {
                (self.nodes, self.farthest, self.pause) = (nodes, farthest, pause);
            }
            Told::RootMove { choice, number, .. } if self.is_slow() => {
                let mv = self.thinking.at.uci_name(choice);
                self.say(&format!(
                    "info depth {} currmove {mv} currmovenumber {number}",
                    self.depth
                ));
            }
            Told::Outside { worth, .. } if self.is_slow() => {
                let (score, cost) = (score(worth), self.cost(self.nodes));
                self.say(&format!("info depth {} score {score} {cost}", self.depth));
            }
            Told::Answer(answer) => {
                self.tell(answer);
                self.stop_if_mate(answer);
            }
            _ => {}
        }
    }

    /// Says a line. If nobody listens any more, nobody waits for the answer.
    fn say(&self, line: &str) {
        if !say(line) {
            self.thinking.control.stop();
        }
    }

    fn tell(&mut self, answer: &Answer) {
        self.has_told = true;
        (self.hash_full, self.tb_hits) = (answer.hash_full, answer.counts.tb_hits);
        self.lines(answer).iter().for_each(|line| self.say(line));
    }

    /// One line for each of the best moves.
    fn lines(&self, answer: &Answer) -> Vec<String> {
        let asked = self.thinking.question.lines;
        let (depth, farthest) = (answer.depth, self.farthest.max(answer.depth));
        let cost = self.cost(answer.counts.generated);
        let told = ranked(answer, asked).into_iter().zip(1..).map(|(considered, number)| {
            let multi = if asked > 1 { format!(" multipv {number}") } else { String::new() };
            let score = score(&considered.worth);
            let line = self.thinking.at.uci_names(&considered.line).join(" ");
            format!("info depth {depth} seldepth {farthest}{multi} score {score} {cost} pv {line}")
        });
        told.collect()
    }

    /// Whether it takes so long that whoever looks at the screen wants to know what happens.
    fn is_slow(&self) -> bool {
        self.thinking.started.elapsed() > SLOW
    }

    /// What it has taken so far.
    fn cost(&self, nodes: u64) -> String {
        let time = self.thinking.started.elapsed();
        let rate = (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        let (full, hits) = (self.hash_full, self.tb_hits);
        format!("nodes {nodes} nps {rate} hashfull {full} tbhits {hits} time {}", time.as_millis())
    }

    fn stop_if_mate(&self, answer: &Answer) {
        let is_won = |worth: &Worth| worth.wins_in.is_some_and(|plies| plies > 0);
        if self.thinking.mate.is_some() && answer.worth.as_ref().is_some_and(is_won) {
            self.thinking.control.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use outplay::face::{Catalogue, Entry, Options};
    use outplay::{Bound, Depth, Game, Player, Turn, Value, textbook};

    use super::*;

    impl Thinking {
        /// A search without limits, of which nobody wants to know anything.
        pub(in super::super) fn about(at: Box<dyn Session>, events: Sender<Event>) -> Thinking {
            Thinking {
                at,
                question: Question::default(),
                limits: Limits::default(),
                mate: None,
                first: Choice(0),
                started: Instant::now(),
                control: Control::new(false),
                events,
            }
        }
    }

    #[test]
    fn plies_are_told_as_moves() {
        // A mate in three moves takes five plies; whoever is mated in four plies moves twice.
        assert_eq!([1, 2, 5, -1, -2, -4].map(moves_of), [1, 1, 3, 0, -1, -2]);
        let worth = |value, wins_in| Worth {
            value,
            decides: false,
            wins_in,
            meaning: None,
            each: Vec::new(),
        };
        let opinion = |bound| Value::opinion(bound, 3);
        assert_eq!(score(&worth(opinion(Bound::Exact(29.6)), None)), "cp 30");
        assert_eq!(score(&worth(opinion(Bound::AtLeast(30.0)), None)), "cp 30 lowerbound");
        assert_eq!(score(&worth(opinion(Bound::AtMost(-30.0)), None)), "cp -30 upperbound");
        let mated = worth(Value::Proven(Bound::Exact(-29_996.0)), Some(-4));
        assert_eq!(score(&mated), "mate -2");
    }

    /// Three players take one or two from a heap, and whoever takes the last one wins: a game that the engine does not take.
    #[derive(Clone)]
    struct Heap;

    impl Game for Heap {
        type Position = (u8, u8);
        type Move = u8;

        fn start(&self) -> (u8, u8) {
            (5, 0)
        }
        fn turn(&self, at: &(u8, u8)) -> Turn {
            Turn::Player(Player(at.1))
        }
        fn moves(&self, at: &(u8, u8), moves: &mut Vec<u8>) {
            moves.extend(1..=at.0.min(2));
        }
        fn play(&self, at: &mut (u8, u8), taken: u8) {
            *at = (at.0 - taken, (at.1 + 1) % 3);
        }
        fn payoff(&self, at: &(u8, u8), player: Player) -> f64 {
            f64::from(u8::from(player.0 == (at.1 + 2) % 3))
        }
        fn players(&self) -> usize {
            3
        }
    }

    #[test]
    fn a_game_without_the_engine_has_its_first_search() {
        let catalogue = Catalogue::default().with(Entry::new("heap", Heap));
        let game = catalogue.game("heap").expect("it is there");
        assert_eq!(game.about().usual_search(), "max-n");
        let textbook = textbook::Config { deepen: true, ..textbook::Config::default() };
        let options = Options { textbook, ..Options::default() };
        let mut thinker = game.thinker("max-n", &options).expect("it takes any game");
        let at = game.open("2").expect("a move");
        let thinking = Thinking {
            question: Question { lines: 2, ..Question::default() },
            ..Thinking::about(at, std::sync::mpsc::channel().0)
        };
        let Thinking { at, question, limits, .. } = &thinking;
        let answer = thinker.think(&**at, question, limits, &mut |_| ()).expect("an answer");
        // Three are left: who takes one leaves two to the next player, who wins; who takes two leaves one.
        assert_eq!(thinking.answer(Some(&answer)), "bestmove 1 ponder 2");
        let told = Telling::of(&thinking).lines(&answer);
        assert_eq!(told.len(), 2);
        assert!(told[0].contains(" multipv 1 score cp 0 ") && told[0].ends_with(" pv 1 2"));
        // Without an evaluation, it cannot be cut off.
        let depth = Limits { depth: Some(Depth::plies(1)), ..Limits::default() };
        let refusal = thinker.think(&**at, question, &depth, &mut |_| ()).unwrap_err();
        assert!(refusal.to_string().contains("evaluation"), "{refusal}");
        assert_eq!(thinking.answer(None), "bestmove 1");
    }
}
