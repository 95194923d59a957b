//! Faults planted into the rules of Sevens, and of Blulu where cards are covered, one at a time: the harness finds each of them.

use fowlplay::{
    conformance::{Violation, properties},
    deal::{Dealer, RandomSource},
    games::blulu::Blulu,
    table::{
        Act, ActOf, Adjustment, Apply, Book, Consequence, DeckValue, FieldBinder, FieldSpec, Game, Judge, Location, NoPosition,
        Notation, OpenVerbs, ParseError, PlaceContents, Players, Points, Progress, RoundSheet, RuleSettings, Scoring, Seat,
        Seats, SetupError, Sheet, StepParts, TableContext, TableFault, TallyOf, Tallying, Tokens, View, Words, Zones,
    },
};
use std::{
    cell::Cell,
    fmt,
    sync::atomic::{AtomicU32, Ordering},
    thread::LocalKey,
};

use crate::{
    sevens::{Event, Fault, Sevens, Step},
    watched,
};

type CheckParts<G> = fn(&G, &TallyOf<G>, Seats) -> Result<(), <G as Game>::Fault>;

/// What a game does; where a fault is planted, one of these is not as the game has it.
pub struct Rules<G: Dealer> {
    in_order: fn(&G, &ActOf<G>) -> Result<(), G::Fault>,
    possible: fn(&G, &ActOf<G>) -> Result<(), G::Fault>,
    parts: CheckParts<G>,
    lawful: fn(&G, &ActOf<G>) -> Result<(), G::Fault>,
    candidates: fn(&G, Seat, &mut dyn FnMut(G::Step)),
    knows: fn(&G, Seat, &G::Step) -> bool,
    apply: fn(&mut G, &ActOf<G>, &mut Vec<G::Event>),
    adjust: fn(&mut G, &Adjustment, &mut Vec<G::Event>),
    write: fn(&G::Step, &Players) -> String,
    write_tally: fn(&TallyOf<G>, Seat) -> String,
    score: fn(&G, &Players) -> Sheet,
    forgetting: fn(&G) -> G,
    places: fn(&G) -> Vec<PlaceContents<G::Thing>>,
}

impl<G: Dealer> Copy for Rules<G> {}
#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would ask the same of the game")]
impl<G: Dealer> Clone for Rules<G> {
    fn clone(&self) -> Self {
        *self
    }
}

const fn sound<G: Dealer>() -> Rules<G> {
    Rules {
        in_order: G::check_order,
        possible: G::check_possible,
        lawful: G::check_lawful,
        parts: G::check_parts,
        candidates: |game, seat, mut each| game.candidates(seat, &mut each),
        knows: G::is_known_in_hand,
        apply: G::apply,
        adjust: G::adjust,
        write: G::write,
        write_tally: G::write_tally,
        score: G::score,
        forgetting: G::without_memory,
        places: G::places,
    }
}

/// A game into which faults are planted: the harness is built once for all of them, not for each.
pub trait Plantable: Dealer + PartialEq + fmt::Debug {
    /// Its rules in this test.
    fn rules() -> &'static LocalKey<Cell<Rules<Self>>>;
    /// Its book.
    fn book() -> &'static Book;
}

macro_rules! plantable {
    ($($game:ty: $book:expr;)+) => { $(
        impl Plantable for $game {
            fn book() -> &'static Book {
                $book
            }
            fn rules() -> &'static LocalKey<Cell<Rules<Self>>> {
                thread_local!(static RULES: Cell<Rules<$game>> = const { Cell::new(sound()) });
                &RULES
            }
        }
    )+ };
}
plantable! { Sevens: &watched::FACE_DOWN; Blulu: <Blulu as Game>::book(); }

/// A game with the rules of this test.
#[derive(Clone, Debug, PartialEq)]
pub struct Planted<G>(G);

/// The act of the game itself, which takes no positions here.
fn own<G: Plantable>(act: &ActOf<Planted<G>>) -> ActOf<G> {
    match act {
        Act::BeginRound { first } => Act::BeginRound { first: *first },
        Act::Step { actor, step } => Act::Step { actor: *actor, step: step.clone() },
        Act::Tally(tally) => Act::Tally(tally.clone()),
    }
}

