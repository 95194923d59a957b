//! A line of `moves` and its parts.

use fowlplay::log::{SplitError, SplitFault, split, split_typed};
use proptest::prelude::*;

fn parts(text: &str) -> (Option<&str>, Vec<&str>, Option<&str>) {
    let split = split(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (
        split.actor().map(|range| &text[range]),
        split.steps().map(|range| &text[range]).collect(),
        split.reason().map(|range| &text[range]),
    )
}

#[test]
fn a_line_is_actor_steps_and_reason() {
    assert_eq!(parts("deal 4MS 2MK"), (None, vec!["deal 4MS 2MK"], None));
    assert_eq!(parts("Ada: draw; grow 2 6SY"), (Some("Ada"), vec!["draw", "grow 2 6SY"], None));
    assert_eq!(parts(" Ada B.:draw;draw ! so; be: it ! yes "), (Some("Ada B."), vec!["draw", "draw"], Some("so; be: it ! yes")));
    assert_eq!(parts("draw ! agreed: fine"), (None, vec!["draw"], Some("agreed: fine")));
    assert_eq!(parts("Ada: note!; x!"), (Some("Ada"), vec!["note!", "x!"], None));
}

#[test]
fn a_note_runs_to_the_end_of_the_line() {
    assert_eq!(parts("note Ada said: hello"), (None, vec!["note Ada said: hello"], None));
    assert_eq!(parts("Ada: note x: y; z ! w"), (Some("Ada"), vec!["note x: y; z ! w"], None));
    assert_eq!(parts("Ada: draw; note a;; ! "), (Some("Ada"), vec!["draw", "note a;; !"], None));
    assert_eq!(parts("Ada: draw; notes; x"), (Some("Ada"), vec!["draw", "notes", "x"], None));
    assert_eq!(parts("note: draw"), (Some("note"), vec!["draw"], None));
    assert_eq!(parts("draw; note Bo: hi"), (None, vec!["draw", "note Bo: hi"], None));
}

#[test]
fn what_is_missing_is_named_with_its_place() {
    use SplitFault::{EmptyActor, EmptyLine, EmptyNote, EmptyReason, EmptyStep};
    for (text, fault, range) in [
        ("", EmptyLine, 0..0),
        ("  ", EmptyLine, 0..2),
        (" : draw", EmptyActor, 0..2),
        ("Ada:", EmptyStep, 3..4),
        ("Ada: ", EmptyStep, 3..4),
        ("Ada: draw;; draw", EmptyStep, 10..11),
        ("Ada: draw;", EmptyStep, 9..10),
        ("; draw", EmptyStep, 0..1),
        ("Ada: ! why", EmptyStep, 5..6),
        ("Ada: draw; ! why", EmptyStep, 11..12),
        ("Ada: draw ! ", EmptyReason, 10..11),
        ("Ada: draw !", EmptyReason, 10..11),
        ("note", EmptyNote, 0..4),
        ("Ada: note; draw", EmptyNote, 5..9),
        ("Ada: draw; note ", EmptyNote, 11..15),
    ] {
        assert_eq!(split(text), Err(SplitError { fault, range }), "{text:?}");
    }
}

#[test]
fn a_mark_too_many_parts_nothing_where_it_is_typed() {
    for text in ["Ada: draw;; discard 5WL", "Ada: draw; discard 5WL;", "Ada:; draw ; ;discard 5WL ;; ", "Ada: draw; discard 5WL"]
    {
        let split = split_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let steps: Vec<&str> = split.steps().map(|range| &text[range]).collect();
        assert_eq!((split.actor().map(|range| &text[range]), &steps[..]), (Some("Ada"), &["draw", "discard 5WL"][..]), "{text}");
    }
    let text = "draw ;! because";
    let split = split_typed(text).expect("a step and a reason");
    assert_eq!(split.reason().map(|range| &text[range]), Some("because"));
    for nothing in [";", ";;", "Ada:", "Ada: ;", "! why", "; ! why"] {
        assert!(split_typed(nothing).is_err_and(|error| error.fault == SplitFault::EmptyStep), "{nothing}");
    }
}

proptest! {
    #[test]
    fn any_line_is_split_or_refused_at_a_place_in_it(text in "([a-zé ]{0,4}[:;! =\t]{0,2}(note )?){0,6}") {
        match split(&text) {
            Ok(split) => {
                prop_assert!(split.steps().len() > 0);
                for range in split.steps().chain(split.actor()).chain(split.reason()) {
                    let part = &text[range];
                    prop_assert!(!part.is_empty() && part.trim() == part);
                }
            }
            Err(error) => prop_assert!(text.get(error.range.clone()).is_some(), "{error:?}"),
        }
        if let Ok(split) = split(&text) {
            prop_assert_eq!(split_typed(&text), Ok(split));
        } else if let Err(error) = split_typed(&text) {
            prop_assert!(text.get(error.range.clone()).is_some(), "{error:?}");
        }
    }
}
