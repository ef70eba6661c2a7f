//! A real browser, driven through chromedriver by the WebDriver protocol, which is JSON over HTTP.

#![allow(dead_code)] // Every test file uses some of this.

use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::skipped::skip;

/// The variable that names another folder of programs than `/usr/bin`.
pub(crate) const PROGRAMS: &str = "OUTPLAY_BROWSER";

/// How long is waited for something that is expected to happen.
const PATIENCE: Duration = Duration::from_secs(20);

/// The key that WebDriver has for the name of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys by their code points in WebDriver.
pub(crate) const ENTER: &str = "\u{e007}";
pub(crate) const TAB: &str = "\u{e004}";
pub(crate) const LEFT: &str = "\u{e012}";
pub(crate) const UP: &str = "\u{e013}";
pub(crate) const RIGHT: &str = "\u{e014}";
pub(crate) const DOWN: &str = "\u{e015}";
pub(crate) const END: &str = "\u{e010}";

/// The program, serving its page.
pub(crate) struct Server {
    child: Child,
    /// Like `http://127.0.0.1:8484`.
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(&[])
    }

    /// With more options.
    pub(crate) fn with(options: &[&str]) -> Server {
        let mut command = super::command();
        command.args(["serve", "--port", "0", "--no-open"]).args(options);
        Server::spawned(command)
    }

    /// The variable that lets a test serve other games than those that ship.
    pub(crate) const STRANGERS: &str = "OUTPLAY_STRANGERS";

    /// With games that do not ship: this very program runs one of its tests, which serves them if the variable is set.
    pub(crate) fn strangers(test: &str) -> Server {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args([test, "--exact", "--ignored", "--nocapture"]).env(Server::STRANGERS, "1");
        Server::spawned(command)
    }

    fn spawned(mut command: Command) -> Server {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program runs");
        let out = BufReader::new(child.stdout.as_mut().expect("piped"));
        let is_address = |line: &String| line.starts_with("http://127.0.0.1:");
        let address = out.lines().map_while(Result::ok).find(is_address);
        let address = address.expect("it says where it is").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// The process, for signals.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it ends by itself.
    pub(crate) fn ended(&mut self) -> std::process::ExitStatus {
        self.child.wait().expect("it ends")
    }

    /// Host and port.
    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a browser is set up.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { width: 1280, height: 900, dark: false }
    }
}

/// A browser with one tab.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: PathBuf,
    asked: Cell<u32>,
}

/// An element of the page.
#[derive(Clone, Debug)]
pub(crate) struct Element(String);

impl Browser {
    /// A browser, or none where there is none; then the test is listed as skipped.
    pub(crate) fn open(setup: Setup) -> Option<Browser> {
        let programs = std::env::var_os(PROGRAMS).map_or("/usr/bin".into(), PathBuf::from);
        let program = |name| Some(programs.join(name)).filter(|path| path.exists());
        let chromium =
            ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(program);
        let (Some(chromium), Some(chromedriver)) = (chromium, program("chromedriver")) else {
            skip("there is no browser; `./check` installs chromium and chromium-driver");
            return None;
        };
        // The port that it finds free for one version of the internet protocol may be taken in the other one: then it ends, and another one is started.
        let (driver, port) =
            (0..5).find_map(|_| started(&chromedriver)).expect("chromedriver says its port");
        let folder = std::env::temp_dir().join(format!("outplay-{}-{port}", std::process::id()));
        let mut browser =
            Browser { driver, port, session: String::new(), folder, asked: Cell::new(0) };
        browser.begin(&chromium, setup);
        Some(browser)
    }

