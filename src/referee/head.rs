//! What a log's header settles, and what depends on it: canonical notation, consequences, verdicts.

use super::Verdict;
use crate::table::{
    Act, ActOf, Breach, Broken, Consequence, DeckEntry, Header, Kind, Players, Refereed, RuleValues, Seat, SetupError, VerbText,
    Verbs as _,
};

/// How many alternatives a verdict offers.
const ALTERNATIVES: usize = 3;

/// How a game types table rules and deck.
pub(super) type TypesSetup<S> = fn(usize, &RuleValues, &[(String, DeckEntry)]) -> Result<S, SetupError>;

/// The header of a log in a game's terms.
#[derive(Clone)]
pub(super) struct Head<G: Refereed> {
    pub header: Header<G::Setup>,
    /// The table rules in force.
    pub rules: RuleValues,
    /// What they would be had the log named none: the defaults, or the variant's.
    pub base: RuleValues,
    /// What the log says of the cards.
    pub deck: Vec<(String, DeckEntry)>,
    /// How the game types rules and deck of this table.
    pub types: TypesSetup<G::Setup>,
}

impl<G: Refereed> Head<G> {
    pub fn players(&self) -> &Players {
        &self.header.players
    }

    /// The same table with other rules.
    pub fn under(&self, rules: &RuleValues) -> Result<Self, SetupError> {
        let setup = (self.types)(self.players().count(), rules, &self.deck)?;
        let header = Header { players: self.players().clone(), setup };
        Ok(Self { header, rules: *rules, base: self.base, deck: self.deck.clone(), types: self.types })
    }

    /// The game before its first round.
    pub fn new_game(&self) -> G {
        G::new(self.players().count(), &self.header.setup)
    }

    pub fn name(&self, seat: Seat) -> String {
        self.players().name(seat).to_owned()
    }

    /// A step in canonical notation.
    pub fn write(&self, step: &G::Step) -> String {
        G::write(step, self.players())
    }

    /// An act in canonical notation.
    pub fn write_act(&self, act: &ActOf<G>) -> String {
        match act {
            Act::Round { first } => format!("first = {}", self.players().name(*first)),
            Act::Step { step, .. } => self.write(step),
            Act::Tally(tally) => self.write_tally(tally, &vec![None; self.players().count()]).join(", "),
        }
    }

    /// What `events` mean, asked right after the act that they followed from.
    pub fn consequences(&self, game: &G, events: &[G::Event]) -> Vec<Consequence> {
        events.iter().flat_map(|event| game.tell(event, &self.header)).collect()
    }

    /// The verdict on an act that is about to be done, with the game as it stands before it; which rules decide it is yet to be
    /// found out.
    pub fn verdict(&self, game: &G, act: &ActOf<G>, fault: G::Fault) -> Verdict {
        let (book, Breach { kind, clause }) = (G::book(), fault.breach());
        // What could have been done instead of a revoke lies in the past.
        let (alternatives, hints) = if kind == Kind::Revoke { Default::default() } else { self.instead(game, act) };
        Verdict {
            kind: Some(kind),
            clause: Some(clause.to_string()),
            clause_text: book.clause(clause).map(|clause| book.text_of(clause, &self.rules)),
            message: game.explain(act, fault, &self.header),
            rules: Vec::new(),
            alternatives,
            hints,
            elsewhere: Vec::new(),
        }
    }

    /// What is legal for somebody who holds what was tried: a few of the nearest steps, and in words the kinds of those whose cards
    /// are nobody's to know. Another player's steps are offered only where there are few: a due draw.
    fn instead(&self, game: &G, act: &ActOf<G>) -> (Vec<String>, Vec<&'static str>) {
        let Act::Step { actor: Some(actor), step: tried } = act else { return Default::default() };
        // Alternatives give away nothing but what lies open and what was tried.
        let (mut game, mut in_view) = (game.clone(), game.forgetting());
        let shows = G::from_hand(tried).map(|step| Act::Step { actor: Some(*actor), step });
        if let Some(shows) = shows.filter(|shows| game.judge(shows).is_ok()) {
            game.apply(&shows, &mut Vec::new());
            in_view.apply(&shows, &mut Vec::new());
        }
        let legal = game.legal_steps();
        let seen = in_view.legal_steps();
        let of_kind = |steps: &[(Seat, G::Step)], seat, verb| {
            steps.iter().filter(|(other, step)| *other == seat && G::verb(step) == verb).count()
        };
        let can_be_told = |seat: &Seat, step: &G::Step| match G::from_hand(step) {
            Some(_) => in_view.knows(*seat, step),
            // Some of them are covered if to whoever remembers nothing more seem legal.
            None => of_kind(&seen, *seat, G::verb(step)) == of_kind(&legal, *seat, G::verb(step)),
        };
        if legal.iter().all(|(seat, _)| seat != actor) {
            let few = Some(&legal).filter(|legal| legal.len() <= ALTERNATIVES).into_iter().flatten();
            let offered = few.filter(|(seat, step)| can_be_told(seat, step));
            let alternatives =
                offered.map(|(seat, step)| format!("{}: {}", self.players().name(*seat), self.write(step))).collect();
            // What the table is to do first: the cards that it does it with lie in no hand.
            return (alternatives, G::book().verbs_of(game.expects().table).map(VerbText::hint).collect());
        }
        // Where a step of that kind is not open, what is comes in the order of the book: the ordinary answer first.
        let is_open = game.expects().to(Some(*actor)).contains(G::verb(tried));
        let order = |step: &G::Step| if is_open { 0 } else { G::verb(step).into() };
        let mut near: Vec<((usize, u32), &G::Step)> = Vec::new();
        let mut hints: Vec<G::Verb> = Vec::new();
        for (_, step) in legal.iter().filter(|(seat, _)| seat == actor) {
            if !hints.contains(&G::verb(step)) {
                hints.push(G::verb(step));
            }
            if can_be_told(actor, step)
                && let Some(distance) = G::distance(tried, step)
            {
                near.push(((order(step), distance), step));
            }
        }
        near.sort_by_key(|(order, _)| *order);
        near.truncate(ALTERNATIVES);
        hints.retain(|verb| near.iter().all(|(_, step)| G::verb(step) != *verb));
        let alternatives = near.iter().map(|(_, step)| self.write(step)).collect();
        (alternatives, hints.into_iter().map(|verb| verb.text().hint()).collect())
    }
}

/// The fault by which an act that is judged to be at `fault` cannot have happened, if it can't. Turn and phase are judged first,
/// so this may be another.
pub(super) fn impossible<G: Refereed>(game: &G, act: &ActOf<G>, fault: G::Fault) -> Option<G::Fault> {
    if fault.kind() == Kind::Impossible { Some(fault) } else { game.possible(act).err() }
}
