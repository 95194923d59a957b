//! Comments, wherever they stand: each survives every change, at its item, unless its item goes.

use jiff::Timestamp;
use proptest::{prelude::*, sample::Index};

use fowlplay::{
    conformance::written::{Layout, Round, places},
    log::{Change, Log, Value},
};

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
fn layout() -> impl Strategy<Value = String> {
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
            let tally = ["part0: 1", "part1: 1"].iter().filter(|_| is_counted).map(ToString::to_string).collect();
            let lines = (0..*lines).map(|line| format!("l{number}.{line}")).collect();
            text += &Round { first: "A".to_owned(), lines, tally }.text(Layout::Anyhow(seed.wrapping_add(number as u64)));
        }
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

/// The comments, and the items that they may stand at, in the order of the text before its corrections; with where each begins.
fn sequence(log: &Log) -> Vec<(usize, String)> {
    let body = log.corrections().iter().map(|correction| correction.span.start).min().unwrap_or(log.text().len());
    let text = &log.text()[..body];
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(char) = text[at..].chars().next() {
        let rest = &text[at..];
        let end = match char {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => {
                let thrice = char.to_string().repeat(3);
                let quotes = if rest.starts_with(&thrice) { 3 } else { 1 };
                rest[quotes..].find(&thrice[..quotes]).map_or(rest.len(), |end| end + 2 * quotes)
            }
            'a'..='z' => rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len()),
            _ => char.len_utf8(),
        };
        let token = rest[..end].trim_end();
        if token.starts_with(['#', '"', '\'']) || token.starts_with("rule") && token != "rules" {
            found.push((at, token.to_owned()));
        }
        at += end;
    }
    found
}

/// The comments that go with what stands in `range`: those in it, and on the line on which it ends.
fn of(log: &Log, range: std::ops::Range<usize>) -> Vec<String> {
    let line = log.text()[range.end..].find('\n').map_or(log.text().len(), |end| range.end + end);
    let tokens = sequence(log).into_iter().filter(|(at, _)| (range.start..line).contains(at)).map(|(_, token)| token);
    // What else stands on that line is no comment, and stays.
    let own = log.text()[range.clone()].to_owned();
    tokens.filter(|token| token.starts_with('#') || own.contains(token.as_str())).collect()
}

/// All that was there before is there after, in order; but for what may be gone.
fn kept(before: &Log, after: &Log, gone: &[String]) -> Result<(), TestCaseError> {
    let tokens = |log: &Log| sequence(log).into_iter().map(|(_, token)| token).collect::<Vec<_>>();
    let (was, now) = (tokens(before), tokens(after));
    let wanted: Vec<&String> = was.iter().filter(|token| !gone.contains(token)).collect();
    let mut there = now.iter();
    for wanted in &wanted {
        prop_assert!(
            there.any(|token| token == *wanted),
            "{} is lost; gone may be {:?}\n{}\n->\n{}",
            wanted,
            gone,
            before.text(),
            after.text()
        );
    }
    Ok(())
}

fn now() -> Timestamp {
    "2026-11-20T19:42:11.123456Z".parse().expect("a moment")
}

/// How many lines can be taken back.
fn depth(log: &Log) -> u32 {
    let rounds = log.rounds().iter().rev().take_while(|round| round.tally.is_none());
    let lines = rounds.zip(0..).map(|(round, nth)| {
        let least = u32::from(nth + 1 < log.rounds().len());
        u32::try_from(round.lines.len()).expect("few").max(least)
    });
    lines.sum()
}

