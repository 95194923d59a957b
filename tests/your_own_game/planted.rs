//! Faults planted into the rules of Sevens, one at a time: the harness finds each of them.

use fowlplay::{
    conformance::properties,
    deal::{Deal, Random},
    table::{
        Act, ActOf, Apply, Book, Consequence, DeckEntry, Game, Header, Judge, Lying, NoPosition, Notation, Open, ParseError,
        Players, Points, Progress, RuleValues, Scored, Seat, SetupError, Sheet, TableFault, Tallied, Tokens, View, Words, Zones,
    },
};
use std::{
    cell::Cell,
    fmt,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::sevens::{Card, Event, Fault, Sevens, Step};

/// What a game does; where a fault is planted, one of these is not as Sevens has it.
#[derive(Clone, Copy)]
struct Rules {
    in_order: fn(&Sevens, &ActOf<Sevens>) -> Result<(), Fault>,
    possible: fn(&Sevens, &ActOf<Sevens>) -> Result<(), Fault>,
    lawful: fn(&Sevens, &ActOf<Sevens>) -> Result<(), Fault>,
    candidates: fn(&Sevens, Seat, &mut dyn FnMut(Step)),
    apply: fn(&mut Sevens, &ActOf<Sevens>, &mut Vec<Event>),
    write: fn(&Step, &Players) -> String,
    score: fn(&Sevens, &Players) -> Sheet,
}

const SOUND: Rules = Rules {
    in_order: Sevens::in_order,
    possible: Sevens::possible,
    lawful: Sevens::lawful,
    candidates: |game, seat, mut each| game.candidates(seat, &mut each),
    apply: Sevens::apply,
    write: Sevens::write,
    score: Sevens::score,
};

thread_local! {
    /// The rules of this test: the harness is built once for all faults, not for each.
    static RULES: Cell<Rules> = const { Cell::new(SOUND) };
}

/// Sevens with the rules of this test.
#[derive(Clone, Debug, PartialEq)]
struct Planted(Sevens);

impl Game for Planted {
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
        Self(Sevens::new(players, setup))
    }
}

impl Notation for Planted {
    type Verb = <Sevens as Notation>::Verb;

    fn verb(step: &Step) -> Self::Verb {
        Sevens::verb(step)
    }
    fn arguments(verb: Self::Verb, tokens: &mut Tokens<'_>, header: &Header<()>) -> Result<Step, ParseError> {
        Sevens::arguments(verb, tokens, header)
    }
    fn write(step: &Step, players: &Players) -> String {
        (RULES.get().write)(step, players)
    }
}

impl Judge for Planted {
    fn expects(&self) -> Open {
        self.0.expects()
    }
    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        (RULES.get().in_order)(&self.0, act)
    }
    fn possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        (RULES.get().possible)(&self.0, act)
    }
    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        (RULES.get().lawful)(&self.0, act)
    }
    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        (RULES.get().candidates)(&self.0, seat, each);
    }
}

impl Apply for Planted {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        (RULES.get().apply)(&mut self.0, act, events);
    }
    fn progress(&self) -> Progress {
        self.0.progress()
    }
    fn conviction(event: &Event) -> Option<(usize, Fault)> {
        Sevens::conviction(event)
    }
}

impl Scored for Planted {
    fn score(&self, players: &Players) -> Sheet {
        (RULES.get().score)(&self.0, players)
    }
}

impl Words for Planted {
    fn explain(&self, act: &ActOf<Self>, fault: Fault, header: &Header<()>) -> String {
        self.0.explain(act, fault, header)
    }
    fn tell(&self, event: &Event, header: &Header<()>) -> Vec<Consequence> {
        self.0.tell(event, header)
    }
}

impl View for Planted {
    type Thing = Card;

    fn zones(&self, header: &Header<()>) -> Zones {
        self.0.zones(header)
    }
    fn missing(fault: Fault) -> Option<Card> {
        Sevens::missing(fault)
    }
    fn places(&self) -> Vec<Lying<Card>> {
        self.0.places()
    }
}

