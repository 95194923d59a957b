//! A table as the tests of a game build it: a log in, verdicts out.

use crate::by_place::by_place;
use fowlplay::{
    log::Log,
    referee::{self, DecidingRule, Finding, Recording, Referee, Refusal, Verdict},
    table::{FindingKind, Progress, Sheet, Text, Zone, or_list},
};

/// A log and its referee.
pub struct Table(pub Box<dyn Referee>);

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
    match referee::Games::default().count(game, &referee::NewGame { rules, ..referee::NewGame::default() }, texts) {
        Ok(sheet) => Ok(sheet),
        Err(Refusal::Foul { verdict, .. }) => Err(verdict),
        Err(other) => panic!("{texts:?}: {other:?}"),
    }
}

/// Why a log can't be read.
pub fn unread(text: &str) -> String {
    Log::parse(text).and_then(|log| referee::open(log).map(drop)).expect_err("it can't be read").to_string()
}

impl Table {
    /// The table that a log tells of.
    #[track_caller]
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

    /// What a clause says under the table rules in force.
    pub fn quotes(&self, clause: &str) -> String {
        let (book, rules) = (self.0.book(), self.0.rules());
        book.text_of(book.find_clause_ignoring_case(clause).expect("a clause"), rules).into_owned()
    }

    /// The table rules that decided the first finding: `must_capture = hand`.
    pub fn rule(&self) -> Option<String> {
        Some(ruled(&self.0.findings().first()?.verdict)).filter(|rules| !rules.is_empty())
    }

    /// The table rules that decide the verdict on a line.
    #[track_caller]
    pub fn decided(&self, line: &str) -> String {
        ruled(&self.verdict(line))
    }

