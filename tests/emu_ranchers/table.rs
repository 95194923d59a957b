//! A table with Ada and Bo, as the tests build it: lines in, verdicts out.

use fowlplay::{
    log::Log,
    referee::{self, Finding, Referee, Refusal, Verdict},
    table::{Kind, Progress},
};

/// The basic deck, in its order.
const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8YK 8MS 8WL \
                    9WY 9LK 9MS CS CL CM CW CY CK";

/// A log and its referee.
pub struct Table(Box<dyn Referee>);

/// A log of `years`, each who is first and what happened.
fn text<L: AsRef<str>>(rules: &str, years: &[(&str, &[L])]) -> String {
    let line = |line: &L| format!("  \"{}\",\n", line.as_ref());
    let year = |(first, lines): &(&str, &[L])| {
        let lines: String = lines.iter().map(line).collect();
        format!("[[round]]\nfirst = \"{first}\"\nmoves = [\n{lines}]\n")
    };
    let years: String = years.iter().map(year).collect();
    format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n[rules]\n{rules}\n{years}")
}

/// A log of the lines, Ada being first.
pub fn log_of<L: AsRef<str>>(lines: &[L]) -> String {
    text("", &[("Ada", lines)])
}

/// A log of several years.
pub fn log_of_years(rules: &str, years: &[(&str, &[String])]) -> String {
    text(rules, years)
}

/// The first year, Ada being first, after these lines; each of them is legal.
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    let table = Table::of(&log_of(lines));
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// These lines, and then turns of discarding and drawing until the draw pile is gone. Nobody discards a card of `keep`.
pub fn year(first: &str, lines: &[&str], keep: &str) -> Vec<String> {
    let mut year: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let draws = lines.iter().flat_map(|line| line.split([';', ':'])).filter(|step| step.trim().starts_with("draw")).count();
    let spoken_for = format!("{} {keep}", lines.join(" "));
    let spare = DECK.split_whitespace().filter(|card| !spoken_for.contains(card));
    let last = lines.last().and_then(|line| line.split(':').next());
    let mut turn = if last.map_or(first == "Ada", |last| last == "Bo") { ["Ada", "Bo"] } else { ["Bo", "Ada"] };
    for card in spare.take(24 - draws) {
        year.push(format!("{}: discard {card}; draw", turn[0]));
        turn.reverse();
    }
    year
}

/// A first year that has ended, Ada having been first; nobody has laid down yet.
pub fn ended(lines: &[&str], keep: &str) -> Table {
    let table = after(&year("Ada", lines, keep));
    assert!(table.0.expects().iter().all(|expected| expected.kinds == ["lay", "done"]), "the year has ended");
    table
}

/// A year of these lines, played to its end and done.
pub fn done_year(first: &str, lines: &[&str]) -> Vec<String> {
    let mut year = year(first, lines, "");
    year.extend(["Ada: done", "Bo: done"].map(String::from));
    year
}

impl Table {
    /// The table that a log tells of.
    pub fn of(text: &str) -> Self {
        let log = Log::parse(text.to_owned()).unwrap_or_else(|error| panic!("{error}"));
        Self(referee::open(log).unwrap_or_else(|error| panic!("{error}")))
    }

    /// What was found against the log: `1.2 step 1 illegal ER-2.1`.
    pub fn findings(&self) -> Vec<String> {
        let clause = |finding: &Finding| finding.verdict.clause.clone().unwrap_or_default();
        let told = |f: &Finding| format!("{}.{} step {} {} {}", f.round, f.line, f.step, f.kind, clause(f));
        self.0.findings().iter().map(told).collect()
    }

    /// What the first finding says.
    pub fn says(&self) -> &str {
        &self.0.findings().first().expect("something was found").verdict.message
    }

    /// The table rule that decided the first finding.
    pub fn rule(&self) -> Option<String> {
        self.0.findings().first()?.verdict.rule.as_ref().map(ToString::to_string)
    }

