//! Faults planted into the rules of Sevens, one at a time: the harness finds each of them.

use fowlplay::{
    conformance::properties,
    deal::{Deal, Random},
    table::{
        Act, ActOf, Apply, Book, Consequence, DeckEntry, Game, Header, Judge, Location, NoPosition, Notation, Open, ParseError,
        Players, Points, Progress, RuleValues, Scored, Seat, SetupError, Sheet, TableFault, Tallied, Tokens, View, Words, Zones,
    },
};
use std::{
    fmt::{self, Debug},
    marker::PhantomData,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::sevens::{Card, Event, Fault, Sevens, Step};

/// A fault in the rules: one of these is not as Sevens has it.
trait Plant: Clone + Debug + PartialEq + Send + Sync + 'static {
    fn in_order(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
        game.in_order(act)
    }
    fn possible(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
        game.possible(act)
    }
    fn lawful(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
        game.lawful(act)
    }
    fn candidates(game: &Sevens, seat: Seat, each: &mut impl FnMut(Step)) {
        game.candidates(seat, each);
    }
    fn apply(game: &mut Sevens, act: &ActOf<Sevens>, events: &mut Vec<Event>) {
        game.apply(act, events);
    }
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature of the trait, for a step that is small here")]
    fn write(step: &Step, players: &Players) -> String {
        Sevens::write(step, players)
    }
    fn score(game: &Sevens, players: &Players) -> Sheet {
        game.score(players)
    }
}

/// Sevens with a fault.
#[derive(Clone, Debug, PartialEq)]
struct Planted<P>(Sevens, PhantomData<P>);

impl<P: Plant> Game for Planted<P> {
    type Setup = ();
    type Step = Step;
    type Tally = Seat;
    type Position = NoPosition;
    type Fault = Fault;
    type Event = Event;

    fn book() -> &'static Book {
        Sevens::book()
    }
    fn setup(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<(), SetupError> {
        Sevens::setup(players, rules, deck)
    }
    fn new(players: usize, setup: &()) -> Self {
        Self(Sevens::new(players, setup), PhantomData)
    }
}

impl<P: Plant> Notation for Planted<P> {
    type Verb = <Sevens as Notation>::Verb;

    fn verb(step: &Step) -> Self::Verb {
        Sevens::verb(step)
    }
    fn arguments(verb: Self::Verb, tokens: &mut Tokens<'_>, header: &Header<()>) -> Result<Step, ParseError> {
        Sevens::arguments(verb, tokens, header)
    }
    fn write(step: &Step, players: &Players) -> String {
        P::write(step, players)
    }
}

impl<P: Plant> Judge for Planted<P> {
    fn expects(&self) -> Open {
        self.0.expects()
    }
    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        P::in_order(&self.0, act)
    }
    fn possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        P::possible(&self.0, act)
    }
    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        P::lawful(&self.0, act)
    }
    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        P::candidates(&self.0, seat, each);
    }
}

impl<P: Plant> Apply for Planted<P> {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        P::apply(&mut self.0, act, events);
    }
    fn progress(&self) -> Progress {
        self.0.progress()
    }
    fn conviction(event: &Event) -> Option<(usize, Fault)> {
        Sevens::conviction(event)
    }
}

impl<P: Plant> Scored for Planted<P> {
    fn score(&self, players: &Players) -> Sheet {
        P::score(&self.0, players)
    }
}

impl<P: Plant> Words for Planted<P> {
    fn explain(&self, act: &ActOf<Self>, fault: Fault, header: &Header<()>) -> String {
        self.0.explain(act, fault, header)
    }
    fn tell(&self, event: &Event, header: &Header<()>) -> Vec<Consequence> {
        self.0.tell(event, header)
    }
}

impl<P: Plant> View for Planted<P> {
    type Thing = Card;

    fn zones(&self, header: &Header<()>) -> Zones {
        self.0.zones(header)
    }
    fn missing(fault: Fault) -> Option<Card> {
        Sevens::missing(fault)
    }
    fn locations(&self, card: Card) -> Vec<Location> {
        self.0.locations(card)
    }
}