impl<G: Plantable> Game for Planted<G> {
    type Setup = G::Setup;
    type Step = G::Step;
    type TallyPart = G::TallyPart;
    type Position = NoPosition;
    type Fault = G::Fault;
    type Event = G::Event;

    const BOOK: &'static Book = G::BOOK;
    fn book() -> &'static Book {
        <G as Plantable>::book()
    }
    fn setup(players: usize, rules: &RuleSettings, deck: &[(String, DeckValue)]) -> Result<G::Setup, SetupError> {
        G::setup(players, rules, deck)
    }
    fn new(players: usize, setup: &G::Setup) -> Self {
        Self(G::new(players, setup))
    }
}

impl<G: Plantable> Notation for Planted<G> {
    type Verb = G::Verb;

    fn verb(step: &G::Step) -> G::Verb {
        G::verb(step)
    }
    fn parse_arguments(verb: G::Verb, tokens: &mut Tokens<'_>, context: &TableContext<G::Setup>) -> Result<G::Step, ParseError> {
        G::parse_arguments(verb, tokens, context)
    }
    fn required_shows(step: &G::Step) -> Option<G::Step> {
        G::required_shows(step)
    }
    fn parts(step: &G::Step, players: &Players) -> StepParts {
        G::parts(step, players)
    }
    fn write(step: &G::Step, players: &Players) -> String {
        (G::rules().get().write)(step, players)
    }
}

impl<G: Plantable> Judge for Planted<G> {
    fn expects(&self) -> OpenVerbs {
        self.0.expects()
    }
    fn check_order(&self, act: &ActOf<Self>) -> Result<(), G::Fault> {
        (G::rules().get().in_order)(&self.0, &own::<G>(act))
    }
    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), G::Fault> {
        (G::rules().get().possible)(&self.0, &own::<G>(act))
    }
    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), G::Fault> {
        (G::rules().get().lawful)(&self.0, &own::<G>(act))
    }
    fn is_known_in_hand(&self, seat: Seat, step: &G::Step) -> bool {
        (G::rules().get().knows)(&self.0, seat, step)
    }
    fn candidates(&self, seat: Seat, each: &mut impl FnMut(G::Step)) {
        (G::rules().get().candidates)(&self.0, seat, each);
    }
}

impl<G: Plantable> Apply for Planted<G> {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<G::Event>) {
        (G::rules().get().apply)(&mut self.0, &own::<G>(act), events);
    }
    fn adjust(&mut self, adjustment: &Adjustment, events: &mut Vec<G::Event>) {
        (G::rules().get().adjust)(&mut self.0, adjustment, events);
    }
    fn progress(&self) -> Progress {
        self.0.progress()
    }
    fn conviction(event: &G::Event) -> Option<(usize, G::Fault)> {
        G::conviction(event)
    }
}

impl<G: Plantable> Scoring for Planted<G> {
    fn score(&self, players: &Players) -> Sheet {
        (G::rules().get().score)(&self.0, players)
    }
}

impl<G: Plantable> Words for Planted<G> {
    fn explain(&self, act: &ActOf<Self>, fault: G::Fault, context: &TableContext<G::Setup>) -> String {
        self.0.explain(&own::<G>(act), fault, context)
    }
    fn consequences(&self, event: &G::Event, context: &TableContext<G::Setup>) -> Vec<Consequence> {
        self.0.consequences(event, context)
    }
}

impl<G: Plantable> View for Planted<G> {
    type Thing = G::Thing;

    fn zones(&self, context: &TableContext<G::Setup>) -> Zones {
        self.0.zones(context)
    }
    fn without_memory(&self) -> Self {
        Self((G::rules().get().forgetting)(&self.0))
    }
    fn missing_thing(fault: G::Fault) -> Option<G::Thing> {
        G::missing_thing(fault)
    }
    fn places(&self) -> Vec<PlaceContents<G::Thing>> {
        (G::rules().get().places)(&self.0)
    }
}

