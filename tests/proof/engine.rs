//! The engine asked in a model's words.

use fowlplay::deal::Dealer;
use fowlplay::table::Scoring as _;
use fowlplay::table::{
    self, ActOf, CompleteGame, DeckValue, FindingKind, Game, GameFault, Progress, RuleSettings, Seat, Seats, Sheet, TableContext,
};

use crate::model::{Act, Model, Opening, Rules, Score, Stage, Verdict};

/// The table rules in force, as words, and beside them what the `[deck]` says: `deck.KEY`.
pub fn rules<G: Dealer>(values: &RuleSettings, setup: &G::Setup) -> Rules {
    let value = |key| values.value(G::book(), key).map(|value| value.to_string()).unwrap_or_default();
    let mut rules: Rules = G::book().rules.iter().map(|rule| (rule.key.to_owned(), value(rule.key))).collect();
    for (key, entry) in G::deck(setup) {
        let mut say = |key: &str, value| rules.insert(format!("deck.{key}"), value);
        match entry {
            DeckValue::Word(word) => drop(say(&key, word)),
            DeckValue::Whole(number) => drop(say(&key, number.to_string())),
            DeckValue::List(list) => drop(say(&key, list.iter().map(i64::to_string).collect::<Vec<_>>().join(" "))),
            DeckValue::Map(counts) => counts.iter().for_each(|(key, count)| drop(say(key, count.to_string()))),
        }
    }
    rules
}

/// An act in words.
pub fn in_words<G: CompleteGame>(act: &ActOf<G>, context: &TableContext<G::Setup>) -> Act {
    match act {
        table::Act::BeginRound { first } => Act::Round(first.index()),
        table::Act::Step { actor, step } => Act::Step(actor.map(Seat::index), G::write(step, &context.players)),
        table::Act::Tally(tally) => {
            // What the table decided is told for itself.
            let mut tally = tally.clone();
            tally.totals.adjustments.clear();
            Act::Tally(context.players.seats().map(|seat| G::write_tally(&tally, seat)).collect())
        }
    }
}

/// An act from words, settled as the table stands; none if they can't be read, or are unclear there.
pub fn from_words<G: Dealer>(game: &G, act: &Act, context: &TableContext<G::Setup>) -> Option<ActOf<G>> {
    Some(match act {
        Act::Round(first) => table::Act::BeginRound { first: Seat::new(*first) },
        Act::Step(actor, text) => {
            let (actor, step) = (actor.map(Seat::new), G::parse(text, context).ok()?);
            let settled = game.resolve(actor, &step).ok()?;
            table::Act::Step { actor, step: settled.unwrap_or(step) }
        }
        Act::Tally(texts) => {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            table::Act::Tally(G::parse_tally(&texts, &context.setup).ok()?)
        }
    })
}

fn verdict<F: GameFault>(judged: Result<(), F>) -> Verdict {
    match judged {
        Ok(()) => Verdict::Legal,
        Err(fault) if fault.kind() == FindingKind::Impossible => Verdict::Impossible(fault.breach().clause.to_string()),
        Err(fault) => Verdict::Illegal(fault.breach().clause.to_string()),
    }
}

pub fn judge<G: CompleteGame>(game: &G, act: &ActOf<G>) -> Verdict {
    verdict(game.judge(act))
}

pub fn possible<G: CompleteGame>(game: &G, act: &ActOf<G>) -> Verdict {
    verdict(game.check_possible(act))
}

/// Does an act; what is proved foul by it.
pub fn apply<G: CompleteGame>(game: &mut G, act: &ActOf<G>) -> Vec<(usize, String)> {
    let mut events = Vec::new();
    game.apply(act, &mut events);
    events.iter().filter_map(G::conviction).map(|(act, fault)| (act, fault.breach().clause.to_string())).collect()
}

/// What `moves` lists.
pub fn legal_steps<G: CompleteGame>(game: &G, context: &TableContext<G::Setup>) -> Vec<(usize, String)> {
    game.legal_steps().iter().map(|(seat, step)| (seat.index(), G::write(step, &context.players))).collect()
}

/// What `expects` says: what is always possible (`shows`) is not in it.
pub fn open<G: Dealer>(game: &G, context: &TableContext<G::Setup>) -> Vec<Opening> {
    let always = |verb: &str| ["shows", "note"].contains(&verb);
    let open = game.expects();
    let actors = [None].into_iter().chain(context.players.seats().map(Some));
    let verbs = actors.map(|actor| {
        let names = G::book().verbs_of(open.verbs_of(actor)).map(|verb| verb.name).filter(|name| !always(name));
        (actor.map(Seat::index), names.map(str::to_owned).collect::<Vec<_>>())
    });
    verbs.filter(|(_, names)| !names.is_empty()).collect()
}

pub fn stage<G: CompleteGame>(game: &G) -> Stage {
    let indices = |seats: Seats| seats.iter().map(Seat::index).collect();
    match game.progress() {
        Progress::Ready(seats) => Stage::Ready(indices(seats)),
        Progress::Underway => Stage::Underway,
        Progress::RoundOver(seats) => Stage::RoundOver(indices(seats)),
        Progress::GameOver => Stage::GameOver,
    }
}

pub fn score<M: Model>(game: &M::Game, context: &TableContext<<M::Game as Game>::Setup>) -> Score {
    let Sheet { complete, players, winners, tiebreak, .. } = game.score(&context.players);
    let rounds = players.iter().map(|player| {
        // The models know nothing of the table's reasons.
        let without_reason = |item: &table::Item| match item.kind {
            "adjustment" => table::Item { label: "table's decision".to_owned(), ..item.clone() },
            _ => item.clone(),
        };
        let items = |round: &table::RoundSheet| round.items.iter().map(|item| M::item(&without_reason(item))).collect();
        let round = |round: &table::RoundSheet| (items(round), round.points().range());
        player.rounds.iter().map(round).collect()
    });
    Score {
        complete,
        rounds: rounds.collect(),
        totals: players.iter().map(|player| player.total.range()).collect(),
        winners: (0..players.len()).filter(|&seat| winners.contains(&players[seat].name)).collect(),
        tiebreak: tiebreak.is_some(),
    }
}
