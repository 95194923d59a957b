//! A room with a server, and the phones in it: browsers, driven as a person would.

use crate::{
    browser::{self, Driver, PATIENCE, Running, chromedriver, chromium},
    touch::Step,
};
use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions},
    elements::Element,
    error::CmdError,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    iter,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A folder of logs and its server.
pub struct Room {
    folder: TempDir,
    state: TempDir,
    server: Option<Running>,
    /// What is served of the folder.
    what: String,
    link: String,
    watch: String,
}

impl Room {
    /// Serves logs of these names and texts.
    pub fn open(logs: &[(&str, &str)]) -> Self {
        Self::of(logs, ".")
    }

    /// Serves one log alone.
    pub fn open_alone(logs: &[(&str, &str); 1]) -> Self {
        Self::of(logs, logs[0].0)
    }

    fn of(logs: &[(&str, &str)], what: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in logs {
            fs::write(folder.path().join(name), text).expect("a log");
        }
        let mut room = Self {
            folder,
            state: tempfile::tempdir().expect("a folder"),
            server: None,
            what: what.to_owned(),
            link: String::new(),
            watch: String::new(),
        };
        room.serve("0");
        room
    }

    fn serve(&mut self, port: &str) {
        let mut server = Command::new(env!("CARGO_BIN_EXE_fowlplay-in-browser"));
        server.args(["serve", &self.what, "--json", "--port", port]).current_dir(self.folder.path());
        let elsewhere = env::var("PAGE_ADDRESS").ok();
        if elsewhere.is_some() {
            server.arg("--lan");
        }
        server.env("XDG_STATE_HOME", self.state.path()).stdout(Stdio::piped());
        let mut server = Running(server.spawn().expect("the server starts"));
        let told = BufReader::new(server.0.stdout.take().expect("its output"));
        let mut text = String::new();
        for line in told.lines().map_while(Result::ok) {
            text += &line;
            if line == "}" {
                break;
            }
        }
        let told: serde_json::Value = serde_json::from_str(&text).expect("it tells its links");
        let host = format!("http://{}:", elsewhere.as_deref().unwrap_or("127.0.0.1"));
        let link = |right: &str| {
            let links: Vec<String> = serde_json::from_value(told[right].clone()).expect("its links");
            links.into_iter().find(|link| link.starts_with(&host)).expect("a link of that address")
        };
        (self.link, self.watch) = (link("record"), link("watch"));
        self.server = Some(server);
    }

    /// Ends the server.
    pub fn away(&mut self) {
        self.server = None;
    }

    /// Starts it again, at the same address.
    pub fn back(&mut self) {
        let port = self.link.split(['/', ':']).nth(4).expect("a port").to_owned();
        self.serve(&port);
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.toml"))
    }

    /// The link to record.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// The link to watch.
    pub fn watch(&self) -> &str {
        &self.watch
    }

    /// Writes a log, as with an editor.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).expect("a log");
    }

    /// Moves a log out of the folder.
    pub fn take_away(&self, name: &str) {
        fs::remove_file(self.file(name)).expect("the log");
    }

    /// The text of a log, without when it was played, which commands don't write.
    pub fn text(&self, name: &str) -> String {
        let text = fs::read_to_string(self.file(name)).expect("the log");
        let is_time = |line: &str| ["began = ", "ended = ", "paused = "].iter().any(|key| line.starts_with(key));
        text.split_inclusive('\n').filter(|line| !is_time(line)).collect()
    }

    /// Records a step in a terminal: what it says.
    pub fn record(&self, name: &str, step: &Step) -> String {
        self.record_line(name, &step.line(), step.first.as_deref())
    }

    /// Records a line in a terminal: what it says.
    pub fn record_line(&self, name: &str, line: &str, first: Option<&str>) -> String {
        let mut record = Command::new(env!("CARGO_BIN_EXE_fowlplay-in-browser"));
        record.arg("record").arg(self.file(name)).arg(line);
        if let Some(first) = first {
            record.args(["--first", first]);
        }
        let said = record.output().expect("it runs");
        String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr)
    }

    /// A phone that has opened a game by the link.
    pub async fn phone(&self, name: &str) -> Phone {
        self.phone_set(name, (360, 740), &[]).await
    }

    /// The same of another size in pixels, its browser started with these besides.
    pub async fn phone_set(&self, name: &str, size: (u32, u32), besides: &[&str]) -> Phone {
        let phone = Phone::at(&self.link, size, besides).await;
        phone.go_to(name).await;
        phone.wait_for("Boolean(game.moves)").await;
        phone
    }

    /// A television that has opened a game by the link to watch.
    pub async fn television(&self, name: &str) -> Phone {
        let television = Phone::at(&self.watch, (1280, 720), &[]).await;
        television.go_to(name).await;
        television
    }
}