impl<G: Plantable> Tallying for Planted<G> {
    fn bind_part(part: &mut G::TallyPart, binder: &mut FieldBinder<'_>) {
        G::bind_part(part, binder);
    }
    fn parse_cards(field: &FieldSpec, verb: &str, tokens: &mut Tokens<'_>, setup: &G::Setup) -> Result<Vec<String>, ParseError> {
        G::parse_cards(field, verb, tokens, setup)
    }
    fn write_tally(tally: &TallyOf<G>, seat: Seat) -> String {
        (G::rules().get().write_tally)(tally, seat)
    }
    fn uncounted<'a>(&'a self, tally: &'a TallyOf<G>, seat: Seat) -> impl Iterator<Item: fmt::Display> {
        self.0.uncounted(tally, seat)
    }
    fn tally_so_far(&self) -> Option<TallyOf<G>> {
        self.0.tally_so_far()
    }
    fn check_parts(&self, tally: &TallyOf<G>, seats: Seats) -> Result<(), G::Fault> {
        (G::rules().get().parts)(&self.0, tally, seats)
    }
}

impl<G: Plantable> Dealer for Planted<G> {
    type Truth = G::Truth;

    const RULE_LIMITS: &'static [(&'static str, u16)] = G::RULE_LIMITS;

    fn random_argument(argument: &str, random: RandomSource<'_>) -> Option<String> {
        G::random_argument(argument, random)
    }
    fn random_tally_part(random: RandomSource<'_>) -> String {
        G::random_tally_part(random)
    }
    fn propose(&self, truth: &mut G::Truth, random: RandomSource<'_>) -> ActOf<Self> {
        match self.0.propose(truth, random) {
            Act::BeginRound { first } => Act::BeginRound { first },
            Act::Step { actor, step } => Act::Step { actor, step },
            Act::Tally(_) => unreachable!("a dealer proposes none"),
        }
    }
    fn deal(&self, truth: &mut G::Truth, random: RandomSource<'_>) {
        self.0.deal(truth, random);
    }
    fn track(&self, truth: &mut G::Truth, act: &ActOf<Self>, random: RandomSource<'_>) {
        self.0.track(truth, &own::<G>(act), random);
    }
    fn track_step(&self, truth: &mut G::Truth, actor: Option<Seat>, step: &G::Step, random: RandomSource<'_>) {
        self.0.track_step(truth, actor, step, random);
    }
    fn with_open_hands(&self, truth: &G::Truth) -> Option<Self> {
        self.0.with_open_hands(truth).map(Self)
    }
    fn is_legal_to_dealer(&self, truth: &G::Truth, act: &ActOf<Self>) -> Option<bool> {
        self.0.is_legal_to_dealer(truth, &own::<G>(act))
    }
    fn dealer_total(&self, truth: &G::Truth, seat: Seat) -> Option<Points> {
        self.0.dealer_total(truth, seat)
    }
    fn is_consistent_with(&self, truth: &G::Truth) -> bool {
        self.0.is_consistent_with(truth)
    }
    fn balances(&self) -> bool {
        self.0.balances()
    }
}

/// Whether a property is violated by a game with these rules.
fn finds<G: Plantable>(name: &str, rules: Rules<G>) -> Option<Violation> {
    G::rules().set(rules);
    let property = properties::<Planted<G>>().into_iter().find(|property| property.name == name);
    property.expect("there is such a property").check().err()
}

