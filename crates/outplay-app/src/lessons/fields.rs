//! The body of a figure: one field a line, `key: value` or `key name: value`; lines that are indented belong to the field above.

use super::Wrong;

/// A field.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) key: String,
    /// What stands behind the key, if anything does.
    pub(super) name: String,
    pub(super) value: String,
    /// The indented lines below, without their margin.
    pub(super) note: String,
    pub(super) line: usize,
}

impl Field {
    pub(super) fn wrong(&self, what: impl Into<String>) -> Wrong {
        Wrong::new(self.line, what)
    }

    /// The numbers of the value, between blanks.
    pub(super) fn numbers(&self) -> Result<Vec<f64>, Wrong> {
        let number = |word: &str| {
            let finite = word.parse().ok().filter(|number: &f64| number.is_finite());
            finite.ok_or_else(|| self.wrong(format!("`{word}` is no number")))
        };
        self.value.split_whitespace().map(number).collect()
    }

    /// The note as one line.
    pub(super) fn sentence(&self) -> String {
        self.note.split_whitespace().collect::<Vec<&str>>().join(" ")
    }
}

/// All fields of a figure.
pub(super) struct Fields {
    /// What kind of figure it is.
    pub(super) kind: &'static str,
    /// Where the figure begins.
    pub(super) line: usize,
    all: Vec<Field>,
}

impl Fields {
    /// Reads the body of a figure that begins at a line; the body itself begins one line below.
    pub(super) fn read(kind: &'static str, line: usize, body: &str) -> Result<Fields, Wrong> {
        let mut all: Vec<Field> = Vec::new();
        for (line, text) in (line + 1..).zip(body.lines()) {
            if text.trim().is_empty() || text.starts_with("  ") {
                match all.last_mut() {
                    Some(field) => field.note += &format!("{}\n", text.get(2..).unwrap_or("")),
                    None if text.trim().is_empty() => {}
                    None => {
                        return Err(Wrong::new(
                            line,
                            "a figure begins with a field, not with an indented line",
                        ));
                    }
                }
                continue;
            }
            all.push(field(line, text)?);
        }
        for field in &mut all {
            field.note.truncate(field.note.trim_end().len());
        }
        Ok(Fields { kind, line, all })
    }

    /// Refuses fields with other keys than these.
    pub(super) fn only(&self, keys: &[&str]) -> Result<(), Wrong> {
        match self.all.iter().find(|field| !keys.contains(&field.key.as_str())) {
            Some(field) => Err(field.wrong(format!(
                "a {} has no field `{}`: it has {}",
                self.kind,
                field.key,
                keys.join(", ")
            ))),
            None => Ok(()),
        }
    }

    /// All fields with a key.
    pub(super) fn all(&self, key: &str) -> impl Iterator<Item = &Field> {
        self.all.iter().filter(move |field| field.key == key)
    }

    /// The field with a key that is there once at most.
    pub(super) fn maybe(&self, key: &str) -> Result<Option<&Field>, Wrong> {
        let mut all = self.all(key);
        let first = all.next();
        match all.next() {
            Some(second) => Err(second.wrong(format!("`{key}` is there already"))),
            None => Ok(first),
        }
    }

    /// The field with a key that has to be there.
    pub(super) fn one(&self, key: &str) -> Result<&Field, Wrong> {
        let missing = || Wrong::new(self.line, format!("a {} has a field `{key}`", self.kind));
        self.maybe(key)?.ok_or_else(missing)
    }

    /// The value of a field, or nothing.
    pub(super) fn value(&self, key: &str) -> Result<Option<&str>, Wrong> {
        Ok(self.maybe(key)?.map(|field| field.value.as_str()))
    }

    /// Whether a field says yes.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Wrong> {
        match self.maybe(key)? {
            None => Ok(false),
            Some(field) if field.value == "yes" => Ok(true),
            Some(field) => Err(field.wrong(format!("`{key}` is `yes`, or is not there"))),
        }
    }
}

fn field(line: usize, text: &str) -> Result<Field, Wrong> {
    let Some((head, value)) = text.split_once(':') else {
        return Err(Wrong::new(line, format!("a field is written `key: value`, not `{text:.40}`")));
    };
    let (key, name) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
    let [key, name, value] = [key, name, value].map(|word| word.trim().to_owned());
    Ok(Field { key, name, value, note: String::new(), line })
}
