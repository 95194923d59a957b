//! A table as the tests of a game build it: a log in, verdicts out.
#![allow(dead_code, reason = "each game's tests use some of it")]

use fowlplay::{
    log::Log,
    referee::{self, Finding, Referee, Refusal, Verdict},
    table::{Kind, Progress, Sheet, Text},
};

/// A log and its referee.
pub struct Table(Box<dyn Referee>);

/// A log of a game: its rules, and round by round who is first and what happened.
pub fn log<L: AsRef<str>>(game: &str, players: &[&str], rules: &str, rounds: &[(&str, &[L])]) -> String {
    let line = |line: &L| format!("  \"{}\",\n", line.as_ref());
    let round = |(first, lines): &(&str, &[L])| {
        let lines: String = lines.iter().map(line).collect();
        format!("[[round]]\nfirst = \"{first}\"\nmoves = [\n{lines}]\n")
    };
    let rounds: String = rounds.iter().map(round).collect();
    format!("fowlplay = 1\ngame = \"{game}\"\nplayers = {players:?}\n[rules]\n{rules}\n{rounds}")
}

/// The sheet of what was counted on a table, or why it can't be.
pub fn counted(game: &str, rules: &[(&str, &str)], texts: &[&str]) -> Result<Sheet, Box<Verdict>> {
    let rules = rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    match referee::count(game, &referee::NewGame { rules, ..referee::NewGame::default() }, texts) {
        Ok(sheet) => Ok(sheet),
        Err(Refusal::Foul { verdict, .. }) => Err(verdict),
        Err(other) => panic!("{texts:?}: {other:?}"),
    }
}

impl Table {
    /// The table that a log tells of.
    pub fn of(text: &str) -> Self {
        let log = Log::parse(text).unwrap_or_else(|error| panic!("{error}"));
        Self(referee::open(log).unwrap_or_else(|error| panic!("{error}")))
    }

    /// The log.
    pub fn text(&self) -> String {
        self.0.log().text().to_owned()
    }

    /// What was found against the log: `1.2 step 1 illegal ER-2.1`.
    pub fn findings(&self) -> Vec<String> {
        let clause = |finding: &Finding| finding.verdict.clause.clone().unwrap_or_default();
        let told = |f: &Finding| format!("{}.{} step {} {} {}", f.round, f.line, f.step, f.kind, clause(f));
        self.0.findings().iter().map(told).collect()
    }

    /// The table rules in force: `marker = after-tie`.
    pub fn in_force(&self) -> Vec<String> {
        self.0.rules_in_force().into_iter().map(|(key, value, _)| format!("{key} = {value}")).collect()
    }

    /// What the first finding says.
    pub fn says(&self) -> &str {
        &self.0.findings().first().expect("something was found").verdict.message
    }

    /// What a clause says under the table rules in force.
    pub fn quotes(&self, clause: &str) -> String {
        let (book, rules) = (self.0.book(), self.0.rules());
        book.text_of(book.find_clause(clause).expect("a clause"), rules).into_owned()
    }

    /// The table rule that decided the first finding.
    pub fn rule(&self) -> Option<String> {
        let rules = &self.0.findings().first()?.verdict.rules;
        Some(rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")).filter(|rules| !rules.is_empty())
    }

    /// The verdict on the last step of a line, the steps before it being legal.
    pub fn verdict(&self, line: &str) -> Verdict {
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
        assert_eq!(verdict.clause_text.as_deref(), Some(&*self.quotes(clause)), "{line}");
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
        let consequences = recorded.entered().flat_map(|entered| entered.consequences);
        consequences.map(|telling| format!("{}: {}", telling.clause, telling.text)).collect()
    }

    /// The players' totals.
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

    /// How the card that an impossible last step of a line needs came to where it lies: `7SK: hatched by Ada`.
    #[track_caller]
    pub fn elsewhere(&self, line: &str) -> Vec<String> {
        self.verdict(line).elsewhere.into_iter().map(|elsewhere| elsewhere.text).collect()
    }

    /// What is open to whom: `Ada: hatch grow discard`.
    pub fn open(&self) -> Vec<String> {
        let told = |e: referee::Expected| format!("{}: {}", e.actor.unwrap_or_default(), e.kinds.join(" "));
        self.0.expects().into_iter().map(told).collect()
    }

    /// The legal steps of the players, with their names: `Ada: draw`.
    pub fn legal(&self) -> Vec<String> {
        self.0.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step)).collect()
    }

    /// The public state.
    pub fn state(&self) -> serde_json::Value {
        self.0.state()
    }

    /// What a person would have to remember.
    pub fn memory(&self) -> String {
        let lines = self.0.zones().memory.into_iter().filter_map(|zone| zone.line).map(|line| line.to_plain());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// What every device at the table shows.
    pub fn open_table(&self) -> serde_json::Value {
        referee::document::table(&*self.0)
    }

    /// The score sheet.
    pub fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    /// The lines that a typed one could stand for, when that has to be asked.
    #[track_caller]
    pub fn asks(&self, line: &str) -> Vec<String> {
        match self.0.try_line(line) {
            Err(Refusal::Ambiguous { options, .. }) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Why a line can't be read.
    #[track_caller]
    pub fn misreads(&self, line: &str) -> String {
        match self.0.try_line(line) {
            Err(Refusal::Unparsed { problem, .. }) => problem,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// What would do instead of a line that can't be read.
    #[track_caller]
    pub fn would_read(&self, line: &str) -> String {
        match self.0.try_line(line) {
            Err(Refusal::Unparsed { expected, .. }) => expected,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// The part of a line that can't be read.
    #[track_caller]
    pub fn misread_part(&self, line: &str) -> String {
        match self.0.try_line(line) {
            Err(Refusal::Unparsed { line, range, .. }) => line[range].to_owned(),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// The steps of a typed line as they are written in the log.
    #[track_caller]
    pub fn writes(&self, line: &str) -> String {
        let recorded = self.0.record(&[line], None).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        recorded.entered().map(|entered| entered.step).collect::<Vec<_>>().join("; ")
    }

    /// What lies open, as a person sees it.
    pub fn zones(&self) -> String {
        let rows = |row: Vec<Text>| row.iter().map(Text::to_plain).collect::<Vec<_>>().join(" | ");
        let lines = self.0.zones().open.into_iter().flat_map(|zone| {
            let grid = zone.grid.into_iter().flat_map(|grid| grid.rows).map(rows);
            zone.line.map(|line| line.to_plain()).into_iter().chain(grid).collect::<Vec<_>>()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// What may be done, a line each.
    pub fn options(&self) -> Vec<String> {
        self.0.options().into_iter().flat_map(|(_, lines)| lines).collect()
    }
}
