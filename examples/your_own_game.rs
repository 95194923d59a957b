//! A game of your own: Sevens, which the referee judges without a change to the library. `cargo run --example your_own_game`.
//!
//! The whole pack is dealt to four, hands are hidden, and whoever can lay a card must. Each trait is one job. The traits stand here
//! in the order of the chapter *Adding a game* of the crate's documentation. A game in its own crate has a file for each trait.

use fowlplay::{
    faults,
    log::Log,
    referee::{self, NewGame},
    sections,
    table::{
        Account, Act, ActOf, Adjustment, Apply, Book, Breach, ClauseId, Consequence, DeckValue, FRENCH, FieldBinder, FieldSpec,
        FindingKind, Game, GameVerb, IndexedCard as _, Judge, Location, NoPosition, Notation, OpenVerbs, Pack, PackCard,
        ParseError, PlaceContents, Players, Points, Progress, RoundSheet, Rounds, RuleSettings, Scoring, Seat, Seats, SetupError,
        Sheet, StepParts, Suit, TableContext, TableFault, Tally, Tallying, Text, Tokens, VerbSet, View, Words, Zone, ZoneRole,
        Zones, ensure,
    },
    verbs,
};
use std::{error::Error, fmt::Display};

const fn sv(section: u8, number: u8) -> ClauseId {
    ClauseId::new(*b"SV", section, number)
}

static BOOK: Book = Book {
    game: "sevens",
    title: "Sevens",
    about: "Build the suits up and down from their sevens, and be the first without cards.",
    players: 4..=4,
    round_noun: "hand",
    rounds_noun: "hands",
    first_role: "holds the seven of diamonds",
    card_notation: "A card is its rank and suit: `7d`. `l 7d` lays it.",
    suits: &FRENCH,
    printed: Card::face,
    verbs: Verb::TEXTS,
    sections: sections! { b"SV":
        1 "Setup" {
            1 "Four play. The whole pack of 52 is dealt, thirteen cards to each."
            2 "Whoever holds the seven of diamonds goes first, and lays it."
        }
        2 "Turns" {
            1 "In turn, lay a seven, or a card next to one of its suit that is laid: below it from the six down, above it from the eight up."
            2 "Whoever can lay a card must. Whoever cannot passes."
        }
        3 "The end" { 1 "Whoever is first without cards wins, and has a point." }
    },
    tally_part_noun: "nothing, or whether the player is out",
    tally_example: "out",
    tally_parts: &[FieldSpec::mark("whether the player is out", "out")],
    ..Book::BARE
};

verbs! {
    Lay: "lay" 'l', Player, "CARD", "lay a seven, or the next card of a suit";
    Pass: "pass" 'p', Player, "", "pass, without a card to lay";
}

/// The pack of 52 cards: their suits and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Whole;

impl Pack for Whole {
    const SUITS: &'static [Suit] = &FRENCH;
    const RANKS: &'static [&'static str] = &["Ace", "2", "3", "4", "5", "6", "7", "8", "9", "Ten", "Jack", "Queen", "King"];
}

pub(crate) type Card = PackCard<Whole>;

const SEVEN: usize = 6;
pub(crate) const SEVEN_OF_DIAMONDS: Card = Card::of(1, SEVEN);

/// The state of a game, as far as the table has seen it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sevens {
    pub(crate) account: Account<52>,
    pub(crate) laid: [bool; 52],
    /// The player whose turn it is. `None` before the deal and when the hand is over.
    pub(crate) turn: Option<Seat>,
    pub(crate) winner: Option<Seat>,
    /// The number of acts that were applied.
    acts: usize,
    rounds: Rounds<(), 4>,
    /// For each pass: the index of its act, the player, and the cards that could have been laid.
    pub(crate) passes: Vec<(usize, Seat, Vec<Card>)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Lay(Card),
    Pass,
}

/// An event that follows from a step: a player is out, or held a card back in an earlier act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Event {
    Out(Seat),
    HeldBack(usize, Card),
}

impl Game for Sevens {
    type Setup = ();
    type Step = Step;
    type TallyPart = Option<()>;
    type Position = NoPosition;
    type Fault = Fault;
    type Event = Event;
    const BOOK: &'static Book = &BOOK;

    fn setup(players: usize, _rules: &RuleSettings, _deck: &[(String, DeckValue)]) -> Result<(), SetupError> {
        BOOK.check_players(players, sv(1, 1))
    }

    fn new(_players: usize, (): &()) -> Self {
        Self {
            account: Account::new([1; 52]),
            laid: [false; 52],
            turn: None,
            winner: None,
            acts: 0,
            passes: vec![],
            rounds: Rounds::default(),
        }
    }
}

