//! Tables as the tests build them: lines in, verdicts out.

use fowlplay::{
    log::Log,
    referee::{self, Finding, NewGame, Referee, Refusal, Verdict},
    table::{Kind, Progress, Sheet, Text, Zone},
};

/// The extended deck without the Excuse, in its order.
const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8YK 8MS 8WL \
                    9WY 9LK 9MS CS CL CM CW CY CK PWLY PMSL PSWK PMYK TMWK TSWY TMLY TSLK";

/// A log and its referee.
pub struct Table(Box<dyn Referee>);

/// A log of rounds, each who deals and what happened.
pub fn log_of<L: AsRef<str>>(players: &[&str], rules: &str, rounds: &[(&str, &[L])]) -> String {
    let line = |line: &L| format!("  \"{}\",\n", line.as_ref());
    let round = |(first, lines): &(&str, &[L])| {
        let lines: String = lines.iter().map(line).collect();
        format!("[[round]]\nfirst = \"{first}\"\nmoves = [\n{lines}]\n")
    };
    let rounds: String = rounds.iter().map(round).collect();
    format!("fowlplay = 1\ngame = \"blulu\"\nplayers = {players:?}\n[rules]\n{rules}\n{rounds}")
}

/// Ada and Bo under these rules; Bo deals, so that Ada plays first. The lines may break rules.
pub fn under<L: AsRef<str>>(rules: &str, lines: &[L]) -> Table {
    Table::of(&log_of(&["Ada", "Bo"], rules, &[("Bo", lines)]))
}

/// Ada and Bo by the default rules, Bo dealing; every line is legal.
#[track_caller]
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    let table = under("", lines);
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// These lines of Ada and Bo, and then trails of whatever is left until the basic deck is gone: for `must_capture = "never"`.
pub fn whole_round(lines: &[&str]) -> Vec<String> {
    let named = lines.join(" ");
    let mut left = DECK.split_whitespace().take(36).filter(|card| !named.contains(card));
    let mut round: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let mut turn = match lines.last() {
        Some(last) if last.starts_with("Ada") => ["Bo", "Ada"],
        _ => ["Ada", "Bo"],
    };
    while let (Some(one), Some(other)) = (left.next(), left.next()) {
        round.push(format!("{}: trail {one} {other}", turn[0]));
        turn.reverse();
    }
    round
}

impl Table {
    /// The table that a log tells of.
    #[track_caller]
    pub fn of(text: &str) -> Self {
        let log = Log::parse(text).unwrap_or_else(|error| panic!("{error}"));
        Self(referee::open(log).unwrap_or_else(|error| panic!("{error}")))
    }

    /// What was found against the log: `1.2 step 1 illegal BL-2.1`.
    pub fn findings(&self) -> Vec<String> {
        let clause = |finding: &Finding| finding.verdict.clause.clone().unwrap_or_default();
        let told = |f: &Finding| format!("{}.{} step {} {} {}", f.round, f.line, f.step, f.kind, clause(f));
        self.0.findings().iter().map(told).collect()
    }

    /// What the first finding says.
    #[track_caller]
    pub fn says(&self) -> &str {
        self.told(0)
    }

    /// What a finding says.
    #[track_caller]
    pub fn told(&self, nth: usize) -> &str {
        &self.0.findings().get(nth).expect("so much was found").verdict.message
    }

    /// The table rule that decided the first finding: `must_capture = hand`.
    #[track_caller]
    pub fn ruled(&self) -> String {
        let verdict = &self.0.findings().first().expect("something was found").verdict;
        decided(verdict)
    }

    /// The table rules that decide the verdict on a line.
    #[track_caller]
    pub fn decided(&self, line: &str) -> String {
        decided(&self.verdict(line))
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
    pub fn records<L: AsRef<str>>(&self, lines: &[L]) -> Self {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        let recorded = self.0.record(&lines, None).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}"));
        Self(referee::open(recorded.log).expect("what was recorded can be read"))
    }

    /// What is written for a typed line.
    #[track_caller]
    pub fn writes(&self, line: &str) -> String {
        let table = self.records(&[line]);
        let log = table.0.log();
        log.line(log.end()).expect("a line").text.to_string()
    }

