//! Reads trees written as nested lists. It keeps its own stack, so deep nesting cannot overflow.

use std::collections::{HashMap, HashSet};

use super::{Agent, Child, Node, Tree, TreeError, Worth};
use crate::{MAX_PLY, Player, Range, Role};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 200;

pub(super) fn parse(text: &str) -> Result<Tree, TreeError> {
    let mut parser = Parser::new(text);
    parser.header()?;
    parser.tree()?;
    parser.finish()
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    header: Vec<Seat>,
    range: Range<f64>,
    nodes: Vec<Node>,
    children: Vec<Child>,
    payoffs: Vec<f64>,
    names: HashSet<&'t str>,
    open: Vec<Open>,
    root: Option<u32>,
    /// Payoffs per leaf, and where the first leaf is.
    arity: Option<(usize, usize)>,
    highest_player: usize,
}

/// A word of the header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    Max,
    Min,
    Chance,
    Player(u8),
}

/// A bracket that is still open.
struct Open {
    node: u32,
    start: usize,
    close: u8,
    children: Vec<Child>,
    with_odds: usize,
    /// Whether chance moves here.
    chance: bool,
    /// How many brackets around it took somebody's turn.
    level: usize,
}

/// What stands before a bracket, or instead of one: `1/2:B=4:min`.
#[derive(Clone, Copy, Default)]
struct Label<'t> {
    odds: Option<f64>,
    name: Option<&'t str>,
    number: Option<f64>,
    /// Whether the number follows a `=`.
    equals: bool,
    mover: Option<Seat>,
    start: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parser<'t> {
        Parser {
            text,
            at: 0,
            header: Vec::new(),
            range: Range::ALL,
            nodes: Vec::new(),
            children: Vec::new(),
            payoffs: Vec::new(),
            names: HashSet::new(),
            open: Vec::new(),
            root: None,
            arity: None,
            highest_player: 0,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(next) = self.text[self.at..].chars().next() {
            match next {
                '#' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                ',' => self.at += 1,
                _ if next.is_whitespace() => self.at += next.len_utf8(),
                _ => return,
            }
        }
    }

    /// The text up to the next space or bracket.
    fn atom(&mut self) -> &'t str {
        let start = self.at;
        let ends = |c: char| c.is_whitespace() || "(){}[],#".contains(c);
        self.at += self.text[start..].find(ends).unwrap_or(self.text.len() - start);
        &self.text[start..self.at]
    }

    fn header(&mut self) -> Result<(), TreeError> {
        loop {
            self.skip_space();
            let start = self.at;
            let word = self.atom();
            let bare = word.trim_end_matches([':', ';']);
            let brackets = matches!(self.peek(), Some(b'(' | b'{')) && bare == word;
            if bare == "payoffs" {
                self.range = Range { low: self.header_number()?, high: self.header_number()? };
                if self.range.is_empty() {
                    return Err(TreeError::byte(start, "the least payoff is above the most"));
                }
            } else if let Some(seat) = seat(bare).filter(|_| !brackets) {
                self.header.push(seat);
                self.note_player(seat, start)?;
            } else if !bare.is_empty() || word.is_empty() {
                self.at = start;
                self.check_no_header_follows(bare)?;
                return self.check_header();
            }
        }
    }

    /// Several words before the first bracket, or one with a colon, are meant to be a header.
    fn check_no_header_follows(&self, word: &str) -> Result<(), TreeError> {
        let rest = &self.text[self.at..];
        let words = rest.find(['(', '{', '[']).map_or("", |bracket| rest[..bracket].trim());
        let odds = words.strip_suffix(':').is_some_and(|odds| fraction(odds).is_some());
        let several = words.contains(char::is_whitespace) && !words.contains(['#', ')', '}']);
        if odds || !(several || words.ends_with(':')) {
            return Ok(());
        }
        let known = "`max`, `min`, `chance`, or `p0`, `p1` ...";
        Err(TreeError::byte(self.at, format!("a header names {known}, not `{word}`,")))
    }

    fn header_number(&mut self) -> Result<f64, TreeError> {
        self.skip_space();
        let start = self.at;
        let word = self.atom().trim_end_matches([':', ';']);
        number(word).ok_or_else(|| {
            TreeError::byte(start, format!("`payoffs` needs two numbers, not `{word}`,"))
        })
    }

    fn check_header(&self) -> Result<(), TreeError> {
        let wrong = |what: &str| Err(TreeError::whole(format!("the header {what}")));
        let numbered = |seat: &Seat| matches!(seat, Seat::Player(_));
        let named = |seat: &Seat| matches!(seat, Seat::Max | Seat::Min);
        if self.header.iter().any(numbered) && self.header.iter().any(named) {
            return wrong("mixes `max` and `min` with `p0`, `p1` ...: use one or the other");
        }
        if !self.header.is_empty() && !self.header.iter().any(|seat| numbered(seat) || named(seat))
        {
            return wrong("has no player: `max`, `min` or `p0`, `p1` ...");
        }
        if self.header.len() > 255 {
            return wrong("has more than 255 levels");
        }
        Ok(())
    }

    fn note_player(&mut self, seat: Seat, at: usize) -> Result<(), TreeError> {
        if let Seat::Player(player) = seat {
            if player >= 64 {
                return Err(TreeError::byte(at, "a tree has at most 64 players, `p0` to `p63`,"));
            }
            self.highest_player = self.highest_player.max(usize::from(player) + 1);
        }
        Ok(())
    }

    fn tree(&mut self) -> Result<(), TreeError> {
        loop {
            self.skip_space();
            match self.peek() {
                None => return self.end(),
                Some(byte @ (b')' | b'}' | b']')) => self.close(byte)?,
                Some(_) if self.root.is_some() && self.open.is_empty() => {
                    return Err(TreeError::byte(self.at, "text after the end of the tree"));
                }
                Some(_) => self.node()?,
            }
        }
    }

    fn end(&self) -> Result<(), TreeError> {
        match self.open.last() {
            Some(open) => {
                Err(TreeError::byte(self.at, format!("missing `{}`", char::from(open.close))))
            }
            None if self.root.is_none() && self.text.trim().is_empty() => {
                Err(TreeError::whole("no tree: the text is empty"))
            }
            None if self.root.is_none() => Err(TreeError::byte(self.at, "no tree: missing `(`")),
            None => Ok(()),
        }
    }

    fn node(&mut self) -> Result<(), TreeError> {
        let label = self.label()?;
        match self.peek() {
            Some(b'(') => self.open(label, b')'),
            Some(b'{') => self.open(label, b'}'),
            Some(b'[') => self.each(label),
            _ => self.leaf(label),
        }
    }

    fn label(&mut self) -> Result<Label<'t>, TreeError> {
        let mut label = Label { start: self.at, ..Label::default() };
        let atom = self.atom();
        let rest = self.odds(&mut label, atom)?;
        let rest = self.mover(&mut label, rest)?;
        let rest = self.number(&mut label, rest)?;
        if !rest.is_empty() {
            label.name = Some(self.new_name(rest, label.start)?);
        }
        Ok(label)
    }

    /// Takes `1/2:` from the front.
    fn odds(&mut self, label: &mut Label<'t>, text: &'t str) -> Result<&'t str, TreeError> {
        let Some((odds, rest)) = text.split_once(':').filter(|(odds, _)| is_numeric(odds)) else {
            return Ok(text);
        };
        let wrong = |what: String| Err(TreeError::byte(label.start, what));
        match fraction(odds) {
            None => return wrong(format!("`{odds}` are no odds")),
            Some(odds) if odds <= 0.0 || odds > 1.0 => {
                return wrong(format!("odds of {odds} are not above 0 and at most 1"));
            }
            some => label.odds = some,
        }
        if !rest.is_empty() {
            return Ok(rest);
        }
        self.skip_space();
        Ok(self.atom())
    }

    /// Takes `:min` from the end.
    fn mover(&mut self, label: &mut Label<'t>, text: &'t str) -> Result<&'t str, TreeError> {
        let Some((rest, mover)) = text.rsplit_once(':') else { return Ok(text) };
        label.mover = seat(mover);
        let Some(seat) = label.mover else {
            let known = "write `max`, `min`, `chance` or `p0`, `p1` ...";
            let what = format!("`{mover}` is nobody who can move: {known}");
            return Err(TreeError::byte(label.start, what));
        };
        self.note_player(seat, label.start)?;
        Ok(rest)
    }

    /// Takes `=4` from the end, or a number that is all there is.
    fn number(&mut self, label: &mut Label<'t>, text: &'t str) -> Result<&'t str, TreeError> {
        let Some((rest, value)) = text.split_once('=') else {
            label.number = number(text);
            return Ok(if label.number.is_some() { "" } else { text });
        };
        label.equals = true;
        label.number = number(value);
        let payoffs_follow = value.is_empty() && self.peek() == Some(b'[');
        if label.number.is_none() && !payoffs_follow {
            return Err(TreeError::byte(label.start, format!("`{value}` is not a number")));
        }
        Ok(rest)
    }

    fn new_name(&mut self, name: &'t str, at: usize) -> Result<&'t str, TreeError> {
        if name.len() > LONGEST_NAME {
            let what = format!("a name of more than {LONGEST_NAME} bytes");
            return Err(TreeError::byte(at, what));
        }
        if is_numeric(name) && name.parse().is_ok_and(f64::is_infinite) {
            return Err(TreeError::byte(at, format!("`{name}` is too large for a number")));
        }
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Err(TreeError::byte(at, format!("`{name}` is neither a number nor a name")));
        }
        if seat(name).is_some() {
            return Err(TreeError::byte(
                at,
                format!("`{name}` says who moves and cannot be a name"),
            ));
        }
        if !self.names.insert(name) {
            return Err(TreeError::byte(
                at,
                format!("the name `{name}` is used twice; the second one is"),
            ));
        }
        Ok(name)
    }

    fn open(&mut self, label: Label<'t>, close: u8) -> Result<(), TreeError> {
        let start = self.at;
        if label.number.is_some() && !label.equals {
            return Err(TreeError::byte(label.start, "a number cannot have moves"));
        }
        if self.open.len() >= MAX_PLY {
            let what = format!("brackets are nested more than {MAX_PLY} deep");
            return Err(TreeError::byte(start, what));
        }
        let mover = if close == b'}' { Some(Seat::Chance) } else { label.mover };
        let level = self.level();
        let chance = mover.or_else(|| self.seat_at(level)) == Some(Seat::Chance);
        let worth = label.number.map_or(Worth::Unknown, Worth::Number);
        let node = self.add(&label, mover, worth)?;
        self.at += 1;
        self.open.push(Open {
            node,
            start,
            close,
            children: Vec::new(),
            with_odds: 0,
            chance,
            level,
        });
        Ok(())
    }

    /// How many of the open brackets took somebody's turn.
    fn level(&self) -> usize {
        let own_chance = |open: &Open| self.nodes[open.node as usize].mover == Some(Agent::Chance);
        self.open.last().map_or(0, |open| open.level + usize::from(!own_chance(open)))
    }

    /// Who moves at a level, by the header.
    fn seat_at(&self, level: usize) -> Option<Seat> {
        let seats = self.header.len();
        (seats > 0).then(|| self.header[level % seats])
    }

    fn close(&mut self, byte: u8) -> Result<(), TreeError> {
        let found = char::from(byte);
        let Some(open) = self.open.pop() else {
            return Err(TreeError::byte(self.at, format!("`{found}` closes nothing")));
        };
        if open.close != byte {
            let wanted = char::from(open.close);
            return Err(TreeError::byte(self.at, format!("`{found}` where `{wanted}` is missing")));
        }
        if open.children.is_empty() {
            return Err(TreeError::byte(open.start, "a bracket without anything in it"));
        }
        self.at += 1;
        self.adopt(open)
    }

    /// Gives a node its children.
    fn adopt(&mut self, mut open: Open) -> Result<(), TreeError> {
        let count = open.children.len();
        if open.with_odds == 0 {
            open.children.iter_mut().for_each(|child| child.odds = 1.0 / count as f64);
        } else {
            check_odds(&open)?;
        }
        let node = &mut self.nodes[open.node as usize];
        node.first = index(self.children.len());
        node.count = index(count);
        self.children.append(&mut open.children);
        Ok(())
    }

    fn leaf(&mut self, label: Label<'t>) -> Result<(), TreeError> {
        if label.mover.is_some() {
            return Err(TreeError::byte(
                label.start,
                "a leaf at which somebody moves: missing `(`",
            ));
        }
        if label.name.is_none() && label.number.is_none() {
            return Err(TreeError::byte(self.at, "missing a number, a name or `(`"));
        }
        let worth = label.number.map_or(Worth::Unknown, Worth::Number);
        if label.number.is_some() {
            self.check_arity(1, label.start)?;
        }
        self.add(&label, None, worth).map(|_| ())
    }

    /// A leaf with one payoff per player.
    fn each(&mut self, label: Label<'t>) -> Result<(), TreeError> {
        let open = self.at;
        if label.number.is_some() || label.mover.is_some() {
            return Err(TreeError::byte(
                label.start,
                "payoffs in brackets can only follow `name=`",
            ));
        }
        self.at += 1;
        let first = self.payoffs.len();
        loop {
            self.skip_space();
            let start = self.at;
            match (self.atom(), self.peek()) {
                ("", Some(b']')) => break,
                ("", None) => return Err(TreeError::byte(self.at, "missing `]`")),
                ("", Some(byte)) => {
                    let found = char::from(byte);
                    let hint = "square brackets hold payoffs, round ones choices";
                    return Err(TreeError::byte(
                        start,
                        format!("`{found}` among payoffs ({hint})"),
                    ));
                }
                (word, _) => match number(word) {
                    Some(payoff) => self.payoffs.push(payoff),
                    None => {
                        let what = format!("`{word}` is not a payoff, or `]` is missing");
                        return Err(TreeError::byte(start, what));
                    }
                },
            }
        }
        self.at += 1;
        let count = self.payoffs.len() - first;
        if count < 2 {
            return Err(TreeError::byte(
                open,
                "square brackets need a payoff for each of the players",
            ));
        }
        self.check_arity(count, open)?;
        self.add(&label, None, Worth::Each(index(first))).map(|_| ())
    }

    fn check_arity(&mut self, count: usize, at: usize) -> Result<(), TreeError> {
        let (wanted, first) = *self.arity.get_or_insert((count, at));
        if wanted == count {
            return Ok(());
        }
        let plural = if count == 1 { "payoff" } else { "payoffs" };
        let what =
            format!("a leaf with {count} {plural}, where the one at byte {first} has {wanted},");
        Err(TreeError::byte(at, what))
    }

    fn add(
        &mut self,
        label: &Label<'t>,
        mover: Option<Seat>,
        worth: Worth,
    ) -> Result<u32, TreeError> {
        let id = index(self.nodes.len());
        let name = label.name.map(Box::from);
        let mover = mover.map(|seat| self.agent_of(seat, label.start)).transpose()?;
        self.nodes.push(Node { name, mover, worth, first: 0, count: 0, dotted: false });
        match self.open.last_mut() {
            Some(open) => {
                open.with_odds += usize::from(label.odds.is_some());
                open.children.push(Child { to: id, odds: label.odds.unwrap_or(0.0) });
            }
            None if label.odds.is_some() => {
                return Err(TreeError::byte(label.start, "odds for the root"));
            }
            None => self.root = Some(id),
        }
        Ok(id)
    }

    /// Who moves at a node that says so itself.
    fn agent_of(&self, seat: Seat, at: usize) -> Result<Agent, TreeError> {
        let named = seats(&self.header).count();
        let side = |first: usize| match named {
            0 => first,
            _ => seats(&self.header).position(|one| one == seat).unwrap_or(named),
        };
        match seat {
            Seat::Chance => Ok(Agent::Chance),
            Seat::Max => Ok(Agent::Player(player(side(0)))),
            Seat::Min => Ok(Agent::Player(player(side(1)))),
            Seat::Player(player) if named == 0 => Ok(Agent::Player(Player(player))),
            Seat::Player(player) => Err(TreeError::byte(
                at,
                format!("the header names `max` and `min`, not `p{player}`,"),
            )),
        }
    }

    fn finish(mut self) -> Result<Tree, TreeError> {
        let root = self.root.ok_or_else(|| TreeError::whole("no tree"))?;
        let arity = self.arity.map_or(1, |(arity, _)| arity);
        if self.header.is_empty() {
            let players = self.highest_player.max(if arity > 1 { arity } else { 0 });
            self.header = match players {
                0 => vec![Seat::Max, Seat::Min],
                players => (0..players).map(|seat| Seat::Player(seat as u8)).collect(),
            };
        }
        let roles = self.roles(arity)?;
        let mut next = 0;
        let mut agent = |seat: &Seat| match seat {
            Seat::Chance => Agent::Chance,
            Seat::Player(player) => Agent::Player(Player(*player)),
            Seat::Max | Seat::Min => {
                next += 1;
                Agent::Player(player(next - 1))
            }
        };
        let mut tree = Tree {
            agents: self.header.iter().map(&mut agent).collect(),
            nodes: self.nodes,
            children: self.children,
            actions: Vec::new(),
            payoffs: self.payoffs,
            roles,
            root,
            general: arity > 1,
            range: self.range,
            course: None,
        };
        name_all(&mut tree, &self.names);
        Ok(tree)
    }

    /// The role of every player. There is always somebody on the other side, if only to lose.
    fn roles(&self, arity: usize) -> Result<Vec<Role>, TreeError> {
        let mut roles: Vec<Role> = seats(&self.header)
            .map(|seat| if seat == Seat::Max { Role::Max } else { Role::Min })
            .collect();
        if roles.is_empty() {
            let highest = self.header.iter().map(|seat| match seat {
                Seat::Player(player) => usize::from(*player) + 1,
                _ => 0,
            });
            roles = vec![Role::Min; highest.max().unwrap_or(0).max(self.highest_player)];
            roles[0] = Role::Max;
        }
        for other in [Role::Max, Role::Min] {
            if !roles.contains(&other) {
                roles.push(other);
            }
        }
        if arity > 1 && roles.len() != arity {
            let players = roles.len();
            return Err(TreeError::whole(format!(
                "leaves have {arity} payoffs, but the header names {players} players"
            )));
        }
        Ok(roles)
    }
}