proptest! {
    #![proptest_config(super::cases(600))]

    #[test]
    fn recorded_and_amended(text in layout(), which: Index, number in 0u32..4) {
        let log = Log::parse(text.as_str()).unwrap_or_else(|error| panic!("{text}\n{error}"));
        for round in 1..=log.end().round {
            kept(&log, &log.add_line(round, "new").expect("added"), &[])?;
        }
        kept(&log, &log.begin_round("A").and_then(|log| log.add_line(log.end().round, "new")).expect("begun"), &[])?;
        let places = places(&log);
        if places.is_empty() {
            return Ok(());
        }
        let place = places[which.index(places.len())];
        let token = log.line(place).expect("a line").text.token();
        kept(&log, &log.insert_line(place, "new").expect("inserted"), &[])?;
        let item = log.text()[token.clone()].to_owned();
        kept(&log, &log.replace_line(place, "new").expect("replaced"), &[item])?;
        kept(&log, &log.delete_line(place).expect("deleted"), &of(&log, token))?;
        // Several, as an amendment deletes them: from the end on.
        let (mut shorter, mut gone) = (log.clone(), Vec::new());
        for place in places.iter().rev().skip(number as usize) {
            gone.extend(of(&shorter, shorter.line(*place).expect("a line").text.token()));
            shorter = shorter.delete_line(*place).expect("deleted");
            kept(&log, &shorter, &gone)?;
        }
    }

    #[test]
    fn ruled_otherwise(text in layout(), which: Index) {
        let log = Log::parse(text.as_str()).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let set = log.set_rule("another", &Value::Whole(1)).expect("set");
        kept(&log, &set, &[])?;
        kept(&log, &set.remove_rule("another").expect("removed"), &[])?;
        let twice = set.set_rule("third", &Value::Flag(true)).expect("set");
        kept(&log, &twice, &[])?;
        if log.rules().is_empty() {
            return Ok(());
        }
        let rule = &log.rules()[which.index(log.rules().len())];
        kept(&log, &log.set_rule(&rule.key, &Value::Whole(7)).expect("set"), &[])?;
        kept(&log, &log.remove_rule(&rule.key).expect("removed"), &of(&log, rule.key.token().start..rule.span.end))?;
        let (mut fewer, mut gone) = (twice.clone(), Vec::new());
        for rule in log.rules() {
            let there = fewer.rules().iter().find(|there| *there.key == *rule.key).expect("there");
            gone.extend(of(&fewer, there.key.token().start..there.span.end));
            fewer = fewer.remove_rule(&rule.key).expect("removed");
            kept(&log, &fewer, &gone)?;
        }
        prop_assert_eq!(fewer.rules().len(), 2);
    }

    #[test]
    fn counted(text in layout()) {
        let log = Log::parse(text.as_str()).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let end = log.end().round;
        let Some(tally) = log.rounds().last().and_then(|round| round.tally.clone()) else {
            return kept(&log, &log.set_tally(end, &["part0: 1"]).expect("counted"), &[]);
        };
        let marked = [tally[0].to_string(), format!("{} ! agreed", &*tally[1])];
        kept(&log, &log.set_tally(end, &marked).expect("marked"), &[log.text()[tally[1].token()].to_owned()])?;
        let start = log.text().find("tally = ").expect("there");
        let upto = log.round(end).expect("a round").span.end;
        kept(&log, &log.delete_tally(end).expect("deleted"), &of(&log, start..upto))?;
    }

    #[test]
    fn taken_back_and_brought_back(text in layout(), n in 1u32..12) {
        let log = Log::parse(text.as_str()).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let n = n.min(depth(&log));
        if n == 0 {
            return Ok(());
        }
        let (undone, taken) = log.take_back(n, now()).expect("undone");
        // A round goes with what stands in it; a line, with what stands on it and before its comma.
        let mut gone = Vec::new();
        let left = undone.end().round as usize;
        for line in taken.iter().filter_map(Change::line) {
            let round = log.round(line.place.round).expect("a round");
            gone.extend(match log.line(line.place) {
                _ if line.place.round as usize > left => of(&log, round.span.clone()),
                Some(line) => {
                    let token = line.text.token();
                    let comma = sequence(&log).into_iter().find(|(at, token)| *at > line.text.token().start && !token.starts_with('#'));
                    let next = comma.map_or(log.text().len(), |(at, _)| at);
                    let list = &log.text()[token.end..next];
                    let end = before_comma(list).map_or(token.end, |end| token.end + end);
                    of(&log, token.start..end)
                }
                None => Vec::new(),
            });
        }
        kept(&log, &undone, &gone)?;
        let recorded = undone.add_line(undone.end().round, "new").expect("added");
        kept(&log, &recorded, &gone)?;

        let redone = undone.bring_back(now()).expect("redone").0;
        kept(&undone, &redone, &[])?;
        let lines = |log: &Log| log.rounds().iter().map(|round| round.lines.iter().map(|line| line.text.to_string()).collect()).collect::<Vec<Vec<_>>>();
        prop_assert_eq!(lines(&redone), lines(&log), "{}", redone.text());
    }
}

/// Where the comma stands in what follows an item, behind comments.
fn before_comma(list: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &list[at..];
        match rest.chars().next()? {
            ',' => return Some(at),
            '#' => at += rest.find('\n')?,
            char if char.is_whitespace() => at += char.len_utf8(),
            _ => return None,
        }
    }
}
