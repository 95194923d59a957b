//! The texts of the game: reasons for verdicts, consequences, descriptions of steps, and what can be done next.

use super::{EmuRanchers, Event, Fault, Setup, Step, Verb, book::er};
use crate::{
    decktet::Cards,
    emu::{Phase, Rancher as _, distance, gain, reckon, told_bird, told_last_draw},
    table::{Act, ActOf, Consequence, Header, Judge, Notation, Scored as _, Seat, Verbs, View, Words},
};

impl EmuRanchers {
    /// The score of the year that is over, bird by bird.
    fn tell_year(&self, header: &Header<Setup>) -> Vec<Consequence> {
        let mut told = Vec::new();
        for seat in self.year.seats() {
            let name = header.players.name(seat);
            let mut sum = 0;
            for (number, bird) in self.year.rancher(seat).on_table() {
                let reckoning = reckon(bird, self.year.upkeep);
                sum += reckoning.points;
                told.push(told_bird(name, number, &reckoning, er));
            }
            told.push(Consequence::aloud(er(6, 5), format!("{name}'s year {}: {}", self.year.number(), gain(sum))));
        }
        told
    }
}

impl Words for EmuRanchers {
    fn explain(&self, act: &ActOf<Self>, fault: Fault, header: &Header<Setup>) -> String {
        let players = &header.players;
        let card = if let Fault::MoreThanTheDeckHas(card) = fault { Some(card) } else { Self::missing(fault) };
        if let Some(card) = card.filter(|&card| !Cards::BASIC.contains(card)) {
            return format!("{card} is not in the basic Decktet that this game is played with");
        }
        match fault {
            Fault::Year(fault) => {
                let counted = |seat: Seat| match act {
                    Act::Tally(tally) => tally.0.get(seat.index()),
                    Act::Position(position) => position.birds(seat),
                    _ => None,
                };
                self.year.explain(fault, players, act.step().map(|(_, step)| step), counted, |card| self.where_is(card, players))
            }
            Fault::FirstAgain => {
                let first = self.year.first;
                let other = players.name(first.left(self.year.players));
                format!("{} went first last year too; this year it is {other}", players.name(first))
            }
            Fault::TakenAfterDiscard => "after a discard the card comes from the draw pile".to_owned(),
            Fault::NotOnTop(card) => match self.discards.top() {
                Some(top) if !self.discards.contains(card) => format!("{top} is on top of the discard pile, not {card}"),
                Some(top) => format!("{card} lies further down; {top} is on top of the discard pile"),
                None => format!("{card} is not on top of the discard pile"),
            },
            Fault::NotDiscarded(card) => format!("{card} is not in the discard pile: {}", self.where_is(card, players)),
            Fault::MoreThanTheDeckHas(card) => format!("{card} is there twice; the deck has one"),
        }
    }

    fn tell(&self, event: &Event, header: &Header<Setup>) -> Vec<Consequence> {
        let players = &header.players;
        match *event {
            Event::Begins if self.year.number() == 1 => vec![self.year.tell_first(players, er)],
            Event::Begins => {
                let first = players.name(self.year.first);
                let text = format!("year {}: {first} goes first, having gone second before", self.year.number());
                vec![Consequence::aloud(er(1, 3), text)]
            }
            Event::Ends => vec![told_last_draw("lay cards that fit, then say done", er)],
            Event::Deduced(seat) => vec![self.year.tell_deduced(players, seat)],
            Event::Over => self.tell_year(header),
            Event::GameOver => {
                let end = match &self.score(players).winners[..] {
                    [winner] => format!("{winner} wins"),
                    _ => "equal totals share the win".to_owned(),
                };
                vec![self.year.tell_end(players, &end, er)]
            }
        }
    }

    fn describe(&self, actor: Option<Seat>, step: &Step, _header: &Header<Setup>) -> String {
        match step {
            Step::Year(step) => self.year.describe(actor, step),
            Step::Discard(card) => format!("discards {}", card.titled()),
            Step::Take(card) => format!("takes {} from the discard pile", card.titled()),
        }
    }

    fn options(&self, actor: Option<Seat>, _header: &Header<Setup>) -> Vec<String> {
        let lines = |verb: Verb| match (verb, actor, self.discards.top()) {
            (Verb::Take, _, Some(top)) if matches!(self.year.phase, Phase::Draw { discarded: false, .. }) => {
                vec![format!("take {top}: it is on top of the discard pile")]
            }
            (Verb::Take, ..)
                if self.discards.has_unnamed_top() && matches!(self.year.phase, Phase::Draw { discarded: false, .. }) =>
            {
                vec!["take CARD: the card on top of the discard pile, which nobody has named yet".to_owned()]
            }
            (Verb::Take, ..) => Vec::new(),
            (Verb::Grow | Verb::Lay, Some(seat), _) => self.year.bird_options(seat, verb.text()),
            (Verb::Draw, ..) => vec![self.year.draw_option()],
            (Verb::Done, ..) => vec![self.year.done_option(verb.text())],
            _ => vec![verb.text().line()],
        };
        self.expects().to(actor).verbs().flat_map(lines).collect()
    }

    fn effect(&self, actor: Option<Seat>, step: &Step, _header: &Header<Setup>) -> String {
        match (actor, step) {
            (Some(seat), Step::Year(step)) => self.year.effect(seat, step),
            _ => String::new(),
        }
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        Some(distance(tried, legal, Self::verb(tried) == Self::verb(legal)))
    }
}
