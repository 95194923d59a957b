//! Words for verdicts.

use super::{ADDED, Bird, DISPLAY, Fault, Layout, Pest, Phase, Piepmatz, SLOTS, Seed, Setup, Species, Step};
use crate::table::{ActOf, Header, Seat, and_list, count_of};

type Table = Header<Setup>;

/// `no birds`, `1 bird`, `3 birds`.
pub(super) fn birds(count: usize) -> String {
    count_of(count, "bird", "birds")
}

/// `no cards`, `1 card`, `3 cards`.
pub(super) fn cards(count: usize) -> String {
    count_of(count, "card", "cards")
}

/// `no birds were`, `1 bird was`.
fn birds_were(count: u8) -> String {
    format!("{} {}", birds(count.into()), if count == 1 { "was" } else { "were" })
}

/// `no seed cards`, `1 seed card`.
fn seed_cards(count: usize) -> String {
    count_of(count, "seed card", "seed cards")
}

impl Piepmatz {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match fault {
            Fault::DeckTooSmall => format!("the feeder deck has {}", cards(self.deck.len())),
            Fault::NoneLeft { card } => {
                let left = self.deck.left_of(card).unwrap_or_default();
                let all = self.setup.listed.map_or(0, |listed| listed[card.index()]);
                let are = if left == 1 { "is" } else { "are" };
                format!("of `{card}` the feeder deck had {all}, and {left} {are} left")
            }
            Fault::TooManySeeds { seed: Some(seed) } => {
                let all = self.setup.listed.map_or(0, |listed| listed[seed.index()]);
                format!("more than the {all} seed cards with {seed} that there are")
            }
            Fault::TooManySeeds { seed: None } => format!("more than the {} feeder cards that there are", self.setup.feeder),
            Fault::AllSixSpecies => "two players remove one species, and here are all six".to_owned(),
            Fault::SetupDue { part } => self.setup_due(part),
            Fault::SetupIsOver => "the table was laid out; that is done before the first turn".to_owned(),
            Fault::NotOneEach { birds } => {
                format!("{} laid out, and there are {} perches", birds_were(birds), self.setup.perches)
            }
            Fault::NotThree { birds } => format!("{} turned up, and it has to be {DISPLAY}", birds_were(birds)),
            Fault::NotFour { cards } => format!("{} for {SLOTS} slots", seed_cards(cards.into())),
            Fault::PestInSetup { pest } => {
                format!("a {pest} that turns up before the first turn is shuffled back, and another card is drawn instead")
            }
            Fault::NoneOnPerches { birds: count } => {
                let perches = self.setup.perches;
                format!("{} in all, and there would be none left for the {perches} perches", birds(count.into()))
            }
            Fault::NotYourTurn { turn } => format!("it is {}'s turn", name(turn)),
            Fault::PlayDue { seat } => format!("{} has to play a bird first", name(seat)),
            Fault::KeptTooLate { seat } => {
                format!("{} may keep a bird only right after a play that brought no fight, and only one", name(seat))
            }
            Fault::TooHigh { bird, played } => format!("{bird} is higher than {played}, which was just played"),
            Fault::DrawDue { seat } => {
                format!("{} holds {} and has to draw first", name(seat), birds(self.account.hand(seat).len()))
            }
            Fault::BirdDeckTooSmall if self.bird_deck() == 0 => "the bird deck is empty".to_owned(),
            Fault::BirdDeckTooSmall => format!("the bird deck has only {}", cards(self.bird_deck())),
            Fault::DrawnBlind => format!("birds lie in the display: {}", listed(self.display.birds())),
            Fault::DisplayDue { .. } => {
                format!(
                    "the display has to be filled up first: {}",
                    count_of(self.due_in_display(), "bird is", "birds are") + " due"
                )
            }
            Fault::DisplaySize { birds, due } => format!("{} turned up, and {} due", birds_were(birds), birds_are(due)),
            Fault::RefillDue { seat } => {
                format!(
                    "{} in {}'s turn",
                    self.slots_to_fill("has to be refilled first", "have to be refilled first"),
                    name(seat)
                )
            }
            Fault::FeederDue { seat } => {
                format!("{} won a fight by 5 or more, and the top card of the feeder deck is due", name(seat))
            }
            Fault::LossDue { seat, pest: Pest::Crow } => format!("a crow takes a bird of {}'s first", name(seat)),
            Fault::LossDue { seat, pest: Pest::Squirrel } => {
                format!("a squirrel takes {} of {}'s first", seed_cards(self.squirrel_takes(seat)), name(seat))
            }
            Fault::WrongLoss { pest: Pest::Crow } => "a crow takes a bird, not seeds".to_owned(),
            Fault::WrongLoss { pest: Pest::Squirrel } => "a squirrel takes seeds, not birds".to_owned(),
            Fault::NotOneBird { birds: count } => format!("a crow takes one bird, not {count}"),
            Fault::NotTheMost { bird, seat } => self.not_the_most(bird, seat, name(seat)),
            Fault::SeedsLost { seeds, due } => format!("the squirrel takes {}, not {seeds}", seed_cards(due.into())),
            Fault::RefillShort => {
                let deck = cards(self.deck.len());
                format!("{}, and the deck still has {deck}", self.slots_to_fill("is to be filled", "are to be filled"))
            }
            Fault::RefillLong => "drawing ends with the seed card that fills the last empty slot".to_owned(),
            Fault::AddsDue => {
                let left: Vec<&str> = self.seats().filter(|&seat| !self.account.hand(seat).is_empty()).map(name).collect();
                format!("the turns are over: {} still to choose {ADDED} birds of the hand", have(&left))
            }
            Fault::WrongAdded { birds, due } => format!("{} added, and it has to be {due}", birds_were(birds)),
            Fault::NotInHand { seat, bird } => self.not_in_hand(act, seat, bird, table),
            Fault::NotInDeck { bird } => match self.is_removed(bird) {
                Some(why) => why,
                None => format!("{bird} can't come from the deck: {}", self.where_is(act, bird, table)),
            },
            Fault::TooManyCopies { bird } => {
                self.is_removed(bird).unwrap_or_else(|| format!("more than the two {bird} that there are"))
            }
            Fault::NoSuchPerch { .. } => format!("there are {} perches", self.setup.perches),
            Fault::NotInDisplay { bird } => {
                if self.display.is_empty() {
                    format!("{bird} does not lie in the display, which is empty")
                } else {
                    format!("{bird} does not lie in the display: there are {}", listed(self.display.birds()))
                }
            }
            Fault::NotCollected { seat, bird } => self.not_collected(seat, bird, name(seat)),
            Fault::NoSuchSeed { seat, seed } => self.no_such_seed(seat, seed, name(seat)),
            Fault::ShownBeforeRound => "no round has begun".to_owned(),
            Fault::AfterGame => "the game is over; only notes can be added".to_owned(),
        }
    }

    fn not_collected(&self, seat: Seat, bird: Bird, name: &str) -> String {
        let own = self.collection(seat).birds.only(bird.species());
        let has = if own.is_empty() { format!("no {}", bird.species().plural()) } else { listed(own.birds()) };
        let often = if own.has(bird) { " so often" } else { "" };
        format!("{bird} is not in {name}'s collection{often}; {name} has {has}")
    }

    fn no_such_seed(&self, seat: Seat, seed: Seed, name: &str) -> String {
        let own = self.collection(seat).seeds;
        let has = if own.is_empty() { "no seed cards".to_owned() } else { listed(own.iter()) };
        format!("there is no such {seed} in {name}'s collection; {name} has {has}")
    }

    fn setup_due(&self, part: Layout) -> String {
        match part {
            Layout::Perches => format!("a bird is laid on each of the {} perches first", self.setup.perches),
            Layout::Display => format!("{DISPLAY} birds are turned up beside the bird deck first"),
            Layout::Seeds => format!("{SLOTS} seed cards are laid out first"),
        }
    }

    /// How many seeds a squirrel takes (PM-3.3).
    pub(super) fn squirrel_takes(&self, seat: Seat) -> usize {
        self.collection(seat).seeds.len().min(2)
    }

    /// `slot 2 is empty`, `slots 1 and 3 are empty`, with other words for `is empty`.
    pub(super) fn slots_to_fill(&self, one: &str, many: &str) -> String {
        let empty: Vec<usize> = self.slots.iter().zip(1..).filter(|(slot, _)| slot.seed.is_none()).map(|(_, nth)| nth).collect();
        match empty[..] {
            [only] => format!("slot {only} {one}"),
            [] => "no slot is empty".to_owned(),
            _ => format!("slots {} {many}", and_list(&empty)),
        }
    }

    fn not_the_most(&self, bird: Bird, seat: Seat, name: &str) -> String {
        let own = self.collection(seat).birds;
        let count = |species: Species| own.count(species);
        let most: Vec<String> = Species::ALL
            .into_iter()
            .filter(|&species| count(species) == own.largest())
            .map(|species| format!("{} {}", count(species), species.plural()))
            .collect();
        let fewer = count(bird.species());
        let fewer = format!("{fewer} {}", if fewer == 1 { bird.species().name() } else { bird.species().plural() });
        format!("the crow takes of what {name} has most of: {}, and only {fewer}", and_list(&most))
    }

    /// What is said of a bird of the species that was removed.
    fn is_removed(&self, bird: Bird) -> Option<String> {
        let removed = self.setup.removed.filter(|&removed| removed == bird.species())?;
        Some(format!("{} are out of this game (`removed = {}`, PM-1.4)", removed.plural(), removed.code()))
    }

    fn not_in_hand(&self, act: &ActOf<Self>, seat: Seat, bird: Bird, table: &Table) -> String {
        if let Some(why) = self.is_removed(bird) {
            return why;
        }
        let name = table.players.name(seat);
        let hand = self.account.hand(seat);
        if hand.is_empty() {
            return format!("{name} holds no bird");
        }
        let named = named(act, bird);
        let most = hand.known(bird.index()) + self.account.unaccounted(bird.index());
        if named > most && most > 0 {
            let lies = self.places(bird, table);
            let lies = if lies.is_empty() { String::new() } else { format!(": the other is {}", and_list(&lies)) };
            return format!("{bird} is named {named} times, and {name} can have {most} at most{lies}");
        }
        if self.account.can_come_from(seat, bird.index()) {
            let unseen = hand.unseen();
            let unseen = if unseen == 0 { "all have been seen".to_owned() } else { format!("{unseen} have not been seen") };
            let known = hand.known(bird.index());
            let known = if known == 0 { String::new() } else { format!(", {known} of them {bird}") };
            return format!("{name}'s hand holds {}{known}; {unseen}: that is too few for all these", birds(hand.len()));
        }
        if self.account.unaccounted(bird.index()) > 0 {
            // It could be somewhere unseen, but every card of this hand is known.
            return format!("{name}'s hand is known to be {}", listed(hand.known_cards().filter_map(Bird::from_index)));
        }
        format!("{bird} is not in {name}'s hand: {}", self.where_is(act, bird, table))
    }

    fn where_is(&self, act: &ActOf<Self>, bird: Bird, table: &Table) -> String {
        let named = named(act, bird);
        match &self.places(bird, table)[..] {
            _ if named > 1 && self.account.unaccounted(bird.index()) > 0 => {
                format!("it is named {named} times, and only {} can turn up", self.account.unaccounted(bird.index()))
            }
            [] => "nobody can say where it is".to_owned(),
            [one] => format!("one is {one}"),
            [one, other] if one == other => format!("both are {one}"),
            places => format!("they are {}", and_list(places)),
        }
    }

    /// Whether a step is the loss that is due, for words that depend on it.
    pub(super) const fn losing(&self) -> Option<(Seat, Pest)> {
        match self.phase {
            Phase::Lose(fight, pest) => Some((fight.seat, pest)),
            _ => None,
        }
    }
}