impl Tallied for Planted {
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

impl Deal for Planted {
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
        self.0.with_open_hands(truth).map(Self)
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
    ($($(#[doc = $what:literal])+ $test:ident: $($property:ident),+; { $($part:ident: $wrong:expr,)+ })+) => {
        $(
            $(#[doc = $what])+
            #[test]
            fn $test() {
                RULES.set(Rules { $($part: $wrong,)+ ..SOUND });
                let properties = properties::<Planted>();
                for name in [$(stringify!($property)),+] {
                    let property = properties.iter().find(|property| property.name == name).expect("there is such a property");
                    println!("{}", property.check().expect_err(name));
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
            if let Act::Step { step: Step::Lay(_), .. } = act { Ok(()) } else { game.lawful(act) }
        },
    }

    /// Whoever is known to hold a card that fits may pass.
    a_pass_with_a_known_card_is_found: the_dealer_agrees, a_revoke_is_foul_with_open_hands; {
        lawful: |game, act| {
            if let Act::Step { step: Step::Pass, .. } = act { Ok(()) } else { game.lawful(act) }
        },
    }

    /// Nobody may lay an eight.
    a_legal_card_that_is_refused_is_found: the_dealer_agrees, who_remembers_nothing_sees_every_legal_step; {
        lawful: |game, act| {
            match *act {
                Act::Step { step: Step::Lay(card), .. } if card.rank() == 7 => Err(Fault::NoNeighbour(card)),
                _ => game.lawful(act),
            }
        },
    }

    /// Everybody may play at any time.
    a_step_out_of_turn_is_found: a_step_is_listed_exactly_if_it_is_legal, the_dealer_agrees; {
        in_order: |game, act| {
            if act.step().is_some() && game.turn.is_some() { Ok(()) } else { game.in_order(act) }
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
                _ => game.possible(act),
            }
        },
    }

    /// Anybody may begin, at any time.
    a_false_first_is_found: a_false_first_is_found; {
        in_order: |game, act| {
            if let Act::Round { .. } = act { Ok(()) } else { game.in_order(act) }
        },
    }

    /// A tally is never held against the moves.
    a_false_tally_is_found: a_false_tally_is_found; {
        lawful: |game, act| {
            if let Act::Tally(_) = act { Ok(()) } else { game.lawful(act) }
        },
    }

    /// A tally is counted for a neighbour.
    a_tally_that_scores_otherwise_is_found: a_false_tally_is_found; {
        apply: |game, act, events| {
            match act {
                Act::Tally(seat) => game.apply(&Act::Tally(seat.left(4)), events),
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
        a_written_step_is_read_back,
        legal_games_are_clean_and_every_prefix_of_them,
        the_first_lines_of_a_log_are_the_game_before_the_next,
        what_was_let_stand_is_found_and_nothing_else,
        recording_line_by_line_writes_the_same_log,
        a_recorded_line_is_judged_as_the_log_is,
        trying_a_line_says_what_recording_it_does,
        a_rule_is_named_iff_another_value_makes_it_legal,
        what_is_offered_instead_is_legal,
        any_text_can_be_typed,
        any_text_can_be_completed,
        any_text_can_be_given_as_a_tally,
        redo_gives_back_every_line,
        undo_leaves_the_shorter_log,
        undo_and_redo_in_any_order_never_lose_a_line,
        any_change_is_taken_back_and_brought_back,
        a_line_in_its_own_place_changes_nothing,
        a_line_taken_out_and_put_back_changes_nothing,
        nothing_illegal_is_let_in_by_amending,
        changed_table_rules_can_be_changed_back,
        a_false_tally_is_found; {
        write: |step, players| Sevens::write(step, players).replace('T', "0"),
    }

    /// What is judged twice is judged otherwise.
    a_verdict_that_changes_is_found: asking_changes_nothing; {
        lawful: |game, act| {
            static JUDGED: AtomicU32 = AtomicU32::new(0);
            match *act {
                Act::Step { step: Step::Lay(card), .. } if JUDGED.fetch_add(1, Ordering::Relaxed).is_multiple_of(7) => {
                    Err(Fault::NoNeighbour(card))
                }
                _ => game.lawful(act),
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
    a_winner_without_the_most_is_found: the_winners_have_the_most, a_total_is_the_sum_of_its_items; {
        score: |game, players| {
            let mut sheet = game.score(players);
            for player in &mut sheet.players {
                player.total = if player.winner { Points::ZERO } else { Points::Exactly(1) };
            }
            sheet
        },
    }
}

#[test]
fn every_property_finds_something() {
    let idle: Vec<&str> =
        properties::<Planted>().iter().map(|property| property.name).filter(|name| !FINDING.contains(name)).collect();
    assert_eq!(idle, [""; 0]);
}
