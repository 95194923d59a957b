//! What is done through the commands.

use super::game::{Counts, Deed, Evening, Found, findings};
use crate::program::Done;
use fastrand::Rng;

/// Does some things through the commands.
pub fn some(evening: &mut Evening, times: usize, lot: &mut Rng, counts: &mut Counts) {
    let mut found = evening.found();
    for _ in 0..times {
        let deed = evening.any(lot);
        let before = (evening.text.clone(), evening.without_corrections());
        let done = run(evening, &deed, lot);
        let has_changed = evening.look();
        counts.count(&deed, has_changed);
        assert!(done.status == Some(0) || !has_changed, "{deed:?}: {}\nthe log is another now:\n{}", done.told(), evening.text);
        if !has_changed {
            continue;
        }
        let now = evening.found();
        agree(&deed, &done, &found, &now, &evening.text);
        if let Deed::Undo(_) = deed {
            let undone = evening.without_corrections();
            let redone = evening.run(&["redo", "game.toml"]);
            assert!(evening.look() && redone.status == Some(0), "{}\n{}", redone.told(), evening.text);
            assert_eq!(evening.without_corrections(), before.1, "brought back after {deed:?}");
            assert_eq!(evening.found(), found, "brought back after {deed:?}");
            // And it goes on from there or from before.
            if lot.bool() {
                let again = run(evening, &deed, lot);
                assert!(evening.look() && again.status == Some(0), "{}\n{}", again.told(), evening.text);
                assert_eq!(evening.without_corrections(), undone, "taken back again");
            }
        }
        found = evening.found();
    }
}

fn run(evening: &Evening, deed: &Deed, lot: &mut Rng) -> Done {
    let first = evening.referee().may_be_first().into_iter().next();
    let record = |line: &str| {
        let mut arguments = vec!["record", "game.toml", line, "--json"];
        if let Some(first) = &first {
            let begins = evening.run(&[&arguments[..], &["--first", first]].concat());
            if begins.status == Some(0) {
                return begins;
            }
        }
        arguments.truncate(4);
        evening.run(&arguments)
    };
    match deed {
        Deed::Step(line) | Deed::Slip(line) | Deed::Note(line) => record(line),
        Deed::Undo(count) => evening.run(&["undo", "game.toml", &count.to_string(), "--json"]),
        Deed::Redo => evening.run(&["redo", "game.toml", "--json"]),
        Deed::Amend(place, line) => {
            let mut arguments = vec!["amend", "game.toml", place, "--json"];
            if let Some(line) = line {
                arguments.insert(3, line);
            }
            if lot.bool() {
                arguments.extend(["--overrule", "so it was agreed"]);
            }
            evening.run(&arguments)
        }
        Deed::Rule(key, value) => evening.run(&["rule", "game.toml", &format!("{key}={value}"), "--json"]),
        Deed::Tally(parts) => {
            let mut arguments = vec!["tally", evening.game];
            arguments.extend(parts.iter().map(String::as_str));
            arguments.extend(["--into", "game.toml", "--json"]);
            if let Some(first) = &first {
                arguments.extend(["--first", first]);
            }
            evening.run(&arguments)
        }
        Deed::Head(key, value) => evening.run(&["head", "game.toml", &format!("{key}={value}"), "--json"]),
    }
}

/// What `check` finds now is what it found before, and what was told to have gone and come.
fn agree(deed: &Deed, done: &Done, before: &[Found], now: &[Found], log: &str) {
    let told = done.json();
    let mut expected = before.to_vec();
    match deed {
        Deed::Step(_) | Deed::Slip(_) | Deed::Note(_) => {
            expected.extend(findings(&told["proved"]));
            let overruled = told["entered"].as_array().expect("steps").iter().filter(|step| !step["overruled"].is_null());
            assert_eq!(overruled.count(), 0, "no reason was given");
        }
        Deed::Amend(..) | Deed::Rule(..) => {
            for gone in findings(&told["gone"]) {
                let at = expected.iter().position(|found| *found == gone);
                expected.remove(at.unwrap_or_else(|| panic!("{deed:?}: {gone:?} was never found\n{log}")));
            }
            expected.extend(findings(&told["come"]));
        }
        // Names in the findings may be others.
        Deed::Head(..) | Deed::Tally(_) | Deed::Undo(_) | Deed::Redo => return,
    }
    expected.sort();
    assert_eq!(expected, now, "{deed:?}: {}\n{log}", done.told());
}