/// How often a step names a bird.
fn named(act: &ActOf<Piepmatz>, bird: Bird) -> usize {
    act.step().map_or(0, |(_, step)| step.birds().iter().filter(|&&other| other == bird).count())
}

/// Cards with commas and `and`.
pub(super) fn listed<T: ToString>(items: impl Iterator<Item = T>) -> String {
    and_list(&items.map(|item| item.to_string()).collect::<Vec<_>>())
}

fn birds_are(count: u8) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        _ => format!("{count} are"),
    }
}

/// `Ada has`, `Ada and Bo have`.
fn have(names: &[&str]) -> String {
    format!("{} {}", and_list(names), if names.len() == 1 { "has" } else { "have" })
}

/// How far a legal step is from what was tried.
pub(super) fn distance(tried: &Step, legal: &Step) -> u32 {
    let bird = |step: &Step| step.birds().first().copied();
    let cards = match (bird(tried), bird(legal)) {
        (Some(one), Some(other)) if one.species() == other.species() => u32::from(one.value().abs_diff(other.value())),
        (Some(one), Some(other)) => 8 + u32::from(one.value().abs_diff(other.value())),
        _ => 20,
    };
    let perch = match (tried, legal) {
        (Step::Play(_, one), Step::Play(_, other)) => u32::from(one != other),
        _ => 0,
    };
    cards * 4 + perch + u32::from(tried.verb() != legal.verb()) * 2
}