fn check_odds(open: &Open) -> Result<(), TreeError> {
    if !open.chance {
        return Err(TreeError::byte(
            open.start,
            "odds where a player moves: write chance in braces,",
        ));
    }
    if open.with_odds != open.children.len() {
        return Err(TreeError::byte(open.start, "odds for some moves but not for all of them"));
    }
    let sum: f64 = open.children.iter().map(|child| child.odds).sum();
    if (sum - 1.0).abs() > 1e-9 {
        return Err(TreeError::byte(open.start, format!("odds that sum to {sum}, not to 1,")));
    }
    Ok(())
}

/// The seats of players named `max` and `min`.
fn seats(header: &[Seat]) -> impl Iterator<Item = Seat> {
    header.iter().copied().filter(|seat| matches!(seat, Seat::Max | Seat::Min))
}

fn player(seat: usize) -> Player {
    Player(u8::try_from(seat).expect("a header has at most 255 levels"))
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a text of 16 MiB has fewer than 2^32 nodes")
}

fn seat(word: &str) -> Option<Seat> {
    match word {
        "max" | "MAX" => Some(Seat::Max),
        "min" | "MIN" => Some(Seat::Min),
        "chance" | "CHANCE" => Some(Seat::Chance),
        _ => word
            .strip_prefix('p')
            .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
            .map(|digits| Seat::Player(digits.parse().unwrap_or(u8::MAX))),
    }
}

