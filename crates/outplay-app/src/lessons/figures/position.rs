//! A position of a game, to look at or to play on.
//!
//! `game`, and if it is not the start: `start` and `moves`. With `against: depth:4` the reader plays on, and a search of this depth answers;
//! `against: nobody` lets the reader move for everybody. With `think: yes` a search thinks about it, one depth after the other, until it is stopped.

use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::games;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

struct Position {
    game: String,
    start: String,
    moves: Vec<String>,
    against: Option<String>,
    think: bool,
    caption: String,
    picture: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["game", "start", "moves", "against", "think", "caption"])?;
    let named = fields.one("game")?;
    let game = games::named(&named.value).map_err(|failure| named.wrong(failure.to_string()))?;
    let start = fields.value("start")?.unwrap_or("").to_owned();
    let moves = fields.value("moves")?.unwrap_or("").to_owned();
    let session = game
        .open(format!("{start} {moves}").trim())
        .map_err(|wrong| named.wrong(wrong.to_string()))?;
    let against = fields.maybe("against")?;
    if let Some(field) = against
        && field.value != "nobody"
        && !is_depth(&field.value)
    {
        return Err(field.wrong("`against` is `nobody`, or a search like `depth:4`"));
    }
    Ok(Box::new(Position {
        game: named.value.clone(),
        start,
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        against: against.map(|field| field.value.clone()),
        think: fields.flag("think")?,
        caption: fields.value("caption")?.unwrap_or("").to_owned(),
        picture: session.picture(),
    }))
}

fn is_depth(text: &str) -> bool {
    text.strip_prefix("depth:")
        .is_some_and(|plies| plies.parse::<u8>().is_ok_and(|plies| plies > 0))
}

impl Show for Position {
    fn page(&self) -> Json {
        json!({
            "game": self.game,
            "start": self.start,
            "moves": self.moves,
            "against": self.against,
            "think": self.think,
            "caption": self.caption,
            "picture": self.picture,
        })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let moves = if self.moves.is_empty() {
            String::new()
        } else {
            format!(", after {}", self.moves.join(" "))
        };
        Ok(format!("{}{moves}\n\n{}\n{}\n", self.game, self.picture.trim_end(), self.caption))
    }
}
