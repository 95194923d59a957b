//! The laws of writing: nothing is lost, twice is once, and every comment stays on its item.

use jiff::Timestamp;
use proptest::prelude::*;

use fowlplay::{
    conformance::log_draft::{LogLayout, RoundDraft, canonical, places, without_corrections},
    log::{Correction, CorrectionTarget, LineRef, Log},
};

/// The comments of a text, in order.
fn comments(text: &str) -> Vec<String> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(char) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match char {
            '#' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                found.push(rest[..end].trim_end().to_owned());
                end
            }
            '"' | '\'' => {
                let thrice = char.to_string().repeat(3);
                let quotes = if rest.starts_with(&thrice) { &*thrice } else { &thrice[..1] };
                string_end(rest, quotes)
            }
            _ => char.len_utf8(),
        };
    }
    found
}

/// Where a string ends that begins here.
fn string_end(text: &str, quotes: &str) -> usize {
    let mut at = quotes.len();
    while !text[at..].starts_with(quotes) {
        at += if text[at..].starts_with('\\') && quotes.starts_with('"') {
            2
        } else {
            text[at..].chars().next().map_or(1, char::len_utf8)
        };
    }
    at + quotes.len()
}

/// The comments of a log with those that wait in its corrections, sorted.
fn all_comments(log: &Log) -> Vec<String> {
    let waiting = log.corrections().iter().filter(|made| made.now.is_none());
    let waiting = waiting.flat_map(|made| made.above.iter().chain(&made.comment).cloned());
    sorted(comments(log.text()).into_iter().chain(waiting).collect())
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// Everything that a log says.
fn values(log: &Log) -> String {
    let rule = |(entry, source): (&fowlplay::log::KeyValue, &str)| {
        format!("{} = {} {}", entry.key, entry.value.to_toml(), &source[entry.span.clone()].replace(char::is_whitespace, ""))
    };
    let rules: Vec<String> = log.rules().iter().chain(log.deck()).map(|entry| rule((entry, log.text()))).collect();
    let token = |text: &fowlplay::log::LogString| {
        (text.to_string(), if text.starts_with("position") { String::new() } else { log.text()[text.token()].to_owned() })
    };
    let round = |round: &fowlplay::log::Round| {
        let lines: Vec<_> = round.lines.iter().map(|line| token(&line.text)).collect();
        (token(&round.first), lines, round.tally.as_ref().map(|parts| parts.iter().map(token).collect::<Vec<_>>()))
    };
    let made = |made: &Correction| {
        format!("{:?}", (&made.at, &made.was, &made.now, &made.by, &made.end, made.when, &made.first, &made.above, &made.comment))
    };
    let head: Vec<_> = fowlplay::log::HeadKey::ALL.into_iter().map(|key| log.head(key)).collect();
    let presences = log.presences().iter().map(|presence| (presence.key.name(), presence.name.to_string(), presence.round));
    format!(
        "{:#?}",
        (
            log.game().to_string(),
            log.players().iter().map(token).collect::<Vec<_>>(),
            log.variant().map(token),
            (log.is_scores_only(), head, presences.collect::<Vec<_>>()),
            rules,
            log.rounds().iter().map(round).collect::<Vec<_>>(),
            log.corrections().iter().map(made).collect::<Vec<_>>(),
        )
    )
}

/// Asserts the laws for a log. Returns it as the program writes it.
fn obeys(log: &Log) -> Log {
    let once = canonical(log);
    assert_eq!(values(&once), values(log), "{}", log.text());
    assert_eq!(canonical(&once).text(), once.text(), "of\n{}", log.text());
    assert_eq!(sorted(comments(once.text())), sorted(comments(log.text())), "{}\n{}", log.text(), once.text());
    let ending = |text: &str| text.contains("\r\n");
    assert_eq!(
        ending(once.text()),
        log.text().split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')),
        "{:?}",
        log.text()
    );
    assert_eq!(once.text().starts_with('\u{feff}'), log.text().starts_with('\u{feff}'));
    assert!(once.text().ends_with('\n'));
    once
}

/// The table rules; `#@` is a comment, numbered later.
fn rules() -> impl Strategy<Value = String> {
    let entry = |index: usize| format!("rule{index} = {index}");
    let between = prop_oneof![Just(""), Just(" #@"), Just("\n#@"), Just(" #@\n\n#@")];
    let gap = || prop_oneof![Just(" "), Just("\n  "), Just(" #@\n  "), Just("\n  #@\n\n  #@\n ")];
    let lines = move |head: &'static str, key: &'static str| {
        prop::collection::vec(between.clone(), 1..4).prop_map(move |gaps| {
            let mut text = String::from(head);
            for (index, gap) in gaps.into_iter().enumerate() {
                text.extend([key, &entry(index), gap, "\n"]);
            }
            text
        })
    };
    prop_oneof![
        1 => Just(String::new()),
        2 => prop::collection::vec((gap(), gap()), 0..3).prop_map(move |gaps| {
            let entries = gaps.into_iter().enumerate().map(|(index, (before, after))| format!("{before}{}{after}", entry(index)));
            format!("rules = {{{}}} #@\n", entries.collect::<Vec<_>>().join(","))
        }),
        1 => lines("[rules] #@\n", ""),
        1 => lines("", "rules."),
    ]
}

/// A log with comments at every possible place.
fn layout() -> impl Strategy<Value = Log> {
    let rounds = prop::collection::vec(0usize..5, 1..4);
    (rules(), rounds, any::<u64>(), any::<bool>(), any::<bool>()).prop_map(|(rules, rounds, seed, counted, crlf)| {
        let head = "#@\nfowlplay = 1 #@\ngame = \"g\"\n#@\nplayers = [ #@\n  \"A\"]\n";
        let mut text = String::new();
        for (number, part) in format!("{head}{rules}").split("#@").enumerate() {
            if number > 0 {
                text.extend(["# c", &number.to_string(), "."]);
            }
            text += part;
        }
        for (number, lines) in (0..).zip(&rounds) {
            let is_counted = counted && number + 1 == rounds.len();
            let tally = ["A: 1", "A: 2"].iter().filter(|_| is_counted).map(ToString::to_string).collect();
            let lines = (0..*lines).map(|line| format!("l{number}.{line}")).collect();
            text += &RoundDraft { first: "A".to_owned(), lines, tally }.text(LogLayout::Random(seed.wrapping_add(number as u64)));
        }
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        Log::parse(text.as_str()).unwrap_or_else(|error| panic!("{text}\n{error}"))
    })
}

fn now() -> Timestamp {
    "2026-11-20T19:42:11.123456Z".parse().expect("a moment")
}

/// The text without its corrections and blank lines, each string in the same quotes.
fn unquoted(log: &Log) -> String {
    let lines: Vec<&str> = without_corrections(log).lines().filter(|line| !line.is_empty()).collect();
    let quotes = [("\"\"\"\n", "\""), ("\"\"\"", "\""), ("'''", "\""), ("'", "\""), ("\\u006c", "l"), ("\\u0041", "A")];
    quotes.iter().fold(lines.join("\n"), |text, (from, to)| text.replace(from, to))
}

/// A change with its correction, as a command makes it.
fn corrected(log: &Log, at: CorrectionTarget, was: Option<&str>, new: Option<&str>) -> Log {
    let when = log.free_timestamp(now());
    let mut correction = Correction::new(at, was.map(Into::into), new.map(Into::into), when);
    let changed = log.changed(|log| {
        log.apply(&mut correction)?;
        log.add_corrections([correction]);
        Ok(())
    });
    changed.unwrap_or_else(|error| panic!("{error}\n{}", log.text()))
}

/// Asserts that a change loses no comment, and that undo brings everything back as it was.
fn comes_back(log: &Log, changed: &Log) -> Result<(), TestCaseError> {
    prop_assert_eq!(all_comments(changed), all_comments(log), "{}\n->\n{}", log.text(), changed.text());
    let (back, _) = changed.undo(1, now()).unwrap_or_else(|error| panic!("{error}\n{}", changed.text()));
    prop_assert_eq!(sorted(comments(back.text())), sorted(comments(log.text())));
    let (again, _) = back.redo(now()).unwrap_or_else(|error| panic!("{error}\n{}", back.text()));
    prop_assert_eq!(sorted(comments(again.text())), sorted(comments(changed.text())), "{}", again.text());
    // What was taken out of `[rules]` comes back at its end.
    if log.rounds().iter().all(|round| round.tally.is_none()) && log.rules().len() <= changed.rules().len() {
        prop_assert_eq!(unquoted(&back), unquoted(&canonical(log)));
        prop_assert_eq!(unquoted(&again), unquoted(changed));
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases(600))]

    #[test]
    fn what_is_written_is_what_was_read(log in layout()) {
        obeys(&log);
    }

    #[test]
    fn a_change_keeps_every_comment_and_comes_back(log in layout(), which in any::<prop::sample::Index>()) {
        for at in [CorrectionTarget::Rule("another".into()), CorrectionTarget::Head(fowlplay::log::HeadKey::Place)] {
            comes_back(&log, &corrected(&log, at, None, Some("here")))?;
        }
        for rule in log.rules() {
            let (at, was) = (CorrectionTarget::Rule(rule.key.to_string()), rule.value.to_toml());
            comes_back(&log, &corrected(&log, at.clone(), Some(&was), Some("7")))?;
            comes_back(&log, &corrected(&log, at, Some(&was), None))?;
        }
        let end = log.end().round;
        let tally = CorrectionTarget::Tally(end);
        match log.text_at(&tally) {
            Some(was) => comes_back(&log, &corrected(&log, tally, Some(&was), None))?,
            None => comes_back(&log, &corrected(&log, tally, None, Some("A: 1")))?,
        }
        let places = places(&log);
        if !places.is_empty() {
            let place = places[which.index(places.len())];
            let was = log.line(place).expect("a line").text.to_string();
            for (was, new) in [(None, Some("new")), (Some(&*was), Some("new")), (Some(&*was), None)] {
                comes_back(&log, &corrected(&log, CorrectionTarget::Line(place), was, new))?;
            }
        }
    }

    #[test]
    fn undo_and_redo_keep_every_comment(log in layout(), n in 1u32..12) {
        let Ok((undone, _)) = log.undo(n, now()) else { return Ok(()) };
        prop_assert_eq!(all_comments(&undone), all_comments(&log), "{}\n->\n{}", log.text(), undone.text());
        let (redone, _) = undone.redo(now()).expect("redone");
        let lines = |log: &Log| fowlplay::conformance::log_draft::lines_of(log);
        prop_assert_eq!(lines(&redone), lines(&log));
        // The comments within a removed round, and those on the parts of a tally, come to stand elsewhere.
        prop_assert_eq!(sorted(comments(redone.text())), sorted(comments(log.text())));
        if undone.rounds().len() == log.rounds().len() && log.rounds().iter().all(|round| round.tally.is_none()) {
            prop_assert_eq!(unquoted(&redone), unquoted(&canonical(&log)));
        }
    }
}