impl Sevens {
    /// The cards that may be laid now, by any player.
    fn fitting(&self) -> impl Iterator<Item = Card> {
        let may_lie = |card: Card| match card.rank() {
            _ if self.laid == [false; 52] => card == SEVEN_OF_DIAMONDS, // SV-1.2
            SEVEN => true,                                              // SV-2.1
            rank => self.laid[if rank < SEVEN { card.index() + 1 } else { card.index() - 1 }],
        };
        Card::all().filter(move |&card| !self.laid[card.index()] && may_lie(card))
    }
}

impl Notation for Sevens {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        if *step == Step::Pass { Verb::Pass } else { Verb::Lay }
    }

    fn parse_arguments(verb: Verb, tokens: &mut Tokens<'_>, _context: &TableContext<()>) -> Result<Step, ParseError> {
        match verb {
            Verb::Lay => tokens.card(Whole).map(Step::Lay),
            Verb::Pass => tokens.expect_end().map(|()| Step::Pass),
        }
    }

    fn parts(step: &Step, _players: &Players) -> StepParts {
        match step {
            Step::Lay(card) => StepParts::of(Verb::Lay).cards([card]),
            Step::Pass => StepParts::of(Verb::Pass),
        }
    }
}

faults! {
    /// A fault in Sevens.
    pub(crate) enum Fault {
        /// A fault that is possible at any table: another's turn, a card that lies elsewhere, a game that is over.
        Table(TableFault<Card>): (fault) => fault.breach(sv(2, 1));
        /// No card that this card could lie beside is laid.
        NoNeighbour(Card) = illegal SV-2.1;
        /// A pass with a card that could be laid: the card was known to be in the hand, or (a revoke) was seen later.
        CanLay(Card, FindingKind): (_, kind) => Breach { kind, clause: sv(2, 2) };
        /// A tally in which nobody is out, or several are.
        NotOneOut = impossible SV-3.1;
    }
}

impl Judge for Sevens {
    fn expects(&self) -> OpenVerbs {
        let verbs = VerbSet::of(&[Verb::Lay as usize, Verb::Pass as usize]);
        self.turn.map_or(OpenVerbs::NONE, |seat| OpenVerbs::one(seat, verbs))
    }

    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match *act {
            Act::Step { actor: Some(seat), step: Step::Lay(card) } => {
                ensure(self.account.can_come_from(seat, card.index()), Fault::Table(TableFault::NotInHand { seat, card }))
            }
            Act::Tally(ref tally) => ensure(tally.parts.iter().flatten().count() == 1, Fault::NotOneOut),
            _ => Ok(()),
        }
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match *act {
            Act::Step { step: Step::Lay(card), .. } if self.fitting().all(|fits| fits != card) => Err(Fault::NoNeighbour(card)),
            Act::Step { actor: Some(seat), step: Step::Pass } => {
                let known_card = self.fitting().find(|card| self.account.hand(seat).known(card.index()) > 0);
                known_card.map_or(Ok(()), |card| Err(Fault::CanLay(card, FindingKind::Illegal)))
            }
            _ => Ok(()),
        }
    }

    fn candidates(&self, _seat: Seat, each: &mut impl FnMut(Step)) {
        self.fitting().map(Step::Lay).chain([Step::Pass]).for_each(each);
    }
}

impl Apply for Sevens {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match *act {
            Act::BeginRound { first } => {
                let mut rounds = self.rounds.take_cleared();
                rounds.begin([0; 4]);
                *self = Self { acts: self.acts, turn: Some(first), rounds, ..Self::new(4, &()) };
                Seat::all(4).for_each(|seat| self.account.deal(seat, 13)); // SV-1.1
                self.account.show(first, &[SEVEN_OF_DIAMONDS]); // SV-1.2
            }
            Act::Tally(ref tally) => {
                let winner = tally.by_seat().find(|(_, out)| out.is_some());
                (self.turn, self.winner) = (None, winner.map(|(seat, _)| seat));
                self.rounds.adjust(&tally.totals.adjustments);
            }
            Act::Step { actor: None, .. } => {}
            Act::Step { actor: Some(seat), step } => {
                let is_legal = self.judge(act).is_ok();
                self.turn = Some(seat.left(4));
                if let Step::Lay(card) = step {
                    self.account.leave_hand(seat, card.index());
                    self.account.deduce(); // TB-6
                    self.laid[card.index()] = true;
                    // SV-2.2: a hand gets no cards after the deal, so this card was in it at each pass of its player.
                    let refuted_passes =
                        self.passes.extract_if(.., |(_, passer, cards)| *passer == seat && cards.contains(&card));
                    events.extend(refuted_passes.map(|(act, ..)| Event::HeldBack(act, card)));
                } else if is_legal {
                    self.passes.push((self.acts, seat, self.fitting().collect()));
                }
                if self.account.hand(seat).is_empty() {
                    events.push(Event::Out(seat)); // SV-3.1
                    (self.turn, self.winner) = (None, Some(seat));
                }
            }
        }
        self.acts += 1;
    }

    fn adjust(&mut self, adjustment: &Adjustment, _events: &mut Vec<Event>) {
        self.rounds.adjust([adjustment]);
        self.acts += 1;
    }

    fn progress(&self) -> Progress {
        match (self.turn, self.winner) {
            (Some(_), _) => Progress::Underway,
            (None, Some(_)) => Progress::GameOver,
            (None, None) => Progress::Ready(Seats::all(4)),
        }
    }

    fn conviction(event: &Event) -> Option<(usize, Fault)> {
        if let Event::HeldBack(act, card) = *event { Some((act, Fault::CanLay(card, FindingKind::Revoke))) } else { None }
    }
}

