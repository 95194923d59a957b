//! Words for verdicts.

use super::{
    Card, EggsAndEmpires, Fate, Fault, Phase, Setup, Step, TURNS, Value, back::in_words, fault::Thing, score::UNLISTED,
    setup::eggs_each_turn,
};
use crate::table::{Act, ActOf, Header, Players, Seat, and_list, count_of, or_list};

type Table = Header<Setup>;

impl EggsAndEmpires {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        let actor = act.step().and_then(|(actor, _)| actor).map_or("the table", name);
        match fault {
            Fault::NewHandAgain => format!("{actor} has drawn a new hand in this round already"),
            Fault::NewHandTooLate if !self.is_underway() => "no round is being played".to_owned(),
            Fault::NewHandTooLate => "a new hand is drawn before the round's first eggs are revealed".to_owned(),
            Fault::RevealDue => format!("the eggs of turn {} come first: {}", self.turn + 1, self.eggs_due_in_words()),
            Fault::WrongNumberOfEggs { revealed } => self.wrong_number_of_eggs(revealed),
            Fault::MoreThanTheDeck { revealed } => {
                let left = self.nest.as_ref().map_or(0, super::Nest::left);
                format!("{} revealed, and the deck still holds {left}", were(revealed.into(), "egg"))
            }
            Fault::CardsDue => format!("{} to play", self.still_to_play(&table.players)),
            Fault::PlayedAlready => format!("{actor} has played {} in this turn", self.cards_of(act)),
            Fault::WrongNumberOfCards { played } => {
                let due = self.each();
                format!("{} played, and a turn takes {}", were(played.into(), "card"), if due == 1 { "one" } else { "two" })
            }
            Fault::SameCardTwice { card } => format!("{card} and {card} are the same card; a turn takes two different ones"),
            Fault::TakeDue { seat, card, .. } => {
                format!("{}'s {} collects first{}", name(seat), card.titled(), self.why_first(seat, card))
            }
            Fault::MustTake { card } => format!("only a Mage may leave an egg; {actor}'s {} must take one", card.titled()),
            Fault::TurnsLeft => {
                let turn = self.turn + u8::from(self.phase == Phase::Reveal);
                format!("the round is at turn {turn} of {TURNS}: {}", self.what_is_due(table))
            }
            Fault::NoTurnLeft => format!("all {TURNS} turns of this round are played: {}", self.what_is_due(table)),
            Fault::NoRound if self.phase == Phase::Ready => "no round has begun".to_owned(),
            Fault::NoRound => "the round is over, and the next has not begun".to_owned(),
            Fault::NotForMage { value } if self.offer.has_good() => {
                let good: Vec<Value> = self.offer.values().filter(|&value| value >= 0).collect();
                format!("{value} explodes, and a Mage takes no such egg face up; {} there", lie(&good))
            }
            Fault::NotForMage { value } => {
                format!("{value} explodes, and a Mage takes no such egg face up; it takes a face-down one, or declines")
            }
            Fault::MageMayNotDecline => {
                let good: Vec<Value> = self.offer.values().filter(|&value| value >= 0).collect();
                format!("{} there, so the Mage must take an egg", lie(&good))
            }
            Fault::UnnamedEggs { holder, scout } => format!(
                "an egg in {}'s pile, which {}'s Scout laid, has no name yet: `{}: opens {} = V` names it",
                name(holder),
                name(scout),
                name(holder),
                name(scout)
            ),
            Fault::NoCourier => format!("no Courier of {actor}'s has an egg to give away"),
            Fault::NotTheCouriersEgg => self.not_the_couriers(act),
            Fault::GiftToOneself => "the Courier's egg goes to another player".to_owned(),
            Fault::NoPriest => format!("no Priest of {actor}'s has an egg to discard"),
            Fault::TooLate { card, .. } => format!("the time for {actor}'s {} is over: {}", card.titled(), self.why_too_late()),
            Fault::NothingToEnd => "no ability is open that the ninth turn waits for".to_owned(),
            Fault::MarkerPassesLeft { due } => {
                format!("{} held the marker in the last round; it passes to {}", name(self.first), name(due))
            }
            Fault::NotTheFewest => self.not_the_fewest(table),
            Fault::NotInHand { seat, card } => self.not_in_hand(act, seat, card, table),
            Fault::NoSuchEgg { value } => self.no_such_egg(act, value, table),
            Fault::NotOnOffer { value } => match self.offer.values().collect::<Vec<_>>() {
                up if up.is_empty() => "no egg lies there face up".to_owned(),
                up => format!("no egg of {value} lies there face up; {} there", lie(&up)),
            },
            Fault::NotOnOfferDown { scout } => match self.offer.scouts().map(name).collect::<Vec<_>>() {
                scouts if scouts.is_empty() => "no egg lies there face down".to_owned(),
                scouts => format!("no egg of {}'s Scout lies there face down, but of {}'s", name(scout), and_list(&scouts)),
            },
            Fault::NotInPile { value } => {
                format!("no egg of {value} is known to be in {actor}'s pile{}", self.but_unnamed(act, table))
            }
            Fault::NotInPileDown { scout: Some(scout) } => {
                format!("no egg of {}'s Scout lies unnamed in {actor}'s pile", name(scout))
            }
            Fault::NotInPileDown { scout: None } => format!("every egg in {actor}'s pile has a name: say which one"),
            Fault::ShownOutsideRound => "no round is being played".to_owned(),
            Fault::AfterGame => "the game is over; only notes can be added".to_owned(),
            Fault::MoreThanOwned { seat, card } => {
                format!("{} has {}, not more", name(seat), count_of(self.each(), card.name(), &format!("{}s", card.name())))
            }
            Fault::MoreThanOffered { eggs } => format!(
                "{eggs} eggs in all, and a round offers {} and what Scouts add{}",
                usize::from(TURNS) * eggs_each_turn(self.players),
                if self.setup.eggs.is_some() { ", as far as the listed deck goes" } else { "" }
            ),
            Fault::MoreThanCollected { seat } => {
                format!("{} has more eggs than cards that can have collected, and Couriers that can have given", name(seat))
            }
        }
    }

    /// `2 eggs are to be revealed`.
    pub(super) fn eggs_due_in_words(&self) -> String {
        match self.eggs_due() {
            0 => "the deck is empty, and `reveal` stands alone".to_owned(),
            1 => "1 egg is to be revealed".to_owned(),
            due => format!("{due} eggs are to be revealed"),
        }
    }

    fn wrong_number_of_eggs(&self, revealed: u16) -> String {
        let (due, usual) = (self.eggs_due(), eggs_each_turn(self.players));
        let why = if due < usual { " (all that the deck still holds)" } else { "" };
        format!("{} revealed, and it has to be {due}{why}", were(revealed.into(), "egg"))
    }

    /// `Ada and Bo have yet`.
    pub(super) fn still_to_play(&self, players: &Players) -> String {
        let names: Vec<&str> = self.yet_to_play().iter().map(|seat| players.name(seat)).collect();
        format!("{} {} yet", and_list(&names), if names.len() == 1 { "has" } else { "have" })
    }

    fn cards_of(&self, act: &ActOf<Self>) -> String {
        let actor = act.step().and_then(|(actor, _)| actor);
        let cards: Vec<Card> =
            self.order.cards().iter().filter(|played| Some(played.seat) == actor).map(|played| played.card).collect();
        and_list(&cards)
    }

    /// What stands between the round and its end.
    fn what_is_due(&self, table: &Table) -> String {
        match self.phase {
            Phase::Reveal => self.eggs_due_in_words(),
            Phase::Play => format!("{} to play", self.still_to_play(&table.players)),
            Phase::Collect(_) => match self.collecting() {
                Some(played) => format!("{}'s {} is to collect", table.players.name(played.seat), played.card.titled()),
                None => "a card is to collect".to_owned(),
            },
            Phase::Closing => {
                let able: Vec<&str> = self.able().iter().map(|seat| table.players.name(seat)).collect();
                format!("{} may still use an ability, and `end` closes the round", and_list(&able))
            }
            Phase::Naming => {
                let holders: Vec<&str> = self.holders().map(|seat| table.players.name(seat)).collect();
                format!("{} still {} an egg to name", and_list(&holders), if holders.len() == 1 { "has" } else { "have" })
            }
            Phase::Ready | Phase::Over | Phase::GameOver => "a new round may begin".to_owned(),
        }
    }

    /// Why a card collects before others.
    fn why_first(&self, seat: Seat, card: Card) -> &'static str {
        let waiting = || self.order.cards().iter().filter(|played| played.fate == Fate::Waiting);
        match card {
            Card::Shepherd if self.order.moves() => ", ahead of the Blacksmith",
            _ if waiting().any(|other| other.card == card && other.seat != seat) => ", being nearer to the marker",
            _ => "",
        }
    }

    fn not_the_couriers(&self, act: &ActOf<Self>) -> String {
        let seat = act.step().and_then(|(actor, _)| actor).unwrap_or(self.marker);
        let gifts: Vec<String> = self.pile(seat).gifts().map(|egg| in_words(egg.what.value())).collect();
        format!("the Courier collected {}; another egg can't be given", and_list(&gifts))
    }

    fn why_too_late(&self) -> &'static str {
        match self.phase {
            Phase::Play if self.played.is_empty() => "the next eggs are revealed",
            Phase::Naming | Phase::Over => "the round is closed",
            _ => "the next turn's cards are played",
        }
    }

    fn not_the_fewest(&self, table: &Table) -> String {
        let sums = self.sums();
        let fewest: Vec<String> =
            self.may_hold_next().iter().map(|seat| format!("{} ({})", table.players.name(seat), sums[seat.index()])).collect();
        format!("the marker goes to the player with the fewest points: {}", or_list(&fewest))
    }

    fn not_in_hand(&self, act: &ActOf<Self>, seat: Seat, card: Card, table: &Table) -> String {
        let name = table.players.name(seat);
        let (deck, hand) = (&self.decks[seat.index()], self.hand(seat));
        let shown = card.titled();
        if deck.can_come_from(seat, card.index()) {
            let named = match act.step() {
                Some((_, Step::Play(cards) | Step::Shows(cards))) => cards.iter().filter(|&&other| other == card).count(),
                _ => 1,
            };
            if named > 1 && named > hand.known(card.index()) + deck.unaccounted(card.index()) {
                return format!("the {shown} is named {named} times, and {name} can't have it so often");
            }
            let all = count_of(hand.len(), "card", "cards");
            return format!("{name}'s hand holds {all}, of which {} have not been seen: too few for all these", hand.unseen());
        }
        if deck.unaccounted(card.index()) > 0 {
            let known: Vec<String> = hand.known_cards().filter_map(Card::from_index).map(Card::titled).collect();
            return match known[..] {
                [] => format!("{name}'s hand is empty"),
                _ => format!("{name}'s hand is known to be {}", and_list(&known)),
            };
        }
        let mut places = self.places(Thing::Card(seat, card), table);
        places.dedup();
        format!("the {shown} is not in {name}'s hand: it is {}", and_list(&places))
    }

    fn no_such_egg(&self, act: &ActOf<Self>, value: Value, table: &Table) -> String {
        let Some(nest) = &self.nest else {
            let (least, most) = UNLISTED;
            return format!("an egg is worth {least} to {most}, where the table lists no others, and never {value}");
        };
        let listed = nest.listed(value);
        if listed == 0 {
            return format!("no egg of {value} is listed in this game's deck");
        }
        let eggs = count_of(listed, "egg", "eggs");
        match (act, &self.places(Thing::Egg(value), table)[..]) {
            (Act::Tally(_), _) | (_, []) => {
                format!("{eggs} of {value} {} listed, not more", if listed == 1 { "is" } else { "are" })
            }
            (_, places) => {
                format!("{eggs} of {value} {} listed: {}", if listed == 1 { "is" } else { "are" }, and_list(&counted(places)))
            }
        }
    }

    /// What may lie in the pile all the same.
    fn but_unnamed(&self, act: &ActOf<Self>, table: &Table) -> String {
        let seat = act.step().and_then(|(actor, _)| actor).unwrap_or(self.marker);
        match self.pile(seat).unnamed().first() {
            Some(&scout) => {
                let scout = table.players.name(scout);
                format!("; if it is the one that {scout}'s Scout laid, `opens {scout} = V` says so first")
            }
            None => String::new(),
        }
    }
}

/// Places that stand one after another more than once, each once and how often: `2 in Ada's pile`.
fn counted(places: &[String]) -> Vec<String> {
    let times = |same: &[String]| if same.len() == 1 { same[0].clone() } else { format!("{} {}", same.len(), same[0]) };
    places.chunk_by(|one, other| one == other).map(times).collect()
}

/// `13 and 10 lie`.
fn lie(values: &[Value]) -> String {
    format!("{} {}", and_list(values), if values.len() == 1 { "lies" } else { "lie" })
}

/// `1 egg was`, `3 eggs were`, `no eggs were`.
fn were(count: usize, what: &str) -> String {
    format!("{} {}", count_of(count, what, &format!("{what}s")), if count == 1 { "was" } else { "were" })
}