#[test]
fn recorded_logs_are_what_they_were_once_they_are_laid_out() {
    let obeying = crate::recorded_logs().filter_map(|(_, text)| Log::parse(text).ok()).map(|log| obeys(&log));
    assert!(obeying.count() > 100);
}

#[test]
fn a_log_by_hand_gets_the_layout_of_the_program() {
    let by_hand = r#"
# An evening at Ada's
# expect: nothing

game="g"   # the best
fowlplay = 1
# who is here
players = ["A", # Ada
  'B' ] # and Bo
date=2026-11-20
title = """
A night"""


rules = { x = 1, # one
  # two
  y = [ 1,2 ] } # rules


# the first round
[[ round ]] # begins
moves = [ # lines
  "a; \u0062", # behind a
  # above c
  'c' # behind c
  ,

  # before the end


] # all lines
first = "A" # Ada
[[round]]
first = 'B'
tally = ["A: 1", "B: 2"] # counted
# at the end
"#;
    let program = r#"# An evening at Ada's
# expect: nothing

fowlplay = 1
game = "g" # the best
# who is here
# Ada
players = ["A", 'B'] # and Bo
date = 2026-11-20
title = """
A night"""

[rules]
x = 1 # one
# two
y = [1, 2] # rules

# the first round
[[round]] # begins
first = "A" # Ada
moves = [ # lines
  "a; \u0062", # behind a
  # above c
  'c', # behind c

  # before the end
] # all lines

[[round]]
first = 'B'
tally = [
  "A: 1",
  "B: 2",
] # counted
# at the end
"#;
    let log = Log::parse(by_hand).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(obeys(&log).text(), program);
}