    /// The verdict on the last step of a line, the steps before it being legal.
    fn verdict(&self, line: &str) -> Verdict {
        let mut verdicts = self.0.try_line(line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        let (_, last) = verdicts.pop().expect("a line has a step");
        for (step, verdict) in verdicts {
            assert_eq!(verdict.kind, None, "{step} of `{line}`: {}", verdict.message);
        }
        last
    }

    /// The line is legal.
    #[track_caller]
    pub fn allows(&self, line: &str) -> &Self {
        let verdict = self.verdict(line);
        assert_eq!(verdict.kind, None, "{line}: {}", verdict.message);
        self
    }

    /// The line's last step is illegal by `clause`, and the message says `why`.
    #[track_caller]
    pub fn forbids(&self, line: &str, clause: &str, why: &str) -> &Self {
        self.judges(line, Kind::Illegal, clause, why)
    }

    /// The line's last step cannot have happened by `clause`, and the message says `why`.
    #[track_caller]
    pub fn excludes(&self, line: &str, clause: &str, why: &str) -> &Self {
        self.judges(line, Kind::Impossible, clause, why)
    }

    #[track_caller]
    fn judges(&self, line: &str, kind: Kind, clause: &str, why: &str) -> &Self {
        let verdict = self.verdict(line);
        assert_eq!((verdict.kind, verdict.clause.as_deref()), (Some(kind), Some(clause)), "{line}: {}", verdict.message);
        assert!(verdict.message.contains(why), "{line}: {} (and not: {why})", verdict.message);
        self
    }

    /// The lines are recorded; the table after them.
    #[track_caller]
    pub fn records(&self, lines: &[&str]) -> Self {
        let recorded = self.0.record(lines, None).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}"));
        Self(referee::open(recorded.log).expect("what was recorded can be read"))
    }

    /// What the lines brought about, as it is told.
    #[track_caller]
    pub fn tells(&self, lines: &[&str]) -> Vec<String> {
        let recorded = self.0.record(lines, None).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}"));
        let tellings = recorded.entered.into_iter().flat_map(|entered| entered.tellings);
        tellings.map(|telling| format!("{}: {}", telling.clause, telling.text)).collect()
    }

    /// Both players' totals.
    pub fn totals(&self) -> Vec<i32> {
        self.0.sheet().players.iter().map(|player| player.total.exactly().expect("nothing is hidden")).collect()
    }

    /// Who won.
    pub fn winners(&self) -> Vec<String> {
        self.0.sheet().winners
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.0.progress() == Progress::GameOver
    }

    /// What is open to whom: `Ada: hatch grow discard`.
    pub fn open(&self) -> Vec<String> {
        let told = |e: referee::Expected| format!("{}: {}", e.actor.unwrap_or_default(), e.kinds.join(" "));
        self.0.expects().into_iter().map(told).collect()
    }

    /// The public state.
    pub fn state(&self) -> serde_json::Value {
        self.0.state()
    }

    /// The card on top of the discard pile.
    pub fn top_discard(&self) -> String {
        let pile = self.state()["discard_pile"].clone();
        pile.as_array().and_then(|pile| pile.last()?.as_str()).expect("cards were discarded").to_owned()
    }

    /// What a person would have to remember.
    pub fn memory(&self) -> String {
        let lines = self.0.picture().memory.into_iter().map(|block| match block {
            fowlplay::table::Block::Line(text) => text.to_plain(),
            fowlplay::table::Block::Grid { .. } => String::new(),
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Counts one year of birds on the table.
pub fn count(ada: &str, bo: &str) -> Result<Vec<fowlplay::table::Item>, Box<Verdict>> {
    let texts = [format!("Ada: {ada}"), format!("Bo: {bo}")];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    match referee::count("emu-ranchers", &referee::NewGame::default(), &texts) {
        Ok(sheet) => Ok(sheet.players[0].rounds[0].items.clone()),
        Err(Refusal::Foul { verdict, .. }) => Err(verdict),
        Err(other) => panic!("{texts:?}: {other:?}"),
    }
}