/// Whether a word starts like a number.
fn is_numeric(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+', '\u{2212}']);
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// A finite number, written with digits.
fn number(word: &str) -> Option<f64> {
    if !is_numeric(word) {
        return None;
    }
    word.replace('\u{2212}', "-").parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number, or two with `/` between them.
fn fraction(word: &str) -> Option<f64> {
    match word.split_once('/') {
        Some((over, under)) => Some(number(over)? / number(under)?).filter(|odds| odds.is_finite()),
        None => number(word),
    }
}

/// Makes up the names that are missing: inner nodes A, B, C ... level by level, leaves like the moves
/// that lead there.
fn name_all(tree: &mut Tree, taken: &HashSet<&str>) {
    let mut letters = (0..).map(letter).filter(|name| !taken.contains(name.as_str()));
    let mut level = vec![tree.root];
    while !level.is_empty() {
        let mut below = Vec::new();
        for &node in &level {
            let is_inner = tree.nodes[node as usize].count > 0;
            if is_inner && tree.nodes[node as usize].name.is_none() {
                let name = letters.next().expect("there are always more letters");
                tree.nodes[node as usize].name = Some(name.into());
            }
            below.extend(tree.children_of(node).iter().map(|child| child.to));
        }
        level = below;
    }
    tell_moves_apart(tree);
    name_leaves(tree, taken);
    tree.nodes[tree.root as usize].name.get_or_insert_with(|| "A".into());
}

/// The moves at `B` are `b1`, `b2` ... unless there is a `b`, too, or the name ends with a digit.
fn tell_moves_apart(tree: &mut Tree) {
    let inner = |node: &&Node| node.count > 0;
    let lower = |node: &Node| node.name.as_deref().map(str::to_lowercase).unwrap_or_default();
    let mut seen: HashMap<String, bool> = HashMap::new();
    for node in tree.nodes.iter().filter(inner) {
        seen.entry(lower(node)).and_modify(|unique| *unique = false).or_insert(true);
    }
    for node in tree.nodes.iter_mut().filter(|node| node.count > 0) {
        let name = lower(node);
        node.dotted = name.ends_with(|last: char| last.is_numeric()) || !seen[&name];
    }
}

fn name_leaves(tree: &mut Tree, taken: &HashSet<&str>) {
    for node in 0..index(tree.nodes.len()) {
        for branch in 0..tree.nodes[node as usize].count {
            let child = tree.children_of(node)[branch as usize].to;
            if tree.nodes[child as usize].name.is_none() {
                let mut name = tree.nodes[node as usize].move_name(branch);
                while taken.contains(name.as_str()) {
                    name.push('\'');
                }
                tree.nodes[child as usize].name = Some(name.into());
            }
        }
    }
}

/// A, B, ... Z, AA, AB, ...
fn letter(mut number: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(b'A' + (number % 26) as u8);
        number /= 26;
        if number == 0 {
            break;
        }
        number -= 1;
    }
    name.iter().rev().map(|&byte| char::from(byte)).collect()
}