#[test]
fn the_comments_of_an_undone_line_wait_in_its_correction() {
    let log = Log::parse(
        "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n[[round]]\nfirst = \"A\"\nmoves = [\n  \"a\",\n  # over b\n  \"b\", # on b\n]\n",
    );
    let log = log.unwrap_or_else(|error| panic!("{error}"));
    let (undone, _) = log.undo(1, now()).expect("undone");
    assert!(undone.text().contains("above = [\"# over b\"]\ncomment = \"# on b\"\n"), "{}", undone.text());
    let (redone, _) = undone.redo(now()).expect("redone");
    assert_eq!(format!("{}\n", without_corrections(&redone)), log.text());
}

#[test]
fn the_comments_in_an_undone_round_stay() {
    let log = Log::parse(
        "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n[[round]]\nfirst = \"A\"\nmoves = [\n  \"a\",\n]\n\n# two\n[[round]]\nfirst = \"A\" # A\nmoves = [\n  \"b\",\n  # last\n]\n",
    );
    let (undone, taken) = log.unwrap_or_else(|error| panic!("{error}")).undo(1, now()).expect("undone");
    assert_eq!(taken[0].line().map(|line| line.place), Some(LineRef::new(2, 1)));
    assert!(undone.text().contains("]\n\n# two\n# A\n# last\n\n[[correction]]"), "{}", undone.text());
}