/// What a browser is started with: its size in pixels, and these besides.
type Set = ((u32, u32), Vec<String>);

/// A phone: a browser that is as large as one.
pub struct Phone {
    set: Set,
    client: Client,
    /// Ends before the folder that its browser writes in.
    driver: Driver,
    profile: TempDir,
}

/// Phones that tests are done with. To start a browser costs as much as most of them do with it.
static SPARE: Mutex<Vec<Phone>> = Mutex::new(Vec::new());

fn spare() -> MutexGuard<'static, Vec<Phone>> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many tests have phones, or want them.
static WANTED: AtomicUsize = AtomicUsize::new(0);

/// While a test has this, phones may be spare. The last one ends them.
pub struct Wanting;

impl Wanting {
    pub fn phones() -> Self {
        WANTED.fetch_add(1, SeqCst);
        Self
    }
}

impl Drop for Wanting {
    fn drop(&mut self) {
        if WANTED.fetch_sub(1, SeqCst) == 1 {
            spare().clear();
        }
    }
}

impl Phone {
    /// One of a size in pixels that shows an address, its browser started with these besides.
    pub async fn at(address: &str, size: (u32, u32), besides: &[&str]) -> Self {
        let set = (size, besides.iter().map(ToString::to_string).collect());
        let left = {
            let mut spare = spare();
            spare.iter().position(|phone| phone.set == set).map(|at| spare.swap_remove(at))
        };
        let phone = match left {
            Some(phone) => phone,
            None => Self::start(set).await,
        };
        phone.client.goto(address).await.expect("the page");
        phone
    }

    /// One of a size in pixels that was never used.
    pub async fn anew(size: (u32, u32)) -> Self {
        Self::start((size, Vec::new())).await
    }

