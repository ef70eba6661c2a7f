//! The files of the page. They are part of the program, and nothing else can be read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::sent::sent;
use crate::failure::Failure;
use crate::files::{self, Kind};

/// A file of the page: its name, what it holds.
type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/page/", $name)))),*]
    };
}

/// All files of the page. A new one is added here.
const FILES: &[File] = files! {
    "index.html"
    "style.css"
    "icon.svg"
    "main.js"
    "dom.js"
    "play/play.js"
    "play/address.js"
    "play/analysis.js"
    "play/board.js"
    "play/build.js"
    "play/choices.js"
    "play/draw.js"
    "play/ground.js"
    "play/keys.js"
    "play/marks.js"
    "play/match.js"
    "play/matches.js"
    "play/minds.js"
    "play/pieces.js"
    "play/places.js"
    "play/players.js"
    "play/pointer.js"
    "play/shapes.js"
    "play/socket.js"
    "play/texts.js"
    "play/watch.js"
    "learn/learn.js"
    "learn/learn.css"
    "learn/change.js"
    "learn/formula.js"
    "learn/given.js"
    "learn/keep.js"
    "learn/lesson.js"
    "learn/number.js"
    "learn/progress.js"
    "learn/sliders.js"
    "learn/text.js"
    "learn/figures/bandit.js"
    "learn/figures/calculator.js"
    "learn/figures/code.js"
    "learn/figures/curve.js"
    "learn/figures/experiment.js"
    "learn/figures/games.js"
    "learn/figures/graph.js"
    "learn/figures/heat-map.js"
    "learn/figures/mystery.js"
    "learn/figures/plot.js"
    "learn/figures/position.js"
    "learn/figures/quiz.js"
    "learn/figures/thinking.js"
    "learn/figures/timeline.js"
    "learn/figures/tree.js"
    "learn/figures/wave.js"
    "learn/figures/weights.js"
    "lab/lab.js"
    "lab/lab.css"
    "lab/address.js"
    "lab/ask.js"
    "lab/blanks.js"
    "lab/class.js"
    "lab/compare.js"
    "lab/deepen.js"
    "lab/edit.js"
    "lab/form.js"
    "lab/games.js"
    "lab/kept.js"
    "lab/legend.js"
    "lab/make.js"
    "lab/overview.js"
    "lab/pace.js"
    "lab/paper.js"
    "lab/picture.js"
    "lab/position.js"
    "lab/predict.js"
    "lab/present.js"
    "lab/quiz.js"
    "lab/real.js"
    "lab/running.js"
    "lab/series.js"
    "lab/scroll.js"
    "lab/simulations.js"
    "lab/stepper.js"
    "lab/trees.js"
    "lab/view.js"
};

/// All files of the page, as they are without a server: it shows lessons only.
pub(crate) fn without_server() -> impl Iterator<Item = (&'static str, String)> {
    let lessons_only =
        |text: &str| text.replace("<html lang=\"en\">", "<html lang=\"en\" data-static>");
    FILES.iter().map(move |(name, text)| match *name {
        "index.html" => (*name, lessons_only(text)),
        _ => (*name, (*text).to_owned()),
    })
}

/// What makes the page load itself again.
const RELOAD: &str = "<script type=\"module\" src=\"/dev/reload.js\"></script>\n</head>";
const RELOAD_SCRIPT: &str = "\
const stamp = async () => (await fetch('/dev/stamp')).text();
const first = await stamp();
setInterval(async () => { if (await stamp() !== first) location.reload(); }, 500);
";

/// Where files come from.
#[derive(Clone)]
pub(super) struct Files {
    /// A folder that is read instead of what is in the program.
    folder: Option<Arc<PathBuf>>,
}

impl Files {
    pub(super) fn new(folder: Option<PathBuf>) -> Result<Files, Failure> {
        if let Some(folder) = &folder
            && !folder.join("index.html").is_file()
        {
            let shown = folder.display();
            let what = format!("--page {shown}: there is no index.html in that folder");
            return Err(Failure::input(what));
        }
        Ok(Files { folder: folder.map(Arc::new) })
    }

    /// A file by its name in the list; there are no others.
    fn get(&self, name: &str) -> Option<(&'static str, String)> {
        let (name, text) = FILES.iter().find(|(one, _)| *one == name)?;
        let text = match &self.folder {
            None => (*text).to_owned(),
            Some(folder) => files::text(&folder.join(name), Kind::PAGE).ok()?,
        };
        let reloads = self.folder.is_some() && *name == "index.html";
        Some((name, if reloads { text.replace("</head>", RELOAD) } else { text }))
    }

    /// When a file was last changed.
    fn stamp(&self) -> String {
        let Some(folder) = &self.folder else { return String::new() };
        let last = FILES.iter().filter_map(|(name, _)| changed(&folder.join(name))).max();
        last.map(|time| format!("{time:?}")).unwrap_or_default()
    }
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// The files, and what who works on them needs.
pub(super) fn routes(files: Files) -> Router {
    let mut router = Router::new();
    if files.folder.is_some() {
        let script = || async { ([(header::CONTENT_TYPE, kind("reload.js"))], RELOAD_SCRIPT) };
        let stamp = |State(files): State<Files>| async move { files.stamp() };
        router = router.route("/dev/reload.js", get(script)).route("/dev/stamp", get(stamp));
    }
    router.fallback(get(file)).with_state(files)
}

async fn file(State(files): State<Files>, uri: Uri, asked: HeaderMap) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match files.get(name) {
        Some((name, text)) => sent(&asked, kind(name), text),
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_list_can_be_read() {
        let files = Files { folder: Some(Arc::new(env!("CARGO_MANIFEST_DIR").into())) };
        for name in ["Cargo.toml", "../Cargo.toml", "/etc/passwd", "page/../Cargo.toml", ""] {
            assert!(files.get(name).is_none(), "{name}");
        }
    }

    #[test]
    fn the_page_is_small_and_its_files_can_be_read() {
        let bytes: usize = FILES.iter().map(|(_, text)| text.len()).sum();
        assert!(bytes <= 400_000, "the page has {bytes} bytes");
        for (name, text) in FILES {
            let lines = text.lines().count();
            assert!(lines <= 300, "{name} has {lines} lines: one idea a file");
        }
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_list() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut folders = vec![folder.clone()];
        while let Some(next) = folders.pop() {
            for entry in next.read_dir().expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(&folder).expect("below").to_str().expect("UTF-8");
                assert!(FILES.iter().any(|(one, _)| *one == name), "{name} is missing in FILES");
            }
        }
    }
}