impl<P: Plant> Tallied for Planted<P> {
    fn parse_tally(texts: &[&str], header: &Header<()>) -> Result<Seat, (Seat, ParseError)> {
        Sevens::parse_tally(texts, header)
    }
    fn write_tally(tally: &Seat, seat: Seat) -> String {
        Sevens::write_tally(tally, seat)
    }
    fn uncounted<'a>(&'a self, tally: &'a Seat, seat: Seat) -> impl Iterator<Item: fmt::Display> {
        self.0.uncounted(tally, seat)
    }
    fn left_lying(&self) -> Option<Seat> {
        self.0.left_lying()
    }
    fn not_counted(seat: Seat) -> Fault {
        Sevens::not_counted(seat)
    }
}

impl<P: Plant> Deal for Planted<P> {
    type Truth = <Sevens as Deal>::Truth;

    fn any_argument(argument: &str, random: Random<'_>) -> Option<String> {
        Sevens::any_argument(argument, random)
    }
    fn any_counted(random: Random<'_>) -> String {
        Sevens::any_counted(random)
    }
    fn propose(&self, truth: &mut Self::Truth, random: Random<'_>) -> ActOf<Self> {
        self.0.propose(truth, random)
    }
    fn deal(&self, truth: &mut Self::Truth, random: Random<'_>) {
        self.0.deal(truth, random);
    }
    fn follow(&self, truth: &mut Self::Truth, act: &ActOf<Self>, random: Random<'_>) {
        self.0.follow(truth, act, random);
    }
    fn follow_step(&self, truth: &mut Self::Truth, actor: Option<Seat>, step: &Step, random: Random<'_>) {
        self.0.follow_step(truth, actor, step, random);
    }
    fn with_open_hands(&self, truth: &Self::Truth) -> Option<Self> {
        self.0.with_open_hands(truth).map(|open| Self(open, PhantomData))
    }
    fn is_fair(&self, truth: &Self::Truth, act: &ActOf<Self>) -> Option<bool> {
        self.0.is_fair(truth, act)
    }
    fn agrees_with(&self, truth: &Self::Truth) -> bool {
        self.0.agrees_with(truth)
    }
    fn balances(&self) -> bool {
        self.0.balances()
    }
}