    async fn start(set: Set) -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"), set).await
    }

    /// Kills its browser, and starts it again with what it has saved.
    pub async fn killed(self) -> Self {
        let Self { set, client, driver, profile } = self;
        let folder = format!("--user-data-dir={}", profile.path().display());
        let processes = fs::read_dir("/proc").expect("processes").filter_map(|entry| Some(entry.ok()?.file_name()));
        for process in processes.filter_map(|name| name.into_string().ok()) {
            let command = fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
            if command.split('\0').any(|argument| argument == folder) && !command.contains("chromedriver") {
                let _ = Command::new("kill").args(["-9", &process]).status();
            }
        }
        drop((client, driver));
        Self::start_in(profile, set).await
    }

    async fn start_in(profile: TempDir, set: Set) -> Self {
        // The port that it chooses may be taken in another family of addresses.
        let driver = iter::repeat_with(chromedriver).take(5).find_map(|started| started).expect("chromedriver starts");
        let args = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging",
            "--force-prefers-reduced-motion",
        ];
        let mut args: Vec<String> = args.map(str::to_owned).into();
        args.push(format!("--user-data-dir={}", profile.path().display()));
        args.extend(set.1.iter().cloned());
        let (width, height) = set.0;
        let chromium = chromium();
        let options = json!({
            "binary": chromium,
            "args": args,
            "mobileEmulation": { "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1.0, "touch": true } },
        });
        let named = ("browserName".to_owned(), json!(browser::name_of(&chromium)));
        let capabilities = serde_json::Map::from_iter([named, ("goog:chromeOptions".to_owned(), options)]);
        let reached = format!("http://127.0.0.1:{}", driver.port);
        let mut browser = ClientBuilder::new(HttpConnector::new());
        let client = browser.capabilities(capabilities).connect(&reached).await.expect("a browser");
        Self { set, client, driver, profile }
    }

    /// Tells the browser's own protocol a command.
    pub async fn command(&self, command: &str, parameters: &Value) {
        let session = self.client.session_id().await.expect("an answer").expect("a session");
        let body = json!({ "cmd": command, "params": parameters }).to_string();
        let status = self.driver.post(&format!("/session/{session}/goog/cdp/execute"), &body);
        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
    }

    /// Runs a script in the page. What the page's modules export has its name there, as in one of them.
    async fn run(&self, script: &str, arguments: Vec<Value>) -> Result<Value, CmdError> {
        let script = format!(
            "return (async () => {{
                const links = [...document.querySelectorAll('link[rel=modulepreload]')];
                if (document.readyState !== 'loading') window.modules ??= await Promise.all(links.map(({{ href }}) => import(href)));
                with (Object.assign({{}}, ...(window.modules ?? []))) {{ {script} }}
            }})()"
        );
        self.client.execute(&script, arguments).await
    }

    /// The browser.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Goes to a game, whatever is shown.
    pub async fn go_to(&self, name: &str) {
        self.wait_for("location.pathname === '/'").await;
        self.run("location.hash = arguments[0]", vec![json!(name)]).await.expect("a script");
        let live = "game.table && game.book && game.view.status.dataset.is === 'live'";
        self.wait_for(&format!("Boolean(game.name === {} && {live})", json!(name))).await;
    }

    /// Waits until a condition holds on the page.
    pub async fn wait_for(&self, condition: &str) {
        let since = Instant::now();
        loop {
            let holds = self.run(&format!("return {condition}"), Vec::new()).await;
            if holds.as_ref().is_ok_and(|holds| holds == true) {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "`{condition}` did not come true ({holds:?}); {}", self.said().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// What an expression on the page is.
    pub async fn value(&self, expression: &str) -> serde_json::Value {
        self.run(&format!("return {expression}"), Vec::new()).await.expect("a script")
    }

    /// Opens an address.
    pub async fn visit(&self, address: &str) {
        self.client.goto(address).await.expect("the page");
    }

    /// How many cookies the browser has.
    pub async fn cookies(&self) -> usize {
        self.client.get_all_cookies().await.expect("cookies").len()
    }

    /// Waits until something says this.
    pub async fn wait_for_text(&self, selector: &str, text: &str) {
        self.wait_for(&format!("[...document.querySelectorAll('{selector}')].some((one) => one.textContent.includes('{text}'))"))
            .await;
    }

    /// Waits until nothing is on its way and the page shows a version, or any; that version.
    pub async fn settled(&self, version: Option<&str>) -> String {
        let shown = version.map(|version| format!(" && game.version === '{version}'")).unwrap_or_default();
        self.wait_for(&format!("!isSending && !refreshInProgress && game.moves?.version === game.version{shown}")).await;
        let version = self.run("return game.version", Vec::new()).await.expect("a script");
        version.as_str().expect("a version").to_owned()
    }

    /// What is there, if it is shown.
    pub async fn find(&self, selector: &str) -> Option<Element> {
        for element in self.client.find_all(Locator::Css(selector)).await.ok()? {
            if element.is_displayed().await.unwrap_or(false) {
                return Some(element);
            }
        }
        None
    }

    /// Whether something is shown.
    pub async fn has(&self, selector: &str) -> bool {
        self.find(selector).await.is_some()
    }

    /// Touches what is there, once it is and takes a touch.
    pub async fn touch(&self, selector: &str) {
        let since = Instant::now();
        // What is drawn anew in this moment is looked for again.
        while !self.try_touch(selector).await {
            assert!(since.elapsed() < PATIENCE, "there is no `{selector}` to touch; {}", self.said().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Touches what is there now: whether it was there and took the touch.
    async fn try_touch(&self, selector: &str) -> bool {
        let ignored = self.ignored().await;
        let Some(element) = self.find(selector).await else { return false };
        if element.click().await.is_err() {
            // What lies over it at the edge of a sheet is scrolled away, as people do.
            let _ = self.run("arguments[0].scrollIntoView({block: 'center'})", vec![json!(element)]).await;
            if element.click().await.is_err() {
                return false;
            }
        }
        let is_taken = self.ignored().await <= ignored;
        if !is_taken {
            // As long as it is tapped on and on it takes nothing.
            tokio::time::sleep(Duration::from_millis(400)).await;
        }
        is_taken
    }

    /// How many touches the page has ignored; none where it has begun anew.
    async fn ignored(&self) -> u64 {
        let ignored = self.run("return typeof taps === 'undefined' ? 0 : taps.ignored", Vec::new()).await;
        ignored.ok().and_then(|ignored| ignored.as_u64()).unwrap_or_default()
    }

    /// Touches the middle of what is there twice, as fast as a finger does.
    pub async fn touch_twice(&self, selector: &str) {
        let element = self.find(selector).await.expect("it is there");
        let twice =
            MouseActions::new("mouse".to_owned()).then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 });
        let (down, up) = (PointerAction::Down { button: MOUSE_BUTTON_LEFT }, PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        let pause = PointerAction::Pause { duration: Duration::from_millis(120) };
        let twice = twice.then(down.clone()).then(up.clone()).then(pause).then(down).then(up);
        self.client.perform_actions(twice).await.expect("it can be touched");
    }

    /// Touches places one after another, as fast as a finger does.
    pub async fn touch_at(&self, places: &[(f64, f64)]) {
        let (down, up) = (PointerAction::Down { button: MOUSE_BUTTON_LEFT }, PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        let pause = PointerAction::Pause { duration: Duration::from_millis(120) };
        let touch = |mouse: MouseActions, &(x, y): &(f64, f64)| {
            mouse.then(PointerAction::MoveTo { duration: None, x, y }).then(down.clone()).then(up.clone()).then(pause.clone())
        };
        let mouse = places.iter().fold(MouseActions::new("mouse".to_owned()), touch);
        self.client.perform_actions(mouse).await.expect("they can be touched");
    }

    /// Presses a button by its key, until it is let go.
    pub async fn hold(&self, selector: &str) {
        self.value(&format!("document.querySelector({selector:?}).focus()")).await;
        let down = KeyActions::new("keys".to_owned()).then(KeyAction::Down { value: ' ' });
        self.client.perform_actions(down).await.expect("it can be pressed");
    }

    /// Lets go what is pressed.
    pub async fn let_go(&self) {
        self.client.release_actions().await.expect("it is let go");
    }

    /// Drags what is there onto something else with a finger.
    pub async fn drag(&self, selector: &str, onto: &str) {
        let middle_of = |selector: &str| {
            format!(
                "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])(document.querySelector({selector:?}).getBoundingClientRect())"
            )
        };
        self.value(&format!("document.querySelector({onto:?}).scrollIntoView({{ block: 'center' }})")).await;
        let places = format!("[{}, {}].flat()", middle_of(selector), middle_of(onto));
        let places: Vec<f64> = serde_json::from_value(self.value(&places).await).expect("two places");
        let [x, y, to_x, to_y] = places[..] else { panic!("{places:?}") };
        let move_to = |x: f64, y: f64| PointerAction::MoveTo { duration: Some(Duration::from_millis(100)), x, y };
        let (down, up) = (PointerAction::Down { button: 0 }, PointerAction::Up { button: 0 });
        let finger = TouchActions::new("finger".to_owned()).then(move_to(x, y)).then(down);
        let finger = finger.then(move_to(x.midpoint(to_x), y.midpoint(to_y))).then(move_to(to_x, to_y)).then(up);
        self.client.perform_actions(finger).await.expect("it can be dragged");
    }

    /// What the page says, and the sheet over it: for a test that waited in vain.
    pub async fn said(&self) -> String {
        format!("the page says:\n{}\n{}", self.text("main").await, self.text("dialog[open]").await)
    }

    /// Marks what a script finds, once it does: the last that is shown.
    pub async fn mark(&self, among: &str, is_it: &str) -> &'static str {
        let marked = format!(
            "const found = [...document.querySelectorAll({among:?})].filter((one) => one.checkVisibility() && ({is_it})).at(-1); \
             document.querySelector('[data-marked]')?.removeAttribute('data-marked'); \
             found?.setAttribute('data-marked', ''); return Boolean(found)"
        );
        let since = Instant::now();
        while self.run(&marked, Vec::new()).await.ok() != Some(json!(true)) {
            assert!(since.elapsed() < PATIENCE, "there is no {among} where {is_it}; {}", self.said().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        "[data-marked]"
    }

    /// Touches what a script finds, once it does and takes a touch.
    pub async fn touch_where(&self, among: &str, is_it: &str) {
        let since = Instant::now();
        // What is drawn anew in this moment is looked for again.
        while !self.try_touch(self.mark(among, is_it).await).await {
            assert!(since.elapsed() < PATIENCE, "what is {among} where {is_it} takes no touch; {}", self.said().await);
        }
    }

    /// Whether one has this label, or does this, as a script.
    pub fn called(label: &str) -> String {
        let label = json!(label);
        format!("[one.textContent, nameOfButton(one), one.dataset.does].includes({label})")
    }

    /// Presses what has this label, or does this.
    pub async fn press(&self, label: &str) {
        self.touch_where("button, summary", &Self::called(label)).await;
    }

    /// Opens what the menu has under this name.
    pub async fn open(&self, entry: &str) {
        self.press("More").await;
        self.touch_where(".menu button", &format!("one.firstChild.textContent === {}", json!(entry))).await;
    }

    /// What is to be filled in or chosen from, by its label.
    pub async fn field(&self, label: &str) -> &'static str {
        let label = json!(label);
        let is_it = format!("(one.getAttribute('aria-label') || one.closest('.field')?.firstChild.textContent) === {label}");
        self.mark("input, select, textarea", &is_it).await
    }

    /// Fills something in.
    pub async fn write(&self, selector: &str, text: &str) {
        self.touch(selector).await;
        let input = self.find(selector).await.expect("it was just touched");
        input.clear().await.expect("it can be emptied");
        input.send_keys(text).await.expect("keys");
        // While the browser scrolls to what has the focus it takes no keys.
        let since = Instant::now();
        while !text.is_empty()
            && !text.ends_with('\u{e007}')
            && since.elapsed() < PATIENCE
            && input.prop("value").await.is_ok_and(|value| value.as_deref() == Some(""))
        {
            tokio::time::sleep(Duration::from_millis(200)).await;
            input.send_keys(text).await.expect("keys");
        }
    }

    /// Types what a player or the table has on a table that is built, as text.
    pub async fn say(&self, owner: &str, text: &str) {
        if self.has("dialog[open] details:not([open]):has(> .builder) > summary").await {
            self.touch("dialog[open] details:has(> .builder) > summary").await;
        }
        if !self.has("dialog[open] .builder > .as-text[open]").await {
            self.touch("dialog[open] .builder > .as-text > summary").await;
        }
        self.write(self.field(owner).await, text).await;
        self.keys("\u{e004}").await;
    }

    /// Fills something in and enters it.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.write(selector, &format!("{text}\u{e007}")).await;
    }

    /// Types a line to record, and waits for what comes of it.
    pub async fn type_line(&self, line: &str) {
        self.settled(None).await;
        self.run("game.answered = null", Vec::new()).await.expect("a script");
        self.fill(".panel .typed input", line).await;
        self.wait_for("game.answered !== null").await;
        self.settled(None).await;
    }

    /// Chooses from a list.
    pub async fn choose(&self, selector: &str, value: &str) {
        let since = Instant::now();
        loop {
            // What is drawn anew in this moment is looked for again.
            if let Some(list) = self.find(selector).await
                && list.select_by_value(value).await.is_ok()
            {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "there is no `{value}` to choose in `{selector}`; {}", self.said().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Presses keys, wherever the focus is.
    pub async fn keys(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(keys).await.expect("keys");
    }

    /// Presses a key until a condition holds.
    pub async fn keys_until(&self, key: &str, condition: &str) {
        for _ in 0..80 {
            if self.run(&format!("return {condition}"), Vec::new()).await.is_ok_and(|holds| holds == true) {
                return;
            }
            self.keys(key).await;
        }
        panic!("`{condition}` did not come true by keys");
    }

    /// What is serious among what a tool for accessibility finds wrong on the page, or on the sheet that lies over it: its rule, and
    /// where.
    pub async fn barriers(&self, tool: &str) -> Vec<String> {
        if self.value("typeof axe === 'undefined'").await == true {
            self.client.execute(tool, Vec::new()).await.expect("the tool is loaded");
        }
        let run = "const done = arguments[0]; axe.run(document.querySelector('dialog[open]') ?? document, {resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: true}}}).then((told) => done(told.violations
            .filter(({impact}) => impact === 'serious' || impact === 'critical')
            .map(({id, nodes}) => id + ': ' + nodes.map((node) => node.html + ' ' + node.failureSummary).join(' | '))),
            (error) => done(['it failed: ' + error]))";
        let found = self.client.execute_async(run, Vec::new()).await.expect("the tool runs");
        serde_json::from_value(found).expect("a list of texts")
    }

    /// What it looks like, as PNG.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture")
    }

    /// What is shown of a selector: of each its texts, as they are seen, written, read out and filled in, each in one line.
    pub async fn texts(&self, selector: &str) -> Vec<Vec<String>> {
        let texts = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility({ visibilityProperty: true }))
            .map((one) => [one.innerText, one.textContent, one.ariaLabel, one.value].filter((text) => typeof text === 'string')
            .map((text) => text.replace(/\\s+/g, ' ').trim()))";
        let since = Instant::now();
        loop {
            let found = self.run(texts, vec![json!(selector)]).await;
            if let Ok(found) = found {
                return serde_json::from_value(found).expect("lists of texts");
            }
            assert!(since.elapsed() < PATIENCE, "`{selector}` can't be looked for: {found:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// What something says.
    pub async fn text(&self, selector: &str) -> String {
        match self.find(selector).await {
            Some(element) => element.text().await.unwrap_or_default(),
            None => String::new(),
        }
    }

    /// Says who plays on this phone: a player, or everybody (nobody's name).
    pub async fn play_for(&self, name: &str) {
        self.settled(None).await;
        if self.has(".who select").await {
            self.choose(".who select", name).await;
        } else if self.has("[data-does^='plays: ']").await {
            self.touch(&format!("[data-does='plays: {name}']")).await;
        }
    }

    /// Makes a step by touch: verb, place, card.
    pub async fn make(&self, step: &Step) {
        self.settled(None).await;
        if let Some(first) = &step.first
            && self.has(".stage button").await
            && !self.has("[data-does]").await
        {
            self.press(first).await;
            self.wait_for("Boolean(draft.first)").await;
        }
        if self.has("[data-does=next]").await {
            self.touch("[data-does=next]").await;
        }
        self.run("game.answered = null", Vec::new()).await.expect("a script");
        let actor = step.actor.as_deref().unwrap_or("The table");
        // Of players who choose at once each has a tab.
        let tab = format!(".tab[data-does='{actor}']");
        if self.has(&tab).await {
            self.touch(&tab).await;
        }
        let (verb, known) =
            (format!("[data-does='{actor}: {}']", step.verb), format!("[data-does='{actor}: {} a card']", step.verb));
        // What lies face down may have been seen.
        let seen = step.text.split_once(" = ").map(|(down, value)| (format!("[data-does='{down} =']"), value));
        if let Some((down, value)) = seen
            && self.has(&down).await
        {
            self.touch(&down).await;
            self.touch(&format!(".deck [data-does='{value}']")).await;
            return self.recorded(step).await;
        }
        if !step.cards.is_empty() && self.has(&known).await {
            self.touch(&known).await;
        } else if self.has(&verb).await {
            self.touch(&verb).await;
        }
        // Where a verb leaves one thing to do, it is on its way.
        let on_its_way = self.run("return Boolean(pendingRequest(game.name)) || game.answered !== null", Vec::new());
        if on_its_way.await.expect("a script") == false {
            self.make_rest(step).await;
        }
        self.recorded(step).await;
    }

    /// Waits until a step is recorded.
    async fn recorded(&self, step: &Step) {
        self.wait_for("game.answered !== null").await;
        let said = self.text(".answer").await;
        assert!(!self.has(".answer:is(.foul, .asks) p").await, "{step:?}: {said}");
    }

    /// What is left of a step behind its verb: place, card.
    async fn make_rest(&self, step: &Step) {
        let whole = format!(".panel [data-does='{}']", step.text);
        if self.has(&whole).await {
            return self.touch(&whole).await;
        }
        if let Some(place) = step.place.as_ref().map(|place| format!(".place[data-does='{place}']"))
            && self.has(&place).await
        {
            self.touch(&place).await;
        }
        for card in &step.cards {
            let (code, stands) = card.split_once('=').map_or((card.as_str(), None), |(code, stands)| (code, Some(stands)));
            self.touch(&format!(".deck [data-does='{code}']")).await;
            if stands.is_some() && self.has(&whole).await {
                self.touch(&whole).await;
            }
        }
        if !step.cards.is_empty() && self.has(".below .main").await {
            self.touch(".below .main").await;
        }
    }

    /// Ends a phone on which something was to go wrong.
    pub async fn leave(self) {
        self.client.close().await.expect("it is closed");
    }

    /// Leaves the phone to the next test. Nothing may have gone wrong on its pages.
    pub async fn close(self) {
        // The page of a file has nothing to forget.
        let _ = self.run("localStorage.clear()", Vec::new()).await;
        self.client.delete_all_cookies().await.expect("they are deleted");
        self.client.goto("about:blank").await.expect("an empty page");
        let told = fs::read_to_string(self.profile.path().join("chrome_debug.log")).unwrap_or_default();
        let wrong = |line: &&str| {
            line.contains(":CONSOLE") && (line.contains("Uncaught") || line.contains("Refused") || line.contains("violates"))
        };
        assert_eq!(told.lines().find(wrong), None);
        spare().push(self);
    }
}