    fn begin(&mut self, chromium: &Path, setup: Setup) {
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--force-device-scale-factor=1",
        ]
        .map(str::to_owned)
        .into();
        arguments.push(format!("--user-data-dir={}", self.folder.display()));
        arguments.push(format!("--window-size={},{}", setup.width, setup.height));
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": chromium, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let answer = self.request("POST", "/session", &capabilities);
        self.session = answer["sessionId"].as_str().expect("a session").to_owned();
        self.look(setup);
    }

    /// The size of the page, and whether it is dark.
    pub(crate) fn look(&self, setup: Setup) {
        let scheme = if setup.dark { "dark" } else { "light" };
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({
                "features": [{ "name": "prefers-color-scheme", "value": scheme }],
            }),
        );
        self.devtools("Emulation.setScrollbarsHidden", &json!({ "hidden": true }));
        self.devtools("Emulation.setDeviceMetricsOverride", &json!({
            "width": setup.width, "height": setup.height, "deviceScaleFactor": 1, "mobile": false,
        }));
    }

    /// A command of the protocol of the browser's own tools.
    pub(crate) fn devtools(&self, command: &str, parameters: &Json) -> Json {
        self.ask("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Goes to an address.
    pub(crate) fn go(&self, address: &str) {
        self.ask("POST", "/url", &json!({ "url": address }));
    }

    /// Loads the page again.
    pub(crate) fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        self.ask("GET", "/url", &Json::Null).as_str().expect("an address").to_owned()
    }

    /// The first element that a CSS selector finds, as soon as there is one.
    pub(crate) fn find(&self, selector: &str) -> Element {
        wait(&format!("there is `{selector}`"), || self.count(selector) > 0);
        let found =
            self.ask("POST", "/element", &json!({ "using": "css selector", "value": selector }));
        Element(found[ELEMENT].as_str().expect("an element").to_owned())
    }

    /// How many elements a CSS selector finds.
    pub(crate) fn count(&self, selector: &str) -> usize {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.run(script, &json!([selector])).as_u64().expect("a number") as usize
    }

    /// Clicks on what a CSS selector finds.
    pub(crate) fn click(&self, selector: &str) {
        let Element(id) = self.find(selector);
        self.ask("POST", &format!("/element/{id}/click"), &json!({}));
    }

    /// Presses keys, one after the other, where the focus is.
    pub(crate) fn press(&self, keys: &[&str]) {
        let actions: Vec<Json> = keys
            .iter()
            .flat_map(|key| {
                [
                    json!({ "type": "keyDown", "value": key }),
                    json!({ "type": "keyUp", "value": key }),
                ]
            })
            .collect();
        self.ask(
            "POST",
            "/actions",
            &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }),
        );
    }

    /// Types into what a CSS selector finds, after what is in it is deleted.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        let Element(id) = self.find(selector);
        self.ask("POST", &format!("/element/{id}/clear"), &json!({}));
        self.ask("POST", &format!("/element/{id}/value"), &json!({ "text": text }));
    }

    /// Chooses an option of a list by its value.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.find(selector);
        let script = "const list = document.querySelector(arguments[0]); list.value = arguments[1]; \
                      list.dispatchEvent(new Event('change', { bubbles: true })); return list.value";
        assert_eq!(
            self.run(script, &json!([selector, value])),
            value,
            "{selector} has no such option"
        );
    }

    /// Drags with the mouse from the middle of one element to that of another.
    pub(crate) fn drag(&self, from: &str, to: &str) {
        let (Element(from), Element(to)) = (self.find(from), self.find(to));
        let over = |id: &str| json!({ "type": "pointerMove", "duration": 60, "origin": { ELEMENT: id }, "x": 0, "y": 0 });
        let actions = json!([
            over(&from), { "type": "pointerDown", "button": 0 },
            over(&to), { "type": "pointerUp", "button": 0 },
        ]);
        self.ask("POST", "/actions", &json!({ "actions": [{
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions,
        }] }));
    }

    /// The text that is shown.
    pub(crate) fn text(&self, selector: &str) -> String {
        self.find(selector);
        let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
        self.run(script, &json!([selector])).as_str().unwrap_or("").to_owned()
    }

    /// Runs a script, and gives what it returns.
    pub(crate) fn run(&self, script: &str, arguments: &Json) -> Json {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Waits until something is true of the page, as a script says.
    pub(crate) fn until(&self, what: &str, script: &str) {
        wait(what, || self.run(script, &json!([])) == json!(true));
    }

    /// Writes the whole page as a picture into `target/`.
    pub(crate) fn screenshot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let taken =
            self.devtools("Page.captureScreenshot", &json!({ "captureBeyondViewport": true }));
        let bytes = decoded(taken["data"].as_str().expect("a picture"));
        fs::write(folder.join(format!("{name}.png")), bytes).expect("a picture is written");
    }

    /// What the page has written to the console, which is nothing where all is well.
    pub(crate) fn console(&self) -> Vec<String> {
        let entries = self.ask("POST", "/se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| entry["message"].as_str().unwrap_or("?").to_owned()).collect()
    }

    fn ask(&self, method: &str, path: &str, body: &Json) -> Json {
        self.request(method, &format!("/session/{}{path}", self.session), body)
    }

    /// One request of the protocol, on a connection of its own.
    fn request(&self, method: &str, path: &str, body: &Json) -> Json {
        self.asked.set(self.asked.get() + 1);
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let mut stream =
            TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it is sent");
        let answer = answer(stream);
        let answer: Json = serde_json::from_str(&answer).expect("JSON");
        let value = &answer["value"];
        assert!(value.get("error").is_none_or(Json::is_null), "{method} {path}: {value}");
        value.clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.ask("DELETE", "", &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The body of an answer, as long as its head says.
fn answer(stream: TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a head");
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    String::from_utf8(body).expect("UTF-8")
}

/// Waits until something is so.
pub(crate) fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "waited for too long until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A chromedriver and its port; none if it ended before it said one. It chooses a free port itself: one that is looked for here may be somebody else's by the
/// time it starts.
fn started(chromedriver: &Path) -> Option<(Child, u16)> {
    let mut driver = Command::new(chromedriver)
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver runs");
    let port = announced_port(driver.stdout.take().expect("piped"));
    if port.is_none() {
        let _ = driver.wait();
    }
    Some((driver, port?))
}

/// The port that chromedriver says it listens on. What it writes later is read and thrown away, so that it never waits for a reader.
fn announced_port(out: ChildStdout) -> Option<u16> {
    let mut lines = BufReader::new(out).lines();
    let said = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let port = line.strip_prefix("ChromeDriver was started successfully on port ")?;
        Some(port.trim_end_matches('.').parse().expect("a port"))
    });
    std::thread::spawn(move || lines.for_each(drop));
    said
}

/// Bytes from base 64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|&byte| byte != b'=').map(digit).collect();
    let bytes = letters.chunks(4).flat_map(|four| {
        let all = four.iter().fold(0u32, |all, &digit| all << 6 | u32::from(digit));
        let all = all << (6 * (4 - four.len()));
        all.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
