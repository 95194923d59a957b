//! Words for verdicts and steps.

use super::{BOOK, EmuRanchers, Fault, Phase, Setup, Step};
use crate::{
    decktet::Card,
    emu::{Bird, BirdNumber},
    table::{Act, ActOf, Effect, Game, Header, Seat, and_list, count_of},
};

type Table = Header<Setup>;

impl EmuRanchers {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match fault {
            Fault::NotYourTurn { turn } if self.phase == Phase::Ready => {
                format!("no year has begun; {} is to go first", name(turn))
            }
            Fault::NotYourTurn { turn } => format!("it is {}'s turn", name(turn)),
            Fault::FirstAgain => {
                format!("{} went first last year too; this year it is {}", name(self.first), name(Self::other(self.first)))
            }
            Fault::ActionDue { seat } => format!("{} has to hatch, grow or discard first", name(seat)),
            Fault::DrawDue { seat } => format!("{} has not drawn a card yet", name(seat)),
            Fault::DrawnTwice => {
                let turn = if let Phase::Action(turn) = self.phase { turn } else { self.first };
                format!("the turn was over with its one draw; it is {}'s turn", name(turn))
            }
            Fault::TurnAfterYear | Fault::HatchedOrDrawnAfterYear if self.phase == Phase::Over => {
                "the year is over: all are done".to_owned()
            }
            Fault::TurnAfterYear => {
                "the year has ended: the last card of the draw pile was drawn. Cards may only be laid now".to_owned()
            }
            Fault::HatchedOrDrawnAfterYear => "the year has ended: nothing is hatched or drawn any more".to_owned(),
            Fault::NoSharedSuit { bird, seat, card } => {
                let (stack, _) = self.unfitting(act, seat, bird, card, table);
                format!("{stack}; {card} has none of its suits")
            }
            Fault::OutOfOrder { bird, seat, card } => {
                let (stack, bird) = self.unfitting(act, seat, bird, card, table);
                match bird.and_then(|bird| bird.top()) {
                    Some(top) if card.rank() < top.card.rank() => format!("{stack}; {card} is below {}", top.card.rank().name()),
                    Some(top) if card.rank() > top.card.rank() => format!("{stack}; {card} is above {}", top.card.rank().name()),
                    _ => format!("{stack}; {card} has the same rank"),
                }
            }
            Fault::TakenAfterDiscard => "after a discard the card comes from the draw pile".to_owned(),
            Fault::NotOnTop { card } => match self.discards.top() {
                Some(top) => format!("{card} lies further down; {top} is on top of the discard pile"),
                None => format!("{card} is not on top of the discard pile"),
            },
            Fault::AlreadyDone { seat } if self.phase == Phase::Over => format!("the year is over; {} was done", name(seat)),
            Fault::AlreadyDone { seat } => format!("{} was done already", name(seat)),
            Fault::DoneDue => {
                let late: Vec<&str> = table.players.seats().filter(|&seat| !self.done.contains(seat)).map(name).collect();
                format!("the year is not over: {} {} not done", and_list(&late), if late.len() == 1 { "is" } else { "are" })
            }
            Fault::NotInHand { seat, card } => self.not_in_hand(seat, card, table),
            Fault::NotAllInHand { seat, card } => {
                let hand = self.account.hand(seat);
                let listed = act.step().map_or(0, |(_, step)| step.cards().iter().filter(|&&other| other == card).count());
                if !self.account.can_come_from(seat, card.index()) {
                    self.not_in_hand(seat, card, table)
                } else if listed > 1 {
                    format!("{card} is shown twice; the deck has one")
                } else {
                    let unseen = match hand.unseen() {
                        1 => "1 has".to_owned(),
                        unseen => format!("{unseen} have"),
                    };
                    format!(
                        "{}'s hand holds {}, of which {unseen} not been seen: too few for all these",
                        name(seat),
                        cards(hand.len())
                    )
                }
            }
            Fault::NotInDrawPile { card } | Fault::MoreThanTheDeckHas { card } if !Self::deck_has(card) => not_in_deck(card),
            Fault::NotInDrawPile { card } => format!("{card} is not in the draw pile: {}", self.where_is(card, table)),
            Fault::MoreThanTheDeckHas { card } => format!("{card} is there twice; the deck has one"),
            Fault::NoSuchBird { seat, bird } => {
                let birds = self.ranches[seat.index()].len();
                match birds {
                    0 => format!("{} has no bird yet", name(seat)),
                    1 => format!("{} has one bird, number 1; there is no bird {bird}", name(seat)),
                    n => format!("{}'s birds are 1 to {n}; there is no bird {bird}", name(seat)),
                }
            }
            Fault::NotDiscarded { card } => {
                let why = if Self::deck_has(card) { self.where_is(card, table) } else { not_in_deck(card) };
                format!("{card} is not in the discard pile: {why}")
            }
            Fault::ShownOutsideYear => "no year is being played".to_owned(),
            Fault::AfterGame => "the game is over; only notes can be added".to_owned(),
        }
    }

    fn deck_has(card: Card) -> bool {
        Self::stock()[card.index()] > 0
    }

    /// The bird that a card does not fit, as it was without that card; in a tally it is said whose.
    fn unfitting(&self, act: &ActOf<Self>, seat: Seat, number: BirdNumber, card: Card, table: &Table) -> (String, Option<Bird>) {
        let bird = match act {
            Act::Tally(tally) => tally.bird_below(seat, number, card),
            _ => self.bird(seat, number).cloned(),
        };
        let whose = if matches!(act, Act::Tally(_)) { format!("{}'s ", table.players.name(seat)) } else { String::new() };
        let is = bird.as_ref().map(|bird| format!(" is {bird}")).unwrap_or_default();
        (format!("{whose}bird {number}{is}"), bird)
    }

    fn not_in_hand(&self, seat: Seat, card: Card, table: &Table) -> String {
        if !Self::deck_has(card) {
            return not_in_deck(card);
        }
        let name = table.players.name(seat);
        if self.account.unaccounted(card.index()) > 0 {
            // It could be somewhere unseen, but every card of this hand is known.
            let hand = self.account.hand(seat);
            let known: Vec<&str> = hand.known_cards().filter_map(Card::from_index).map(Card::code).collect();
            return match known[..] {
                [] => format!("{name}'s hand is empty"),
                _ => format!("{name}'s hand is known to be {}", and_list(&known)),
            };
        }
        format!("{card} is not in {name}'s hand: {}", self.where_is(card, table))
    }

    fn where_is(&self, card: Card, table: &Table) -> String {
        match &self.places(card, table)[..] {
            [] if self.account.unaccounted(card.index()) > 0 => "nobody has seen it yet".to_owned(),
            [] => "nobody can say where it is".to_owned(),
            places => format!("it is {}", and_list(places)),
        }
    }

    /// Where a card is known to lie.
    pub(super) fn places(&self, card: Card, table: &Table) -> Vec<String> {
        let mut places = Vec::new();
        for seat in table.players.seats() {
            let name = table.players.name(seat);
            for (index, bird) in self.ranches[seat.index()].iter().enumerate() {
                if bird.cards().iter().any(|laid| laid.card == card) {
                    places.push(format!("in {name}'s bird {}", BirdNumber::from_index(index)));
                }
            }
            if self.account.hand(seat).known(card.index()) > 0 {
                places.push(format!("in {name}'s hand"));
            }
        }
        if self.discards.contains(card) {
            places.push("in the discard pile".to_owned());
        }
        places
    }

    /// How the step that put a card where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, card: Card, table: &Table) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        let done = match step {
            Step::Hatch(_) => "hatched by",
            Step::Grow(..) => "put on a bird by",
            Step::Discard(_) => "discarded by",
            Step::Draw(_) => "drawn by",
            Step::Take(_) => "taken by",
            Step::Lay(..) => "laid by",
            Step::Shows(_) => "shown by",
            Step::Done => "known since it was done by",
        };
        if step.cards().contains(&card) {
            format!("{card}: {done} {name}")
        } else {
            format!("{card}: worked out when a step was done by {name}")
        }
    }

    /// A step read back, once it was done.
    pub(super) fn back(&self, actor: Option<Seat>, step: &Step) -> String {
        let last = actor.map_or(0, |seat| self.ranches[seat.index()].len()).saturating_sub(1);
        match step {
            Step::Hatch(card) => format!("bird {}: {}", BirdNumber::from_index(last), card.titled()),
            Step::Grow(number, card) | Step::Lay(number, card) => format!("bird {number} + {}", card.titled()),
            Step::Discard(card) => format!("discards {}", card.titled()),
            Step::Draw(Some(card)) => format!("draws {}", card.titled()),
            Step::Draw(None) => "draws a card".to_owned(),
            Step::Take(card) => format!("takes {} from the discard pile", card.titled()),
            Step::Done => "is done".to_owned(),
            Step::Shows(cards) => {
                let titled: Vec<String> = cards.iter().map(|card| card.titled().to_string()).collect();
                format!("shows {}", titled.join("; "))
            }
        }
    }

    /// What a step does that its text does not say.
    pub(super) fn does(&self, actor: Option<Seat>, step: &Step) -> Effect {
        Effect(match (actor, step) {
            (Some(seat), Step::Grow(number, _) | Step::Lay(number, _)) => match self.bird(seat, *number).and_then(Bird::top) {
                Some(top) => format!("on {top}"),
                None => String::new(),
            },
            (Some(seat), Step::Hatch(_)) => format!("as bird {}", BirdNumber::from_index(self.ranches[seat.index()].len())),
            _ => String::new(),
        })
    }

    /// What is open to a player, a line each.
    pub(super) fn outlook(&self, seat: Seat) -> Vec<String> {
        let birds = |verb: &str| {
            self.ranches[seat.index()]
                .iter()
                .enumerate()
                .map(move |(index, bird)| {
                    let prospects = bird.prospects().unwrap_or_else(|| "nothing fits any more".to_owned());
                    format!("{verb} {}: {prospects}", BirdNumber::from_index(index))
                })
                .collect::<Vec<_>>()
        };
        let open = self.open().to(Some(seat));
        let mut lines = Vec::new();
        for (index, verb) in BOOK.verbs.iter().enumerate().filter(|(index, _)| open.contains(*index)) {
            match index {
                super::book::GROW | super::book::LAY => lines.extend(birds(verb.name)),
                super::book::TAKE => {
                    if let (Phase::Draw { discarded: false, .. }, Some(top)) = (self.phase, self.discards.top()) {
                        lines.push(format!("take {top}: it is on top of the discard pile"));
                    }
                }
                super::book::DRAW => lines.push(format!("draw: the draw pile has {}", cards(self.account.hidden()))),
                _ if verb.form.is_empty() => lines.push(format!("{}: {}", verb.name, verb.about)),
                _ => lines.push(format!("{} {}: {}", verb.name, verb.form, verb.about)),
            }
        }
        lines
    }
}

fn cards(count: usize) -> String {
    count_of(count, "card", "cards")
}

fn not_in_deck(card: Card) -> String {
    format!("{card} is not in the basic Decktet that this game is played with")
}
