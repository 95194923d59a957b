//! The sentence of the page's banner: the player in turn.

use crate::{
    referee::{ExpectedSteps, Referee, document},
    table::{Progress, VerbActor, and_list, capitalized},
};

/// The form of a step by which a player names a hidden value.
const NAMES_A_VALUE: &str = "NAME = V";

/// The players in turn, or the due step of the table; `chosen` have chosen already, if several do at once.
pub(super) fn turn(referee: &dyn Referee, chosen: &[String]) -> String {
    if let Some(why) = referee.log().closed() {
        return format!("Closed: {why}");
    }
    if let Some(place) = referee.halted() {
        return format!("Nothing is judged from {place} on: mend that line first");
    }
    if referee.progress() == Progress::GameOver {
        return "The game is over".to_owned();
    }
    if referee.log().is_scores_only() {
        return capitalized(&referee.next_round_label(None));
    }
    let next = document::next_round(referee).ok().flatten();
    let open = next.as_deref().unwrap_or(referee);
    let expects = open.expects();
    if let Some(words) = chooses(open, &expects, chosen) {
        return words;
    }
    if referee.may_be_first().len() > 1 {
        return format!("The next {}: who is first?", referee.book().round_noun);
    }
    let begins = if next.is_some() { format!("The next {} · ", referee.book().round_noun) } else { String::new() };
    let of_table = expects.iter().find(|one| one.actor.is_none());
    let due = of_table.map(|one| open.table_task().unwrap_or_else(|| format!("The table: {}", one.verbs.join(", "))));
    let acting: Vec<&str> = document::acting(referee).into_iter().map(|seat| referee.players().names()[seat].as_str()).collect();
    // Between rounds it is nobody's turn yet.
    let begin = expects.iter().filter_map(|one| one.actor.as_deref()).filter(|_| next.is_some());
    let players: Vec<&str> = if acting.is_empty() { begin.collect() } else { acting };
    let turn = match players[..] {
        [] => None,
        [only] => Some(format!("{only}\u{2019}s turn")),
        // Optional steps of several players are no turn.
        _ if due.is_some() => None,
        _ => Some(format!("{} may act", and_list(&players))),
    };
    let says = [turn, due].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    if says.is_empty() { "The table goes on".to_owned() } else { begins + &says }
}

/// The players who have yet to choose, if several do at once.
fn chooses(referee: &dyn Referee, expects: &[ExpectedSteps], chosen: &[String]) -> Option<String> {
    let verb = |kind: &str| referee.book().verbs.iter().find(|verb| verb.name == kind);
    let players: Vec<&ExpectedSteps> = expects.iter().filter(|one| one.actor.is_some()).collect();
    let at_once = |one: &ExpectedSteps| {
        one.verbs.iter().copied().find(|kind| verb(kind).is_some_and(|verb| verb.actor == VerbActor::Simultaneous))
    };
    let names_a_value = |kind: &str| verb(kind).is_some_and(|verb| verb.form == NAMES_A_VALUE);
    let together = || match players[..] {
        [first, ..] if players.len() == expects.len() && players.iter().all(|one| one.verbs == first.verbs) => {
            let [kind] = first.verbs[..] else { return None };
            (players.len() > 1 || names_a_value(kind)).then_some(kind)
        }
        _ => None,
    };
    let kind = players.iter().find_map(|one| at_once(one)).or_else(together)?;
    let asked = players.iter().filter(|one| at_once(one).is_some() || one.verbs == [kind]).filter_map(|one| one.actor.as_ref());
    let names: Vec<&String> = asked.filter(|name| !chosen.contains(name)).collect();
    if names.is_empty() {
        return Some("All have chosen, but not every choice can still be played: look at your own phone".to_owned());
    }
    let [one, many] = if names_a_value(kind) { referee.book().value_naming } else { ["chooses", "choose"] };
    let does = if names.len() > 1 { many } else { one };
    let have = match chosen {
        [] => String::new(),
        [one] => format!(" · {one} has chosen"),
        several => format!(" · {} have chosen", and_list(several)),
    };
    Some(format!("{} {does}{have}", and_list(&names)))
}