/// Plants faults, and holds that the harness finds each: by these properties at least.
macro_rules! planted {
    ($($(#[doc = $what:literal])+ $name:ident $test:ident: $($property:ident),+; { $($wrong:item)+ })+) => { $(
        $(#[doc = $what])+
        #[derive(Clone, Debug, PartialEq)]
        struct $name;

        impl Plant for $name {
            $($wrong)+
        }

        #[test]
        fn $test() {
            let properties = properties::<Planted<$name>>();
            for name in [$(stringify!($property)),+] {
                let property = properties.iter().find(|property| property.name == name).expect("there is such a property");
                println!("{}", property.check().expect_err(name));
            }
        }
    )+ };
}

planted! {
    /// A card may lie beside nothing.
    NoNeighbour a_card_beside_nothing_is_found: a_step_is_listed_exactly_if_it_is_legal, the_dealer_agrees; {
        fn lawful(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            if let Act::Step { step: Step::Lay(_), .. } = act { Ok(()) } else { game.lawful(act) }
        }
    }

    /// Whoever is known to hold a card that fits may pass.
    PassesAnyway a_pass_with_a_known_card_is_found: the_dealer_agrees, a_revoke_is_foul_with_open_hands; {
        fn lawful(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            if let Act::Step { step: Step::Pass, .. } = act { Ok(()) } else { game.lawful(act) }
        }
    }

    /// Nobody may lay an eight.
    NoEights a_legal_card_that_is_refused_is_found: the_dealer_agrees; {
        fn lawful(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            match *act {
                Act::Step { step: Step::Lay(card), .. } if card.rank() == 7 => Err(Fault::NoNeighbour(card)),
                _ => game.lawful(act),
            }
        }
    }

    /// Everybody may play at any time.
    AnyTurn a_step_out_of_turn_is_found: a_step_is_listed_exactly_if_it_is_legal, the_dealer_agrees; {
        fn in_order(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            if act.step().is_some() && game.turn.is_some() { Ok(()) } else { game.in_order(act) }
        }
    }

    /// A card may be in a hand though it lies on the table.
    AnyCard a_card_that_lies_elsewhere_is_found: whatever_is_possible_can_be_applied; {
        fn possible(_: &Sevens, _: &ActOf<Sevens>) -> Result<(), Fault> {
            Ok(())
        }
    }

    /// What could come from a hand is impossible.
    NoAces a_card_that_is_there_and_impossible_is_found: what_a_hand_really_holds_is_never_impossible; {
        fn possible(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            match *act {
                Act::Step { actor: Some(seat), step: Step::Lay(card) } if card.rank() == 0 => {
                    Err(Fault::Table(TableFault::NotInHand { seat, card }))
                }
                _ => game.possible(act),
            }
        }
    }

    /// Anybody may begin, at any time.
    AnyFirst a_false_first_is_found: a_false_first_is_found; {
        fn in_order(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            if let Act::Round { .. } = act { Ok(()) } else { game.in_order(act) }
        }
    }

    /// A tally is never held against the moves.
    AnyTally a_false_tally_is_found: a_false_tally_is_found; {
        fn lawful(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            if let Act::Tally(_) = act { Ok(()) } else { game.lawful(act) }
        }
    }

    /// A tally is counted for a neighbour.
    TallyOfAnother a_tally_that_scores_otherwise_is_found: a_false_tally_is_found; {
        fn apply(game: &mut Sevens, act: &ActOf<Sevens>, events: &mut Vec<Event>) {
            match act {
                Act::Tally(seat) => game.apply(&Act::Tally(seat.left(4)), events),
                _ => game.apply(act, events),
            }
        }
    }

    /// Sevens are not among the candidates.
    Forgotten a_legal_step_that_is_not_listed_is_found: a_step_is_listed_exactly_if_it_is_legal; {
        fn candidates(game: &Sevens, seat: Seat, each: &mut impl FnMut(Step)) {
            game.candidates(seat, &mut |step| match step {
                Step::Lay(card) if card.rank() == 6 => {}
                _ => each(step),
            });
        }
    }

    /// A card stays in the hand when it is laid.
    StaysInHand a_card_in_two_places_is_found: what_a_hand_really_holds_is_never_impossible, whatever_is_possible_can_be_applied; {
        fn apply(game: &mut Sevens, act: &ActOf<Sevens>, events: &mut Vec<Event>) {
            let before = game.account;
            game.apply(act, events);
            if act.step().is_some() {
                game.account = before;
            }
        }
    }

    /// What is written can't be read.
    Unreadable a_step_that_is_not_read_back_is_found: a_written_step_is_read_back; {
        fn write(step: &Step, players: &Players) -> String {
            Sevens::write(step, players).replace('T', "0")
        }
    }

    /// What is judged twice is judged otherwise.
    Fickle a_verdict_that_changes_is_found: asking_changes_nothing; {
        fn lawful(game: &Sevens, act: &ActOf<Sevens>) -> Result<(), Fault> {
            static JUDGED: AtomicU32 = AtomicU32::new(0);
            match *act {
                Act::Step { step: Step::Lay(card), .. } if JUDGED.fetch_add(1, Ordering::Relaxed).is_multiple_of(7) => {
                    Err(Fault::NoNeighbour(card))
                }
                _ => game.lawful(act),
            }
        }
    }

    /// Whoever lays a card is convicted of having passed before.
    FalseRevoke a_false_revoke_is_found: a_revoke_is_foul_with_open_hands; {
        fn apply(game: &mut Sevens, act: &ActOf<Sevens>, events: &mut Vec<Event>) {
            let passes: Vec<usize> = game.passes.iter().map(|(act, ..)| *act).collect();
            game.apply(act, events);
            if let Act::Step { step: Step::Lay(card), .. } = *act {
                events.extend(passes.into_iter().map(|pass| Event::HeldBack(pass, card)));
            }
        }
    }

    /// The winner has no point.
    NoPoint a_winner_without_the_most_is_found: the_winners_have_the_most; {
        fn score(game: &Sevens, players: &Players) -> Sheet {
            let mut sheet = game.score(players);
            for player in &mut sheet.players {
                player.total = if player.winner { Points::ZERO } else { Points::Exactly(1) };
            }
            sheet
        }
    }
}
