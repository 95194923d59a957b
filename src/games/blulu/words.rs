//! Words for verdicts and steps.

use super::{
    Blulu, Capture, Fault, Phase, Setup, Step,
    arithmetic::higher_first,
    ranks::{Ranks, plural},
};
use crate::{
    decktet::{Card, Rank},
    table::{Act, ActOf, Effect, Header, Players, Seat, and_list, count_of},
};

type Table = Header<Setup>;

impl Blulu {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match fault {
            Fault::NotTheDealer { due } => {
                format!("{} dealt the last round; this one is dealt by {}", name(self.dealer), name(due))
            }
            Fault::DealDue => {
                format!("{} go face up on the table before the first turn", cards(self.setup.dealing.table.into()))
            }
            Fault::DealtTooLate => "the first turn has been played; the table cards are dealt before it".to_owned(),
            Fault::WrongCount { dealt } => {
                format!("{} dealt to the table, and it has to be {}", were(dealt), self.setup.dealing.table)
            }
            Fault::NoneToTheTable => "no cards are dealt to the table in this game".to_owned(),
            Fault::DealtAgain => "the table cards were dealt; after that nothing more goes to the table".to_owned(),
            Fault::NotYourTurn { turn } => format!("it is {}'s turn", name(turn)),
            Fault::TurnDue { turn } => format!("the round is not over: it is {}'s turn", name(turn)),
            Fault::NotTwo { played } => format!("{}, and a turn plays two", were_played(played)),
            Fault::NotReached { rank, .. } => self.not_reached(act, rank),
            Fault::LeftOut { rank } => {
                let lying = self.table & crate::decktet::Cards::of_rank(rank);
                let how = pair_of(act).map(|pair| format!(": {}", self.setup.arithmetic.how(pair, rank))).unwrap_or_default();
                format!("the pair reaches the {} too{how}, and {lying} would be left lying", rank.name())
            }
            Fault::SeveralRanks => match act.step() {
                Some((_, Step::Capture(ranks, _))) => {
                    let names: Vec<String> = ranks.iter().map(|rank| format!("the {}", rank.name())).collect();
                    format!("{} are {} ranks, and a turn captures one", and_list(&names), names.len())
                }
                _ => "a turn captures one rank".to_owned(),
            },
            Fault::CouldCapture { capture, seat } => {
                let trailed = act.step().is_some_and(|(_, step)| capture.pair.iter().all(|card| step.cards().contains(card)));
                let held = format!("are known to be in {}'s hand, and capture", name(seat));
                self.in_words(capture, if trailed { "capture" } else { &held })
            }
            Fault::Revoked { capture, seat } => self.was_in_hand(seat, capture, &table.players),
            Fault::RoundIsOver if self.phase == Phase::Ready => "no round has begun".to_owned(),
            Fault::RoundIsOver => {
                format!("the round is over: all cards are played; {} deals the next", name(self.next_dealer()))
            }
            Fault::NotInHand { seat, card } => self.not_in_hand(act, seat, card, table),
            Fault::NotInDeck { card } if !self.deck_has(card) => self.not_in_deck(card),
            Fault::NotInDeck { card } if self.account.unaccounted(card.index()) > 0 => {
                let left = self.account.hidden();
                let twice = act.step().is_some_and(|(_, step)| step.cards().iter().filter(|&&other| other == card).count() > 1);
                if twice { format!("{card} is named twice; there is one") } else { format!("the deck has {}", cards(left)) }
            }
            Fault::NotInDeck { card } => format!("{card} can't come from the deck: {}", self.where_is(card, table)),
            Fault::NotOnTheTable { rank } => match self.lying().iter().map(plural).collect::<Vec<_>>() {
                lying if lying.is_empty() => "the table is empty".to_owned(),
                lying => format!("no {} lies on the table; there are {}", rank.name(), and_list(&lying)),
            },
            Fault::ShownOutsideRound if self.phase == Phase::Deal => {
                "the table cards come first; cards are shown after that".to_owned()
            }
            Fault::ShownOutsideRound => "no round is being played".to_owned(),
            Fault::AfterGame => "the game is over; only notes can be added".to_owned(),
            Fault::MoreThanTheDeck { captured } => {
                format!("{captured} cards captured in all, and the deck has {}", self.setup.dealing.deck.cards().len())
            }
            Fault::FewerThanTheDeck { captured } => format!(
                "{captured} cards captured in all, of the {} of the deck; what is left on the table goes to whoever captured last",
                self.setup.dealing.deck.cards().len()
            ),
            Fault::NoCapture { seat } => format!("a capture takes three cards or more, and {} has fewer", name(seat)),
            Fault::MoreBonusesThanCaptures { seat } => {
                format!("{} has more bonuses than so many cards and turns can have made captures", name(seat))
            }
        }
    }

    fn not_reached(&self, act: &ActOf<Self>, rank: Rank) -> String {
        match pair_of(act) {
            Some(pair) => {
                let [high, low] = higher_first(pair);
                format!("{high} and {low} make {}, which is not the {}", self.setup.arithmetic.makes(pair), rank.name())
            }
            None => format!("a single card captures nothing, not even the {}", rank.name()),
        }
    }

    /// `9LK and 2MK capture the 7: 9 − 2`.
    fn in_words(&self, capture: Capture, joined: &str) -> String {
        let [high, low] = higher_first(capture.pair);
        let how = self.setup.arithmetic.how(capture.pair, capture.rank);
        format!("{high} and {low} {joined} the {}: {how}", capture.rank.name())
    }

    /// Why a trail was a revoke.
    pub(super) fn was_in_hand(&self, seat: Seat, capture: Capture, players: &Players) -> String {
        self.in_words(capture, &format!("were both in {}'s hand, and would have captured", players.name(seat)))
    }

    pub(super) fn deck_has(&self, card: Card) -> bool {
        self.setup.dealing.deck.cards().contains(card)
    }

    fn not_in_deck(&self, card: Card) -> String {
        format!("{card} is not in this game's deck (`deck = {}`)", self.setup.dealing.deck.name())
    }

    fn not_in_hand(&self, act: &ActOf<Self>, seat: Seat, card: Card, table: &Table) -> String {
        if !self.deck_has(card) {
            return self.not_in_deck(card);
        }
        let name = table.players.name(seat);
        let hand = self.account.hand(seat);
        if self.account.can_come_from(seat, card.index()) {
            let named = act.step().map_or(&[][..], |(_, step)| step.cards());
            if named.iter().filter(|&&other| other == card).count() > 1 {
                return format!("{card} is named twice; there is one");
            }
            let (all, unseen) = (cards(hand.len()), hand.unseen());
            return format!("{name}'s hand holds {all}, of which {unseen} have not been seen: too few for all these");
        }
        if self.account.unaccounted(card.index()) > 0 {
            // It could be somewhere unseen, but every card of this hand is known.
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
            [] => "nobody has seen it yet".to_owned(),
            places => format!("it is {}", and_list(places)),
        }
    }

    /// Where a card is known to lie.
    pub(super) fn places(&self, card: Card, table: &Table) -> Vec<String> {
        let mut places = Vec::new();
        if self.table.contains(card) {
            places.push("on the table".to_owned());
        }
        for seat in table.players.seats() {
            let name = table.players.name(seat);
            if self.piles[seat.index()].contains(card) {
                places.push(format!("in {name}'s pile"));
            }
            if self.account.hand(seat).known(card.index()) > 0 {
                places.push(format!("in {name}'s hand"));
            }
        }
        places
    }

    /// How the step that put a card where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, card: Card, table: &Table) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        match step {
            Step::Deal(_) => format!("{card}: dealt to the table"),
            Step::Trail(cards) if cards.contains(&card) => format!("{card}: trailed by {name}"),
            Step::Capture(ranks, cards) if cards.contains(&card) || !ranks.among(Ranks::only(card.rank())).is_empty() => {
                format!("{card}: captured by {name}")
            }
            Step::Shows(cards) if cards.contains(&card) => format!("{card}: shown by {name}"),
            _ => format!("{card}: worked out or taken at the end when {name} played"),
        }
    }

    /// A step read back, once it was done.
    pub(super) fn back(step: &Step) -> String {
        let titled: Vec<String> = step.cards().iter().map(|card| card.titled().to_string()).collect();
        let titled = titled.join("; ");
        match step {
            Step::Deal(_) => format!("on the table: {titled}"),
            Step::Trail(_) => format!("trails {titled}"),
            Step::Capture(ranks, _) => {
                let names: Vec<String> = ranks.iter().map(|rank| format!("the {}", rank.name())).collect();
                format!("captures {} with {titled}", and_list(&names))
            }
            Step::Shows(_) => format!("shows {titled}"),
        }
    }

    /// What a step does that its text does not say.
    pub(super) fn does(&self, step: &Step) -> Effect {
        Effect(match step {
            Step::Capture(ranks, _) => match self.table & ranks.cards() {
                taken if taken.is_empty() => "takes nothing".to_owned(),
                taken => format!("takes {taken}"),
            },
            _ => String::new(),
        })
    }
}

fn cards(count: usize) -> String {
    count_of(count, "card", "cards")
}

fn were(count: u16) -> String {
    if count == 1 { "1 card was".to_owned() } else { format!("{count} cards were") }
}

fn were_played(count: u16) -> String {
    if count == 1 { "one card was played".to_owned() } else { format!("{count} cards were played") }
}

fn pair_of(act: &ActOf<Blulu>) -> Option<[Card; 2]> {
    match act {
        Act::Step { step, .. } => step.cards().try_into().ok(),
        _ => None,
    }
}