impl Scoring for Sevens {
    fn score(&self, players: &Players) -> Sheet {
        let points = |seat| Points::Exactly((self.winner == Some(seat)).into());
        let rounds = |seat| self.rounds.sheets(seat, |(), _| RoundSheet::of(points(seat)));
        let mut sheet = Sheet::of(BOOK.game, players, false, rounds);
        if let Some(winner) = self.winner {
            sheet.set_winners(Seats::only(winner));
        }
        sheet
    }
}

impl Words for Sevens {
    fn explain(&self, _act: &ActOf<Self>, fault: Fault, context: &TableContext<()>) -> String {
        match fault {
            Fault::Table(fault) => {
                let named: Vec<Card> = fault.missing_card().into_iter().collect();
                fault.explain(&context.players, BOOK.round_noun, &self.account, &named, |card| {
                    self.where_is(card, &context.players)
                })
            }
            Fault::NoNeighbour(card) => format!("{card} has nothing to go beside"),
            Fault::CanLay(card, _) => format!("{card} was in the hand, and could be laid"),
            Fault::NotOneOut => "one player is out, and no other".to_owned(),
        }
    }

    fn consequences(&self, event: &Event, context: &TableContext<()>) -> Vec<Consequence> {
        let Event::Out(seat) = event else { return vec![] }; // a card that was held back is a finding at the pass
        vec![Consequence::immediate(sv(3, 1), format!("{} is out, and wins", context.players.name(*seat)))]
    }
}

impl View for Sevens {
    type Thing = Card;

    fn zones(&self, context: &TableContext<()>) -> Zones {
        let name = |seat| Text::strong(context.players.name(seat)).then(": ");
        let hand = |seat| Zone::line(ZoneRole::Player(seat), name(seat).count(self.account.hand(seat).len(), "card", "cards"));
        let cards = Card::all().filter(|card| self.laid[card.index()]);
        let laid = Zone::line(ZoneRole::Shared, Text::plain("laid: ").cards_or_none(cards));
        Zones { open: [laid].into_iter().chain(Seat::all(4).map(hand)).collect(), memory: vec![] }
    }

    fn missing_thing(fault: Fault) -> Option<Card> {
        if let Fault::Table(fault) = fault { fault.missing_card() } else { None }
    }

    fn places(&self) -> Vec<PlaceContents<Card>> {
        let laid = Card::all().filter(|card| self.laid[card.index()]);
        let table = PlaceContents::of_known(Location::OnTable("on the", "table", None), laid);
        PlaceContents::hands(&self.account, Seat::all(4)).chain([table]).collect()
    }
}

impl Tallying for Sevens {
    fn bind_part(out: &mut Option<()>, binder: &mut FieldBinder<'_>) {
        binder.flag(out);
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally<Option<()>>, seat: Seat) -> impl Iterator<Item: Display> {
        (self.winner == Some(seat) && tally.part(seat) == Some(&None)).then_some("the last card that was laid").into_iter()
    }

    fn tally_so_far(&self) -> Option<Tally<Option<()>>> {
        self.winner.map(|winner| Tally::of(Seat::all(4).map(|seat| (seat == winner).then_some(())).collect()))
    }
}

/// A log of the first turns of a game.
pub(crate) const LOG: &str = r#"fowlplay = 1
game = "sevens"
players = ["Ada", "Bo", "Cy", "Di"]

[[round]]
first = "Cy"
moves = ["Cy: lay 7D", "Di: lay 8D", "Ada: pass", "Bo: lay 7S", "Cy: lay 5S", "Di: pass", "Ada: lay 6D"]
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let referee = referee::open_as::<Sevens>(Log::parse(LOG)?)?;
    for finding in referee.findings() {
        println!("line {}: `{}` is {}: {}", finding.place(), finding.text, finding.kind, finding.verdict.message);
    }
    println!("Bo may {}.", referee.legal_steps().iter().map(|legal| legal.step.clone()).collect::<Vec<_>>().join(", or "));
    for (step, verdict) in referee.try_line("Bo: lay 7D")? {
        println!("If Bo came to `{step}`: {}, {} ({})", verdict.word(), verdict.message, verdict.moved_by[0].text);
    }
    let sheet = referee::count_as::<Sevens>(&NewGame::default(), &["Ada:", "Bo: out", "Cy:", "Di:"])?;
    println!("A hand that was only counted: {}", serde_json::to_string(&sheet)?);
    Ok(())
}