/// Plants faults into Sevens, or another game, and holds that the harness finds each: by these properties at least.
macro_rules! planted {
    (@game) => { Sevens };
    (@game $game:ty) => { $game };
    ($($(#[doc = $what:literal])+ $test:ident $(in $game:ty)?: $($property:ident),+; { $($part:ident: $wrong:expr,)+ })+) => {
        $(
            $(#[doc = $what])+
            #[test]
            fn $test() {
                for name in [$(stringify!($property)),+] {
                    let wrong: Rules<planted!(@game $($game)?)> = Rules { $($part: $wrong,)+ ..sound() };
                    println!("{}", finds(name, wrong).expect(name));
                    $(assert_eq!(finds::<$game>(name, sound()), None, "it finds that fault alone");)?
                }
            }
        )+

        /// The properties that find something here.
        const FINDING: &[&str] = &[$($(stringify!($property)),+),+];
    };
}

planted! {
    /// A card may lie beside nothing.
    a_card_beside_nothing_is_found: a_step_is_listed_exactly_if_it_is_legal, the_dealer_agrees; {
        lawful: |game, act| {
            if let Act::Step { step: Step::Lay(_), .. } = act { Ok(()) } else { game.check_lawful(act) }
        },
    }

    /// Whoever is known to hold a card that fits may pass.
    a_pass_with_a_known_card_is_found: the_dealer_agrees, a_revoke_is_foul_with_open_hands; {
        lawful: |game, act| {
            if let Act::Step { step: Step::Pass, .. } = act { Ok(()) } else { game.check_lawful(act) }
        },
    }

    /// Nobody may lay an eight.
    a_legal_card_that_is_refused_is_found: the_dealer_agrees, visible_steps_include_every_legal_step; {
        lawful: |game, act| {
            match *act {
                Act::Step { step: Step::Lay(card), .. } if card.rank() == 7 => Err(Fault::NoNeighbour(card)),
                _ => game.check_lawful(act),
            }
        },
    }

    /// Everybody may play at any time.
    a_step_out_of_turn_is_found: a_step_is_listed_exactly_if_it_is_legal, the_dealer_agrees; {
        in_order: |game, act| {
            if act.step().is_some() && game.turn.is_some() { Ok(()) } else { game.check_order(act) }
        },
    }

    /// A card may be in a hand though it lies on the table.
    a_card_that_lies_elsewhere_is_found: whatever_is_possible_can_be_applied; {
        possible: |_, _| Ok(()),
    }

    /// What could come from a hand is impossible.
    a_card_that_is_there_and_impossible_is_found: what_a_hand_really_holds_is_never_impossible; {
        possible: |game, act| {
            match *act {
                Act::Step { actor: Some(seat), step: Step::Lay(card) } if card.rank() == 0 => {
                    Err(Fault::Table(TableFault::NotInHand { seat, card }))
                }
                _ => game.check_possible(act),
            }
        },
    }

    /// Anybody may begin, at any time.
    a_false_first_is_found: a_false_first_is_found; {
        in_order: |game, act| {
            if let Act::BeginRound { .. } = act { Ok(()) } else { game.check_order(act) }
        },
    }

    /// A tally is never held against the moves.
    a_false_tally_is_found: a_false_tally_is_found; {
        parts: |_, _, _| Ok(()),
    }

    /// A tally is counted for a neighbour.
    a_tally_that_scores_otherwise_is_found: a_false_tally_is_found; {
        apply: |game, act, events| {
            match act {
                Act::Tally(tally) => {
                    let mut tally = tally.clone();
                    tally.parts.rotate_right(1);
                    game.apply(&Act::Tally(tally), events);
                }
                _ => game.apply(act, events),
            }
        },
    }

    /// Sevens are not among the candidates.
    a_legal_step_that_is_not_listed_is_found: a_step_is_listed_exactly_if_it_is_legal; {
        candidates: |game, seat, each| {
            game.candidates(seat, &mut |step| match step {
                Step::Lay(card) if card.rank() == 6 => {}
                _ => each(step),
            });
        },
    }

    /// A card stays in the hand when it is laid.
    a_card_in_two_places_is_found: what_a_hand_really_holds_is_never_impossible, whatever_is_possible_can_be_applied; {
        apply: |game, act, events| {
            let before = game.account;
            game.apply(act, events);
            if act.step().is_some() {
                game.account = before;
            }
        },
    }

    /// What is written can't be read.
    a_step_that_is_not_read_back_is_found:
        what_is_written_is_read_back,
        what_is_printed_is_read_back,
        a_log_is_the_game_it_was_written_from,
        recorded_in_any_portions_it_is_the_same_log,
        changes_are_judged_and_undoable,
        a_rule_is_named_iff_another_value_makes_it_legal,
        what_is_offered_instead_is_legal,
        a_false_tally_is_found; {
        write: |step, players| Sevens::write(step, players).replace('T', "0"),
    }

    /// What is judged twice is judged otherwise.
    a_verdict_that_changes_is_found: queries_do_not_change_the_game; {
        lawful: |game, act| {
            static JUDGED: AtomicU32 = AtomicU32::new(0);
            match *act {
                Act::Step { step: Step::Lay(card), .. } if JUDGED.fetch_add(1, Ordering::Relaxed).is_multiple_of(7) => {
                    Err(Fault::NoNeighbour(card))
                }
                _ => game.check_lawful(act),
            }
        },
    }

    /// Whoever lays a card is convicted of having passed before.
    a_false_revoke_is_found: a_revoke_is_foul_with_open_hands; {
        apply: |game, act, events| {
            let passes: Vec<usize> = game.passes.iter().map(|(act, ..)| *act).collect();
            game.apply(act, events);
            if let Act::Step { step: Step::Lay(card), .. } = *act {
                events.extend(passes.into_iter().map(|pass| Event::HeldBack(pass, card)));
            }
        },
    }

    /// The winner has no point.
    a_winner_without_the_most_is_found: totals_are_sums_and_the_winners_have_the_most; {
        score: |game, players| {
            let mut sheet = game.score(players);
            for player in &mut sheet.players {
                player.total = if player.winner { Points::ZERO } else { Points::Exactly(1) };
                player.rounds = vec![RoundSheet::of(player.total)];
            }
            sheet
        },
    }

    /// A total has a point more than its rounds.
    a_total_that_is_no_sum_is_found: totals_are_sums_and_the_winners_have_the_most; {
        score: |game, players| {
            let mut sheet = game.score(players);
            sheet.players[0].total = Points::Exactly(2);
            sheet
        },
    }

    /// A card that comes to light proves nothing of an earlier pass.
    a_revoke_that_is_never_proved_is_found: some_hidden_foul_is_proved; {
        apply: |game, act, events| {
            game.apply(act, events);
            events.retain(|event| !matches!(event, Event::HeldBack(..)));
        },
    }

    /// A tally is written for a neighbour.
    a_tally_that_is_not_read_back_is_found: what_is_written_is_read_back; {
        write_tally: |tally, seat| Sevens::write_tally(tally, seat.left(4)),
    }

    /// The winner has a point too many.
    a_score_that_is_one_too_many_is_found: the_dealer_agrees; {
        score: |game, players| {
            let points = |seat| if game.winner == Some(seat) { 2 } else { 0 };
            let round = |seat| vec![RoundSheet::of(Points::Exactly(points(seat)))];
            Sheet::of("sevens", players, game.winner.is_some(), round)
        },
    }

    /// What the table decides is a neighbour's.
    points_of_the_table_for_another_are_found: points_of_the_table_change_the_score_alone; {
        adjust: |game, adjustment, events| {
            game.adjust(&Adjustment { seat: adjustment.seat.left(4), ..adjustment.clone() }, events);
        },
    }

    /// A card that is laid is nowhere.
    a_place_that_is_missing_is_found: moved_cards_have_a_location; {
        places: |game| {
            let places = game.places().into_iter();
            places.filter(|lying| matches!(lying.place, Location::Hand(_))).collect()
        },
    }

    /// Whoever remembers nothing still knows which cards lie in the piles.
    a_covered_card_that_is_remembered_is_found in Blulu: covered_cards_may_be_in_any_hand; {
        forgetting: Clone::clone,
    }

    /// Every card is known to be in every hand.
    a_card_that_is_not_known_is_found in Blulu: covered_cards_may_be_in_any_hand; {
        knows: |_, _, _| true,
    }
}

#[test]
fn every_property_finds_something() {
    let idle: Vec<&str> =
        properties::<Planted<Sevens>>().iter().map(|property| property.name).filter(|name| !FINDING.contains(name)).collect();
    assert_eq!(idle, [""; 0]);
}