    /// Why a typed line is not recorded.
    #[track_caller]
    pub fn refuses(&self, line: &str) -> Refusal {
        self.0.record(&[line], None).err().unwrap_or_else(|| panic!("`{line}` was recorded"))
    }

    /// What the lines brought about, as it is told.
    #[track_caller]
    pub fn tells<L: AsRef<str>>(&self, lines: &[L]) -> Vec<String> {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        let recorded = self.0.record(&lines, None).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}"));
        let consequences = recorded.entered().flat_map(|entered| entered.consequences);
        consequences.map(|telling| format!("{}: {}", telling.clause, telling.text)).collect()
    }

    /// What recording the lines proves of earlier ones.
    #[track_caller]
    pub fn proves(&self, lines: &[&str]) -> Vec<String> {
        let recorded = self.0.record(lines, None).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}"));
        let told = |f: &Finding| format!("{}.{} {}: {}", f.round, f.line, f.kind, f.verdict.message);
        recorded.proved.iter().map(told).collect()
    }

    /// Ends the round with a tally.
    #[track_caller]
    pub fn counts(&self, texts: &[&str]) -> Self {
        let recorded = self.0.tally_into(texts, None).unwrap_or_else(|refusal| panic!("{texts:?}: {refusal:?}"));
        Self(referee::open(recorded.log).expect("what was counted can be read"))
    }

    /// All players' totals.
    pub fn totals(&self) -> Vec<i32> {
        self.sheet().players.iter().map(|player| player.total.exactly().expect("nothing is hidden")).collect()
    }

    pub fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    /// The items of a player's round: `cards 2, flush 2`.
    pub fn items(&self, round: usize, player: usize) -> String {
        let items = &self.sheet().players[player].rounds[round].items;
        items.iter().map(|item| format!("{} {}", item.label, item.points)).collect::<Vec<_>>().join(", ")
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.0.progress() == Progress::GameOver
    }

    /// What is open to whom: `Ada: trail capture`.
    pub fn open(&self) -> Vec<String> {
        let told = |e: referee::Expected| format!("{}: {}", e.actor.unwrap_or_default(), e.kinds.join(" "));
        self.0.expects().into_iter().map(told).collect()
    }

    /// The legal steps of the player in turn.
    pub fn legal(&self) -> Vec<String> {
        self.0.legal_steps().into_iter().map(|offer| offer.step).collect()
    }

    /// The public state.
    pub fn state(&self) -> serde_json::Value {
        self.0.state()
    }

    /// The codes of the cards on the table.
    pub fn lying(&self) -> String {
        let state = self.state();
        let ranks = state["table"].as_array().expect("ranks").iter();
        let cards = ranks.flat_map(|rank| rank["cards"].as_array().expect("cards").clone());
        cards.map(|card| card.as_str().expect("a code").to_owned()).collect::<Vec<_>>().join(" ")
    }

    /// What everybody sees, and what a person would have to remember.
    pub fn zones(&self) -> (String, String) {
        let text = |zones: Vec<Zone>| {
            let row = |row: Vec<Text>| row.iter().map(Text::to_plain).collect::<Vec<_>>().join(" | ");
            let lines = zones.into_iter().flat_map(|zone| {
                let rows = zone.grid.into_iter().flat_map(|grid| grid.rows).map(row);
                zone.line.iter().map(Text::to_plain).chain(rows).collect::<Vec<_>>()
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let zones = self.0.zones();
        (text(zones.open), text(zones.memory))
    }
}

/// Counts one round on the table.
pub fn count(rules: &[(&str, &str)], texts: &[&str]) -> Result<Sheet, Box<Verdict>> {
    let rules = rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    match referee::count("blulu", &NewGame { rules, ..NewGame::default() }, texts) {
        Ok(sheet) => Ok(sheet),
        Err(Refusal::Foul { verdict, .. }) => Err(verdict),
        Err(other) => panic!("{texts:?}: {other:?}"),
    }
}

fn decided(verdict: &Verdict) -> String {
    verdict.rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
