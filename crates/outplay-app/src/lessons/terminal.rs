//! Markdown as text for a terminal.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::draw::columns;

/// How many letters a line has at most.
const WIDTH: usize = 88;

/// A figure, with a line that says where it begins.
pub(super) fn framed(title: &str, text: &str) -> String {
    let rule = "─".repeat(WIDTH.saturating_sub(title.chars().count() + 4));
    let margin = |line: &str| format!("│ {line}").trim_end().to_owned() + "\n";
    let lines: String = text.trim_end().lines().map(margin).collect();
    format!("┌ {title} {rule}\n{lines}└{}\n", "─".repeat(WIDTH - 1))
}

/// The words of Markdown on one line.
pub(super) fn plain(text: &str) -> String {
    let words = Parser::new(text).filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        Event::SoftBreak => Some(" ".to_owned()),
        _ => None,
    });
    words.collect()
}

/// Words on lines that are not too long. What stands before the first line is a margin before the others.
pub(super) fn paragraph(words: &str, before: &str) -> String {
    let margin = " ".repeat(before.chars().count());
    let mut lines = vec![before.to_owned()];
    let mut is_new = true;
    for word in words.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if !is_new && last + 1 + word.chars().count() > WIDTH {
            lines.push(margin.clone());
            is_new = true;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if is_new { "" } else { " " });
            line.push_str(word);
        }
        is_new = false;
    }
    lines.join("\n") + "\n"
}

/// Markdown as text.
pub(super) fn text<'t>(events: impl Iterator<Item = Event<'t>>) -> String {
    let mut page = Page::default();
    events.for_each(|event| page.event(event));
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
    /// The words of the block that is read.
    words: String,
    /// For each list around: the number of its next item, if it is numbered.
    lists: Vec<Option<u64>>,
    /// What stands before the first line of the next block.
    bullet: String,
    /// The rows of the table that is read.
    rows: Vec<Vec<String>>,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.words += &text,
            Event::Code(text) => self.words += &format!("`{text}`"),
            Event::SoftBreak | Event::HardBreak => self.words.push(' '),
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.block();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.bullet = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let stroke = if level as u8 == 1 { "=" } else { "-" };
                let title = std::mem::take(&mut self.words);
                self.text += &format!("{title}\n{}\n\n", stroke.repeat(title.chars().count()));
            }
            TagEnd::CodeBlock => {
                let code = std::mem::take(&mut self.words);
                self.text.extend(code.lines().map(|line| format!("    {line}\n")));
                self.text.push('\n');
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.words);
                self.rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::Table => self.table(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.text += if self.lists.is_empty() { "\n" } else { "" };
            }
            TagEnd::Paragraph | TagEnd::Item => self.block(),
            _ => {}
        }
    }

    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if let [head, rows @ ..] = &rows[..] {
            let head: Vec<&str> = head.iter().map(String::as_str).collect();
            self.text += &format!("{}\n", columns::aligned(&head, rows, usize::MAX));
        }
    }

    /// Writes the words of a paragraph or an item, line by line.
    fn block(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.trim().is_empty() {
            return;
        }
        let outer = "  ".repeat(self.lists.len().saturating_sub(1));
        let bullet = std::mem::take(&mut self.bullet);
        self.text += &paragraph(&words, &format!("{outer}{bullet}"));
        self.text += if self.lists.is_empty() { "\n" } else { "" };
    }
}