    /// The verdict on the last step of a line, the steps before it being legal.
    #[track_caller]
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
        assert!(verdict.kind.is_none(), "{line} is to be legal, and is {}: {}", verdict.word(), verdict.message);
        self
    }

    /// The line's last step is illegal by `clause`, and the message says `why`.
    #[track_caller]
    pub fn forbids(&self, line: &str, clause: &str, why: &str) -> &Self {
        self.judges(line, FindingKind::Illegal, clause, why)
    }

    /// The line's last step cannot have happened by `clause`, and the message says `why`.
    #[track_caller]
    pub fn excludes(&self, line: &str, clause: &str, why: &str) -> &Self {
        self.judges(line, FindingKind::Impossible, clause, why)
    }

    #[track_caller]
    fn judges(&self, line: &str, kind: FindingKind, clause: &str, why: &str) -> &Self {
        let verdict = self.verdict(line);
        assert_eq!((verdict.kind, verdict.clause.as_deref()), (Some(kind), Some(clause)), "{line}: {}", verdict.message);
        let says = verdict.clause_text.as_deref().unwrap_or_default();
        assert!(self.quotes(clause).starts_with(says) && says.ends_with('.'), "{line}: {says}");
        assert!(verdict.message.contains(why), "{line}: {} (and not: {why})", verdict.message);
        self
    }

    /// The lines are recorded; the table after them.
    #[track_caller]
    pub fn records<L: AsRef<str>>(&self, lines: &[L]) -> Self {
        let recorded = self.recorded(lines);
        Self(referee::open(recorded.log).expect("what was recorded can be read"))
    }

    #[track_caller]
    fn recorded<L: AsRef<str>>(&self, lines: &[L]) -> Recording {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        self.0.record(&lines, None).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}"))
    }

    /// What the lines brought about, as it is told.
    #[track_caller]
    pub fn tells<L: AsRef<str>>(&self, lines: &[L]) -> Vec<String> {
        let recorded = self.recorded(lines);
        let consequences = recorded.recorded_steps().flat_map(|entered| entered.consequences);
        consequences.map(|telling| format!("{}: {}", telling.clause, telling.text)).collect()
    }

    /// What the last line brought about, as it is explained.
    #[track_caller]
    pub fn explains(&self) -> Vec<String> {
        let steps = self.0.explain(None).expect("a line").steps;
        let told = steps.into_iter().flat_map(|step| step.consequences);
        told.map(|telling| format!("{}: {}", telling.clause, telling.text)).collect()
    }

    /// Why a typed line is not recorded.
    #[track_caller]
    pub fn refuses(&self, line: &str) -> Refusal {
        self.0.record(&[line], None).err().unwrap_or_else(|| panic!("`{line}` was recorded"))
    }

    /// What recording the lines proves of earlier ones.
    #[track_caller]
    pub fn proves<L: AsRef<str>>(&self, lines: &[L]) -> Vec<String> {
        let told = |f: &Finding| format!("{}.{} {}: {}", f.round, f.line, f.kind, f.verdict.message);
        self.recorded(lines).proved.iter().map(told).collect()
    }

    /// The items of a player's round: `cards 2, flush 2`.
    pub fn items(&self, round: usize, player: usize) -> String {
        let items = &self.sheet().players[player].rounds[round].items;
        items.iter().map(|item| format!("{} {}", item.label, item.points)).collect::<Vec<_>>().join(", ")
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
        self.verdict(line).moved_by.into_iter().map(|elsewhere| elsewhere.text).collect()
    }

    /// What is open to whom: `Ada: hatch grow discard`.
    pub fn open(&self) -> Vec<String> {
        let told = |e: referee::ExpectedSteps| format!("{}: {}", e.actor.unwrap_or_default(), e.verbs.join(" "));
        self.0.expects().into_iter().map(told).collect()
    }

    /// The legal steps of the players, with their names: `Ada: draw`.
    pub fn legal(&self) -> Vec<String> {
        self.0.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step)).collect()
    }

    /// A part of the public state, by its path: `players.0.hand.count`, or `perch.*.cards` for each perch.
    pub fn at(&self, path: &str) -> serde_json::Value {
        fn part(value: &serde_json::Value, path: &str) -> serde_json::Value {
            let (key, rest) = path.split_once('.').unwrap_or((path, ""));
            match key.parse::<usize>() {
                _ if key.is_empty() => value.clone(),
                Ok(nth) => part(&value[nth], rest),
                Err(_) if key == "*" => value.as_array().into_iter().flatten().map(|each| part(each, rest)).collect(),
                Err(_) => part(&value[key], rest),
            }
        }
        part(&self.state(), path)
    }

    /// The public state, by places.
    pub fn state(&self) -> serde_json::Value {
        by_place(&self.0.state())
    }

    /// What a person would have to remember.
    pub fn memory(&self) -> String {
        plain(self.0.zones().memory)
    }

    /// What `show` tells.
    pub fn shown(&self) -> serde_json::Value {
        referee::document::show(&*self.0)
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
        self.recorded(&[line]).recorded_steps().map(|entered| entered.step).collect::<Vec<_>>().join("; ")
    }

    /// The lines of the log that recording a typed line makes or changes.
    #[track_caller]
    pub fn new_lines(&self, line: &str) -> Vec<String> {
        let lines = |log: &Log| -> Vec<String> {
            log.rounds().iter().flat_map(|round| &round.lines).map(|line| line.text.to_string()).collect()
        };
        let (before, after) = (lines(self.0.log()), lines(&self.recorded(&[line]).log));
        let same = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
        after[same..].to_vec()
    }

    /// The steps of a typed line, each with the name of its player.
    #[track_caller]
    pub fn acts(&self, line: &str) -> Vec<String> {
        let act = |actor: Option<String>, step: String| actor.map_or(step.clone(), |actor| format!("{actor}: {step}"));
        self.recorded(&[line]).recorded_steps().map(|entered| act(entered.actor, entered.step)).collect()
    }

    /// What lies open, as a person sees it.
    pub fn zones(&self) -> String {
        plain(self.0.zones().open)
    }

    /// What may be done, a line each.
    pub fn options(&self) -> Vec<String> {
        self.0.options().iter().flat_map(|(_, options)| options).map(ToString::to_string).collect()
    }
}

/// What the players have: `Ada 12, Bo -5`.
pub fn score(sheet: &Sheet) -> String {
    let players = sheet.players.iter().map(|player| format!("{} {}", player.name, player.total));
    players.collect::<Vec<_>>().join(", ").replace('−', "-")
}

/// The table rules that decided a verdict.
pub fn ruled(verdict: &Verdict) -> String {
    let rule =
        |rule: &DecidingRule| format!("{} = {}; under {} it would be legal", rule.key, rule.value, or_list(&rule.legal_under));
    verdict.rules.iter().map(rule).collect::<Vec<_>>().join(", ")
}

/// Zones as text, a line each and a line for each row of a grid.
fn plain(zones: Vec<Zone>) -> String {
    let row = |row: Vec<Text>| row.iter().map(Text::to_plain).collect::<Vec<_>>().join(" | ");
    let lines = zones.into_iter().flat_map(|zone| {
        let grid = zone.grid.into_iter().flat_map(|grid| grid.rows).map(row);
        zone.line.map(|line| line.to_plain()).into_iter().chain(grid).collect::<Vec<_>>()
    });
    lines.collect::<Vec<_>>().join("\n")
}
