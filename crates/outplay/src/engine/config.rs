//! The knobs of the engine, as plain data.

/// How the score of a position is found by searches of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Deeper and deeper, each time with a window around what was found before. For games that are
    /// [evaluated](super::Insight::EVALUATES).
    Deepen,
    /// Question by question, whether the score is above a number, from the outside inwards.
    Bisect,
    /// The same, from a guess onwards: MTD(f) (Plaat, *Research Re: search & Re-search*, 1996).
    Guess,
    /// At once, with a window in which everything lies.
    Open,
}

/// The knobs. Those above the line keep a score to the end exact; they are there to be switched off one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Remember positions in the table.
    pub table: bool,
    /// Ask [`known`](super::Insight::known) and [`finish`](super::Insight::finish), and try only [the moves that
    /// suffice](super::Insight::moves).
    pub facts: bool,
    /// Order moves as [the game cares](super::Insight::care).
    pub promise: bool,
    /// Order moves by what cut off elsewhere.
    pub habits: bool,
    /// Play a move that is the only one at once.
    pub forced: bool,
    /// Try all moves but the first with a window in which nothing lies.
    pub scout: bool,
    /// Look whether the next positions are known well enough, before any is searched.
    pub siblings: bool,
    /// How a solved score is found; by what the game knows, if not said.
    pub driver: Option<Driver>,
    /// Only find out who wins: the score is 1, 0 or -1.
    pub weak: bool,
    /// Find the score of every move, too.
    pub moves: bool,
    /// How many of the best moves a [search](super::Engine::search) compares, each with its line.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// Call other threads for the shortest search, too: for tests.
    pub eager: bool,
    // ---- below the line: off when a score has to be exact
    /// Leave out what a shallow search finds hopeless. Before an exact search it still helps to order moves.
    pub probcut: bool,
    /// Go on with noisy moves until a position is quiet.
    pub quiet: bool,
    /// Leave a position that is good enough even for who does nothing.
    pub idle: bool,
    /// Leave positions, and moves, that are far outside of the window.
    pub futility: bool,
    /// Look less deep at moves that come late in the order.
    pub reduce: bool,
    /// Leave out moves that come very late in the order.
    pub late: bool,
    /// Leave out moves that lose an exchange.
    pub exchange: bool,
    /// Leave out moves that were tried in vain elsewhere.
    pub unlucky: bool,
    /// Look deeper where a player is in danger.
    pub extend: bool,
    /// Look deeper at a move that is much better than all others.
    pub single: bool,
    /// Look less deep where no best move is remembered.
    pub unhinted: bool,
    /// Correct the evaluation by what searches found in similar positions.
    pub correct: bool,
    /// Leave what cannot be a quicker win than one that was found.
    pub quicker: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            table: true,
            facts: true,
            promise: true,
            habits: true,
            forced: true,
            scout: true,
            siblings: true,
            driver: None,
            weak: false,
            moves: false,
            lines: 1,
            threads: 1,
            eager: false,
            probcut: true,
            quiet: true,
            idle: true,
            futility: true,
            reduce: true,
            late: true,
            exchange: true,
            unlucky: true,
            extend: true,
            single: true,
            unhinted: true,
            correct: true,
            quicker: true,
        }
    }
}

impl Config {
    /// Nothing is left out, and nothing looked at deeper or less deep than asked for.
    pub fn plain(self) -> Config {
        Config {
            probcut: false,
            quiet: false,
            idle: false,
            futility: false,
            reduce: false,
            late: false,
            exchange: false,
            unlucky: false,
            extend: false,
            single: false,
            unhinted: false,
            correct: false,
            quicker: false,
            ..self
        }
    }

    /// The switches by their names, for whoever reads them from a text.
    pub fn switches(&mut self) -> impl Iterator<Item = (&'static str, &mut bool)> {
        [
            ("remember", &mut self.table),
            ("facts", &mut self.facts),
            ("promise", &mut self.promise),
            ("habits", &mut self.habits),
            ("forced", &mut self.forced),
            ("scout", &mut self.scout),
            ("siblings", &mut self.siblings),
            ("probcut", &mut self.probcut),
            ("quiet", &mut self.quiet),
            ("idle", &mut self.idle),
            ("futility", &mut self.futility),
            ("reduce", &mut self.reduce),
            ("late", &mut self.late),
            ("exchange", &mut self.exchange),
            ("unlucky", &mut self.unlucky),
            ("extend", &mut self.extend),
            ("single", &mut self.single),
            ("unhinted", &mut self.unhinted),
            ("correct", &mut self.correct),
            ("quicker", &mut self.quicker),
        ]
        .into_iter()
    }

    /// All knobs on, then each of them off, then all of them: what a test of a game's insight goes through.
    pub fn each_off() -> Vec<Config> {
        let all = Config::default();
        let driver = |driver| Config { driver: Some(driver), ..all };
        vec![
            all,
            Config { table: false, ..all },
            Config { facts: false, ..all },
            Config { promise: false, ..all },
            Config { habits: false, ..all },
            Config { forced: false, ..all },
            Config { scout: false, driver: Some(Driver::Open), ..all },
            Config { siblings: false, ..all },
            Config { probcut: false, ..all },
            Config { threads: 2, eager: true, ..all },
            driver(Driver::Deepen),
            driver(Driver::Bisect),
            driver(Driver::Guess),
            driver(Driver::Open),
            Config {
                table: false,
                facts: false,
                promise: false,
                habits: false,
                forced: false,
                scout: false,
                siblings: false,
                driver: Some(Driver::Open),
                ..all.plain()
            },
        ]
    }
}
