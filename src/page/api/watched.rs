//! Lines as watchers get them: without the names of cards that don't lie open.

use crate::{
    log::{LineRef, is_position, split_typed, write_position},
    referee::{Referee, Verdict},
    table::Book,
};

/// The line of a log at a place, without the names of cards that don't lie open. A position is written as the table alone says it.
pub(super) fn line_at(referee: &dyn Referee, at: LineRef, text: &str) -> String {
    let is_judged = referee.halted().is_none_or(|halted| at < halted);
    let after = || referee.before_line(LineRef::new(at.round, at.line + 1)).ok()?.position(false);
    let standing = if is_position(text) && is_judged { after() } else { None };
    standing.map_or_else(|| line(referee.book(), text), |standing| write_position(&standing.parts))
}

/// A line alone, without these names; of a position nothing but that it is one.
pub(super) fn line(book: &Book, text: &str) -> String {
    if is_position(text) {
        return "position".to_owned();
    }
    let Ok(split) = split_typed(text) else { return text.to_owned() };
    let steps: Vec<_> = split.steps().collect();
    steps.into_iter().rev().fold(text.to_owned(), |mut line, range| {
        if let Some(open) = book.in_view(&text[range.clone()]) {
            line.replace_range(range, &open);
        }
        line
    })
}

/// The clause of a foul, without the reason, which may name a card in a hand or a pile.
pub(super) fn message(verdict: &Verdict) -> String {
    verdict.clause.as_ref().map_or_else(|| "this can't be done".to_owned(), |clause| format!("this is against {clause}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{log::Log, referee::Games};

    #[test]
    fn covered_cards_have_no_name() {
        for (game, text, is) in [
            ("emu-ranchers", "Ada: hatch 7SK; draw 3MW", "Ada: hatch 7SK; draw"),
            ("emu-ranchers", "Ada: h 7sk . 3mw", "Ada: h 7sk draw"),
            ("emu-ranchers", "Ada: h 7sk; .3mw", "Ada: h 7sk; draw"),
            ("emu-ranchers", "Ada: h 7sk .", "Ada: h 7sk ."),
            ("emu-ranchers", "Ada: shows 8WL 9LK ! agreed", "Ada: shows 2 cards ! agreed"),
            ("emu-ranchers", "Ada: grow 1 8YK; draw", "Ada: grow 1 8YK; draw"),
            ("emus-redux", "Ada: take 8YK; draw AW", "Ada: take 8YK; draw"),
            ("emus-redux", "Ada: shows EX", "Ada: shows 1 card"),
            ("eggs-and-empires", "Ada: take down Bo = -6", "Ada: take down Bo"),
            ("eggs-and-empires", "Ada: opens Bo = -6", "Ada: opens Bo"),
            ("eggs-and-empires", "Ada: take 7", "Ada: take 7"),
            ("eggs-and-empires", "Ada: shows 3 4", "Ada: shows 2 cards"),
            ("blulu", "Ada: shows 4MS", "Ada: shows 1 card"),
            ("piepmatz", "Ada: play CH3 at 1; draw BL2; display YE4", "Ada: play CH3 at 1; draw; display YE4"),
            ("piepmatz", "Ada: shows BL2", "Ada: shows 1 card"),
            ("blulu", "position \"Ada: 4MS\" \"Bo: 0\"", "position"),
        ] {
            assert_eq!(line(Games::default().book(game).expect("a game"), text), is, "{game}");
        }
    }

    /// A table taken up, and what a watcher gets of it.
    #[track_caller]
    fn in_view(head: &str, parts: &[&str]) -> String {
        let line = format!("position {}", parts.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(" "));
        let log = format!("fowlplay = 1\n{head}\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  '{line}',\n]\n");
        let referee = Games::default().open(Log::parse(log).expect("a log")).expect("judged");
        assert_eq!(referee.halted(), None, "{:?}", referee.findings());
        line_at(&*referee, LineRef::new(1, 1), &line)
    }

    #[test]
    fn a_position_names_what_lies_open_and_counts_the_rest() {
        let two = |game: &str| format!("game = \"{game}\"\nplayers = [\"Ada\", \"Bo\"]");
        let three = |game: &str| format!("game = \"{game}\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]");
        let ranchers = ["Ada: 7SK; shows 8WL", "Bo: -", "table: discards 9MS CK +3; turn Ada"];
        let open = r#"position "Ada: 7SK" "Bo: -" "table: discards 9MS +4; draw 18; turn Ada""#;
        assert_eq!(in_view(&two("emu-ranchers"), &ranchers), open);
        let redux =
            ["Ada: 7SK; shows 8WL", "Bo: -", "Cy: -", "table: market PWLY PWLY PMSL TMWK TSWY TMLY; discards 9MS CK; turn Ada"];
        let open = r#"position "Ada: 7SK" "Bo: -" "Cy: -" "table: market PWLY PWLY PMSL TMWK TSWY TMLY; discards 9MS +1; draw 41; turn Ada""#;
        assert_eq!(in_view(&three("emus-redux"), &redux), open);
        let blulu = ["Ada: 2SY 9LK +1; shows 7SK", "Bo: 0; hand 2", "table: 4MS CM 2WL; turn Ada"];
        let open = r#"position "Ada: 3; last" "Bo: 0; hand 2" "table: 2WL 4MS CM; deck 24; turn Ada""#;
        assert_eq!(in_view(&two("blulu"), &blulu), open);
        let eggs = [
            "Ada: 13 5; down Bo; played 1 4 6; shows 10; may give 5",
            "Bo: -; merchant 1; played 2 5 10",
            "Cy: 2; played 3 7 9",
            "table: turn 4; marker Bo; gone 9",
        ];
        let open =
            r#"position "Ada: 5; down Bo; unseen 1; may give 5" "Bo: -; merchant 1" "Cy: unseen 1" "table: turn 4; marker Bo""#;
        assert_eq!(in_view(&three("eggs-and-empires"), &eggs), open);
        let piepmatz = [
            "Ada: -; shows CH3",
            "Bo: -",
            "Cy: -",
            "table: perches BL3 | GR4; slots 3 1 2 2; display BL1 CH2 YE3; feeder 30; turn Bo; gone YE4",
        ];
        let open = r#"position "Ada: -" "Bo: -" "Cy: -" "table: perches BL3 | GR4; slots 3 1 2 2; display BL1 CH2 YE3; birds 54; feeder 30; turn Bo""#;
        assert_eq!(in_view(&three("piepmatz"), &piepmatz), open);
    }
}
