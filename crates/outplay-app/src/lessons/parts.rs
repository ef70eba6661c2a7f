//! From Markdown to parts: text between figures, and figures.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::{Value as Json, json};

use super::figures::{self, Figure};
use super::{Wrong, terminal};
use crate::failure::Failure;

/// Words that may stand at a fenced block which is no figure.
const PLAIN: [&str; 4] = ["", "text", "sh", "rust"];

/// A part of a lesson.
pub(super) enum Part {
    /// Markdown without figures.
    Text(String),
    Figure(Figure),
}

impl Part {
    pub(super) fn page(&self) -> Json {
        match self {
            Part::Text(text) => {
                let mut page = String::new();
                html::push_html(&mut page, parser(text));
                json!({ "html": page })
            }
            Part::Figure(figure) => figure.page(),
        }
    }

    pub(super) fn text(&self, answers: bool) -> Result<String, Failure> {
        match self {
            Part::Text(text) => Ok(terminal::text(parser(text))),
            Part::Figure(figure) => {
                figure.text(answers).map(|text| terminal::framed(&figure.kind_and_name(), &text))
            }
        }
    }
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// What a lesson consists of.
pub(super) struct Read {
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) parts: Vec<Part>,
}

/// Reads a lesson, and checks every figure.
pub(super) fn read(text: &str) -> Result<Read, Wrong> {
    let line_at = |at: usize| 1 + text[..at].matches('\n').count();
    let mut parts: Vec<Part> = Vec::new();
    // Up to here all is in a part; how deep inside of other blocks the reader is.
    let (mut done, mut depth) = (0, 0_usize);
    let mut figure = None;
    for (event, range) in parser(text).into_offset_iter() {
        let line = line_at(range.start);
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {
                return Err(Wrong::new(
                    line,
                    "HTML is not shown: a lesson is Markdown with figures",
                ));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if !is_plain(&info) => {
                if depth > 0 {
                    return Err(Wrong::new(
                        line,
                        "a figure stands by itself, not inside of a list or quotation",
                    ));
                }
                figure = Some((info.to_string(), String::new()));
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            Event::Text(body) if figure.is_some() => {
                figure.as_mut().into_iter().for_each(|(_, text)| text.push_str(&body));
            }
            Event::End(end) => {
                depth -= 1;
                let Some((info, body)) = figure.take().filter(|_| end == TagEnd::CodeBlock) else {
                    continue;
                };
                parts.extend(between(&text[done..range.start]));
                parts.push(Part::Figure(figures::read(&info, line, &body)?));
                done = range.end;
            }
            _ => {}
        }
    }
    parts.extend(between(&text[done..]));
    let (title, summary) = opening(text)?;
    different_names(&parts)?;
    Ok(Read { title, summary, parts })
}

/// Whether a fenced block is shown as it stands.
fn is_plain(info: &str) -> bool {
    PLAIN.contains(&info.trim())
}

fn between(text: &str) -> Option<Part> {
    (!text.trim().is_empty()).then(|| Part::Text(text.to_owned()))
}

/// The title, which comes first, and the paragraph below it.
fn opening(text: &str) -> Result<(String, String), Wrong> {
    let mut lines = text.lines();
    let title = lines.next().and_then(|line| line.strip_prefix("# ")).map(str::trim);
    let title =
        title.ok_or_else(|| Wrong::new(1, "a lesson begins with its title: `# Why ...`"))?;
    let paragraph: Vec<&str> = lines
        .map(str::trim)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty())
        .collect();
    Ok((title.to_owned(), terminal::plain(&paragraph.join(" "))))
}

/// Progress is kept by the names of figures, so no two have the same.
fn different_names(parts: &[Part]) -> Result<(), Wrong> {
    let mut seen = std::collections::HashSet::new();
    for part in parts {
        if let Part::Figure(figure) = part
            && !seen.insert(&figure.name)
        {
            let what = format!("a figure before this one is called `{}`, too", figure.name);
            return Err(Wrong::new(figure.line, what));
        }
    }
    Ok(())
}
