//! The usual table of a dispute. An unstated piece of the position has its usual value there: full hands, the middle turn, and
//! the eggs and cards that the disputed steps need, filled up with others. Lists the other values of these pieces, too.

use super::{EggValues, Gift, Gifts, Position, Scouts, some_scouts, worked_out_marker};
use crate::{
    games::eggs_and_empires::{
        Card, EggValue, EggsAndEmpires, MOST, Phase, Step, TURNS, book::TurnEnd, egg::UNLISTED, eggs_each_turn,
    },
    table::prelude::*,
};

/// The turn in the middle of a round.
const USUAL_TURN: u8 = 5;

type Steps<'a> = &'a [(Option<Seat>, Step)];

/// What a dispute's lines need to lie in places that the position doesn't state. Eggs on offer and cards are those of the lines'
/// first turn.
#[derive(Default)]
struct Needs {
    /// Whether the lines begin after eggs were revealed.
    are_eggs_revealed: bool,
    /// The face-up eggs that are taken.
    up: Vec<EggValue>,
    /// The Scouts who laid the eggs that are taken face down.
    down: Scouts,
    /// Whether the turn offers only the eggs that are taken, because then the turn ends, and the lines use an ability.
    offers_only_taken: bool,
    /// The players who play in the lines.
    playing: Seats,
    /// The card that each player must have played for a later step, as a Mage for `decline`.
    cards: [Option<Card>; MOST],
    /// Whether the lines begin after the round's last egg is collected, when only abilities are open (EE-4.6).
    is_closing: bool,
    /// The index of the first step that takes or declines an egg. Before that step all players have played.
    first_take: Option<usize>,
    /// The eggs that are given before cards are played, each with its giver.
    gifts: Vec<(Seat, Option<EggValue>)>,
    /// The players who discard an egg before cards are played.
    discarders: Vec<Seat>,
    /// The eggs that have to lie in piles, each with its holder and value.
    in_piles: Vec<(Seat, EggValue)>,
    /// The face-down eggs that have to lie in piles, each with its holder and its Scout.
    down_in_piles: Vec<(Seat, Seat)>,
}

/// The eggs for unstated places.
struct SpareEggs {
    /// The values that these eggs can have, highest first. `None` if the values of the game's eggs aren't listed (`Setup::eggs`).
    listed: Option<Vec<EggValue>>,
    /// The number of these eggs that can still be laid.
    count: usize,
}

impl SpareEggs {
    /// Lays an egg of this value. Returns false if there is none.
    fn lay(&mut self, value: EggValue) -> bool {
        let Some(listed) = &mut self.listed else { return (UNLISTED.0..=UNLISTED.1).contains(&i32::from(value)) };
        let index = listed.iter().position(|spare| *spare == value).filter(|_| self.count > 0);
        index.map(|index| listed.remove(index)).is_some() && self.lay_unseen()
    }

    /// Lays an egg of unknown value. Returns false if there is none.
    fn lay_unseen(&mut self) -> bool {
        let has_egg = self.count > 0;
        self.count = self.count.saturating_sub(1);
        has_egg
    }

    /// Lays an egg and returns its value: if possible, a value outside `named` that explodes or not, as `explodes` says.
    fn lay_any(&mut self, named: &[EggValue], explodes: bool, fill_choice: FillChoice) -> Option<EggValue> {
        let mut values = self.listed.clone().unwrap_or_else(|| vec![9, 7, 4, 3, 2, 1, -1, -2, -3, -4, -7, -9]);
        values.reverse();
        let unnamed =
            |explodes: bool| values.iter().copied().filter(move |value| (*value < 0) == explodes && !named.contains(value));
        let value = fill_choice.choose(unnamed(explodes)).or_else(|| fill_choice.choose(values.iter().copied()))?;
        self.lay(value).then_some(value)
    }
}

impl UsualPosition<EggsAndEmpires> for Position {
    /// The most common number of players (EE-1.1).
    const USUAL_PLAYERS: usize = 3;

    fn usual(
        &self,
        before: &EggsAndEmpires,
        steps: Steps<'_>,
        fill_choice: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<EggsAndEmpires>, PositionError> {
        let mut position = Self { is_usual: true, ..self.clone() };
        // If the whole table is stated, only the stated rights to give or discard an egg are open.
        let is_whole = self.is_whole(before, players);
        let needs = self.needs(before, steps, is_whole);
        let mut spare = self.eggs_to_lay(before, steps);
        position.state_turn(before, steps, players);
        position.lay_face_down(&needs, is_whole, before, &mut spare);
        // In the first turn, all eggs outside the deck are on offer.
        let first_turn_egg_count = (position.turn == Some(1) && self.deck.is_some()).then(|| self.spare_eggs(before));
        if self.eggs.is_none() && (needs.are_eggs_revealed || first_turn_egg_count.is_some_and(|egg_count| egg_count > 0)) {
            let most = if needs.offers_only_taken { needs.up.len() } else { usize::MAX };
            let egg_count = first_turn_egg_count.unwrap_or_else(|| eggs_each_turn(before.players).min(most));
            position.eggs = Some(needs.eggs(egg_count, steps, &mut spare, fill_choice));
        }
        if !is_whole {
            for seat in before.seats() {
                position.fill_pile(seat, &needs, &mut spare);
            }
        }
        // The other players play before the first egg is taken.
        let insert_index = if is_whole { None } else { needs.first_take };
        position.place_marker(before, &needs, insert_index, steps, players);
        let game = position.to_game(before, players, &mut Vec::new())?;
        let between =
            insert_index.map(|index| (index, position.other_plays(&game, &needs, steps, fill_choice))).unwrap_or_default();
        let acts = if needs.is_closing { position.last_turn(game, &needs, steps, fill_choice) } else { Vec::new() };
        Ok(UsualTable { acts, between, ..UsualTable::of(position) })
    }

    fn can_seat(players: usize, steps: &[(Option<Seat>, Step)]) -> bool {
        // EE-2.2
        let plays = |(_, step): &(_, Step)| if let Step::Play(cards) = step { Some(cards.len() == 2) } else { None };
        steps.iter().filter_map(plays).all(|are_two| are_two == (players == 2))
    }

    fn unstated(&self, usual: &Self, before: &EggsAndEmpires, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        for seat in before.seats() {
            unstated.extend(self.unstated_rights(seat, usual, steps, players));
        }
        unstated.extend(self.unstated_marker(usual, before, steps, players));
        unstated.extend(self.unstated_offer(usual, before, steps, players));
        for seat in before.seats() {
            unstated.extend(self.unstated_pile_and_hand(seat, before, steps, players));
        }
        unstated.extend(self.unstated_moment(usual, before, steps, players));
        unstated
    }
}

impl Position {
    /// Whether the position states all piles and the turn, so that a log could begin with it.
    fn is_whole(&self, before: &EggsAndEmpires, players: &Players) -> bool {
        let are_piles_stated = self.players.iter().all(super::PlayerPart::has_pile);
        are_piles_stated && self.turn.is_some() && self.to_game(before, players, &mut Vec::new()).is_ok()
    }

    /// The eggs that can lie in unstated places. Eggs that the lines reveal or name later aren't laid.
    fn eggs_to_lay(&self, before: &EggsAndEmpires, steps: Steps<'_>) -> SpareEggs {
        let Some(stock) = &before.setup.eggs else { return SpareEggs { listed: None, count: usize::MAX } };
        let mut listed = stock.to_vec();
        let stated = self.players.iter().flat_map(|part| part.eggs.iter().flatten()).chain(self.eggs.iter().flatten());
        let gone = self.gone.iter().flat_map(|gone| &gone.named);
        // `fill_pile` lays these eggs in the unstated piles.
        let unlaid_gifts = || self.players.iter().filter(|part| !part.has_pile()).flat_map(super::PlayerPart::gifts);
        let gifts = unlaid_gifts().filter_map(|gift| if let Gift::Worth(value) = gift { Some(*value) } else { None });
        let named_later = steps.iter().flat_map(|(_, step)| match step {
            Step::Reveal(values) => values.to_vec(),
            Step::Opens { value, .. } | Step::TakeDown { value: Some(value), .. } => vec![*value],
            _ => Vec::new(),
        });
        let revealed =
            steps.iter().filter_map(|(_, step)| if let Step::Reveal(values) = step { Some(values.len()) } else { None });
        let count = self.spare_eggs(before).saturating_sub(revealed.sum::<usize>() + unlaid_gifts().count());
        for value in stated.copied().chain(gone.copied()).chain(gifts).chain(named_later) {
            if let Some(index) = listed.iter().position(|spare| *spare == value) {
                listed.remove(index);
            }
        }
        SpareEggs { listed: Some(listed), count }
    }

    /// The requirements of these steps on unstated places.
    fn needs(&self, before: &EggsAndEmpires, steps: Steps<'_>, is_whole: bool) -> Needs {
        let mut needs = Needs::default();
        // Cards are shown, and Scouts' eggs opened, at any time: these steps don't tell where the lines begin.
        let is_timed = |step: &&(Option<Seat>, Step)| !matches!(step.1, Step::Shows(_) | Step::Opens { .. });
        let is_ability = |step: &Step| matches!(step, Step::Give { .. } | Step::Discard { .. } | Step::DiscardDown { .. });
        let is_turn_step = |step: &Step| step.collects() || matches!(step, Step::Play(_) | Step::Reveal(_));
        needs.is_closing =
            !is_whole && steps.iter().any(|(_, step)| *step == Step::End) && !steps.iter().any(|(_, step)| is_turn_step(step));
        let mut timed = steps.iter().filter(is_timed);
        let first_step = if is_whole { timed.next() } else { timed.find(|(_, step)| !is_ability(step)) };
        needs.are_eggs_revealed =
            matches!(first_step, Some((_, Step::Play(_) | Step::Take(_) | Step::TakeDown { .. } | Step::Decline | Step::End)));
        // Whether the lines' first turn is over, and whether the lines revealed its eggs and played its cards.
        let (mut is_over, mut is_revealed, mut is_played) = (false, false, false);
        let mut received: Vec<(Seat, Option<EggValue>)> = Vec::new();
        let reveal_closes_rights = before.setup.rules.turn_end == TurnEnd::BeforeReveal;
        for (nth, (actor, step)) in steps.iter().enumerate() {
            if let Step::Reveal(_) = step {
                is_over |= is_played || needs.are_eggs_revealed;
                is_revealed = true;
                continue;
            }
            let Some(seat) = *actor else { continue };
            let has_received = |received: &[(Seat, Option<EggValue>)], value: Option<EggValue>| received.contains(&(seat, value));
            let are_rights_open = !(is_played || is_over || reveal_closes_rights && is_revealed);
            match step {
                Step::Play(_) => {
                    needs.playing = if is_over { needs.playing } else { needs.playing.with(seat) };
                    is_played = true;
                }
                Step::Take(_) | Step::TakeDown { .. } | Step::Decline if !is_over => {
                    needs.first_take = needs.first_take.or(Some(nth));
                    is_played = true;
                    match step {
                        Step::Take(value) if !is_revealed => needs.up.push(*value),
                        Step::TakeDown { scout, .. } if !self.uses_up_scouts(*scout, &steps[..nth], before) => {
                            needs.down.push(*scout);
                        }
                        Step::Decline => {
                            needs.cards[seat.index()] = Some(Card::Mage);
                        }
                        _ => {}
                    }
                    received.push((seat, if let Step::Take(value) = step { Some(*value) } else { None }));
                }
                Step::Give { value, .. } if needs.is_closing => {
                    needs.cards[seat.index()] = Some(Card::Courier);
                    needs.up.extend(*value);
                }
                Step::Discard { .. } | Step::DiscardDown { .. } if needs.is_closing => {
                    needs.cards[seat.index()] = Some(Card::Priest);
                    needs.up.extend(step.value());
                }
                Step::Give { value, to } => {
                    if are_rights_open {
                        needs.gifts.push((seat, *value));
                    } else if has_received(&received, *value) {
                        needs.offers_only_taken = true;
                        needs.cards[seat.index()].get_or_insert(Card::Courier);
                    }
                    match value {
                        Some(value) if are_rights_open => needs.in_piles.push((seat, *value)),
                        None if are_rights_open => {
                            let scout = self.free_scouts(before, &needs).next();
                            needs.down_in_piles.extend(scout.map(|scout| (seat, scout)));
                        }
                        _ => {}
                    }
                    received.push((*to, *value));
                }
                Step::Discard { .. } | Step::DiscardDown { .. } => {
                    if are_rights_open {
                        needs.discarders.push(seat);
                    } else if received.iter().any(|(holder, _)| *holder == seat) {
                        needs.offers_only_taken = true;
                        needs.cards[seat.index()].get_or_insert(Card::Priest);
                    }
                    match *step {
                        Step::Discard { value, from } if !has_received(&received, Some(value)) => {
                            needs.in_piles.push((from.unwrap_or(seat), value));
                        }
                        Step::DiscardDown { scout, from } if !has_received(&received, None) => {
                            needs.down_in_piles.push((from.unwrap_or(seat), scout));
                        }
                        _ => {}
                    }
                }
                Step::Opens { scout, .. } if !has_received(&received, None) => needs.down_in_piles.push((seat, *scout)),
                _ => {}
            }
        }
        if needs.is_closing && needs.cards.iter().all(Option::is_none) {
            needs.cards[before.first.index()] = Some(Card::Courier);
        }
        needs
    }

    /// The acts of a round's last turn, after which an ability is open. Each player takes an
    /// egg that they give or discard in the lines, otherwise the lowest.
    fn last_turn(
        &self,
        mut game: EggsAndEmpires,
        needs: &Needs,
        steps: Steps<'_>,
        fill_choice: FillChoice,
    ) -> Vec<ActOf<EggsAndEmpires>> {
        let mut acts = self.other_plays(&game, needs, steps, fill_choice);
        for act in &acts {
            game.apply(act, &mut Vec::new());
        }
        while let Some(seat) = game.collecting().map(|played| played.seat) {
            let named = steps.iter().filter(|(actor, _)| *actor == Some(seat)).filter_map(|(_, step)| step.value());
            let up = game.offer.values().collect::<Vec<_>>();
            let Some(value) = named.chain(up.iter().copied().rev()).find(|value| up.contains(value)) else { break };
            let act = Act::Step { actor: Some(seat), step: Step::Take(value) };
            game.apply(&act, &mut Vec::new());
            acts.push(act);
        }
        acts
    }

    /// Whether these steps and the laid eggs use up the Scouts of a player `scout`, so that no other egg of theirs can lie face down (EE-4.1).
    fn uses_up_scouts(&self, scout: Seat, steps: Steps<'_>, before: &EggsAndEmpires) -> bool {
        let count_scouts = |(actor, step): &(Option<Seat>, Step)| match step {
            Step::Play(cards) if *actor == Some(scout) => cards.iter().filter(|card| **card == Card::Scout).count(),
            _ => 0,
        };
        steps.iter().map(count_scouts).sum::<usize>() + self.scout_eggs(scout) >= before.copies_each()
    }

    /// States the turn: the first if a new hand is drawn, the last if the lines have `end`, otherwise the turn after the played
    /// cards, or the middle turn. If the position is impossible in that turn, states the nearest possible turn.
    fn state_turn(&mut self, before: &EggsAndEmpires, steps: Steps<'_>, players: &Players) {
        if self.turn.is_some() {
            return;
        }
        let has_step = |is_meant: fn(&Step) -> bool| steps.iter().any(|(_, step)| is_meant(step));
        let is_first = has_step(|step| matches!(step, Step::Mulligan)) || self.players.iter().any(|part| part.mulligan.is_some());
        let turns_played =
            self.players.iter().filter_map(|part| part.played.as_ref()).map(|played| played.len() / before.copies_each()).max();
        let usual_turn = match turns_played {
            _ if is_first => 1,
            _ if has_step(|step| matches!(step, Step::End)) => TURNS,
            Some(turns_played) => u8::try_from(turns_played + 1).unwrap_or(TURNS).min(TURNS),
            None => USUAL_TURN,
        };
        let mut turns: Vec<u8> = (1..=TURNS).collect();
        turns.sort_by_key(|turn| usual_turn.abs_diff(*turn));
        let is_possible = |turn: &u8| {
            let mut position = Self { turn: Some(*turn), marker: self.marker.or(Some(before.first)), ..self.clone() };
            position.players.iter_mut().filter(|part| !part.has_pile()).for_each(|part| part.unseen = Some(0));
            position.to_game(before, players, &mut Vec::new()).is_ok()
        };
        self.turn = turns.iter().copied().find(is_possible).or(Some(usual_turn));
    }

    /// States the face-down eggs on offer: those that the lines take, or one that a Mage leaves.
    fn lay_face_down(&mut self, needs: &Needs, is_whole: bool, before: &EggsAndEmpires, spare: &mut SpareEggs) {
        if self.down.is_some() || self.turn == Some(1) {
            return;
        }
        let mut down: Scouts = needs.down.iter().copied().filter(|_| spare.lay_unseen()).collect();
        if needs.has_declining_mage() && down.is_empty() && !is_whole {
            down.extend(self.free_scouts(before, needs).next().filter(|_| spare.lay_unseen()));
        }
        down.sort_unstable();
        self.down = some_scouts(down);
    }

    /// The Scouts who can have laid another face-down egg.
    fn free_scouts(&self, before: &EggsAndEmpires, needs: &Needs) -> impl Iterator<Item = Seat> {
        let needed = |scout: Seat| {
            let in_piles = needs.down_in_piles.iter().filter(|(_, egg_scout)| *egg_scout == scout).count();
            in_piles + needs.down.iter().filter(|egg_scout| **egg_scout == scout).count()
        };
        before.seats().filter(move |scout| self.scout_eggs(*scout) + needed(*scout) < before.copies_each())
    }

    /// Fills in a player's unstated eggs, and the rights of Couriers and Priests that the lines use.
    fn fill_pile(&mut self, seat: Seat, needs: &Needs, spare: &mut SpareEggs) {
        let (is_first, part) = (self.turn == Some(1), &mut self.players[seat.index()]);
        if !part.has_pile() && !is_first {
            let mut eggs = EggValues::new();
            let down = needs.down_in_piles.iter().filter(|(holder, _)| *holder == seat && part.down.is_none());
            let mut down: Scouts = down.map(|(_, scout)| *scout).filter(|_| spare.lay_unseen()).collect();
            let mut unseen = 0;
            for gift in part.may_give.iter().flatten() {
                match *gift {
                    Gift::Worth(value) => eggs.push(value),
                    Gift::Down(scout) => down.push(scout),
                    Gift::Unstated => unseen += 1,
                }
            }
            let named = needs.in_piles.iter().filter(|(holder, _)| *holder == seat).map(|(_, value)| *value);
            let mut named: Vec<EggValue> = named.filter(|value| !eggs.contains(value)).collect();
            named.retain(|value| spare.lay(*value));
            eggs.extend(named);
            eggs.sort_unstable_by(|first, second| second.cmp(first));
            unseen += u16::from(spare.lay_unseen());
            if part.down.is_none() {
                part.down = some_scouts(down);
            }
            part.eggs = Some(eggs);
            part.unseen = Some(unseen).filter(|unseen| *unseen > 0);
        }
        if part.may_give.is_none() && !is_first {
            let gifts = needs.gifts.iter().filter(|(giver, _)| *giver == seat).filter_map(|(_, value)| part.gift(*value));
            part.may_give = Some(gifts.collect()).filter(|gifts: &Gifts| !gifts.is_empty());
        }
        let discard_count = needs.discarders.iter().filter(|discarder| **discarder == seat).count();
        if part.may_discard.is_none() && !is_first && discard_count > 0 {
            part.may_discard = u8::try_from(discard_count).ok();
        }
    }

    /// Places the marker so that equal cards collect in the order of the lines (EE-3.1), as far as possible.
    fn place_marker(
        &mut self,
        before: &EggsAndEmpires,
        needs: &Needs,
        insert_index: Option<usize>,
        steps: Steps<'_>,
        players: &Players,
    ) {
        let turn = self.turn.unwrap_or(USUAL_TURN);
        if self.marker.is_some() || self.turn == Some(1) && worked_out_marker(before, turn).is_some() {
            return;
        }
        let count_legal_steps = |seat: &Seat| {
            let position = Self { marker: Some(*seat), ..self.clone() };
            let Ok(mut game) = position.to_game(before, players, &mut Vec::new()) else { return 0 };
            let mut legal_count = 0;
            for (nth, (actor, step)) in steps.iter().enumerate() {
                if insert_index == Some(nth) {
                    position
                        .other_plays(&game, needs, steps, FillChoice::First)
                        .iter()
                        .for_each(|act| game.apply(act, &mut Vec::new()));
                }
                let act = Act::Step { actor: *actor, step: step.clone() };
                legal_count += usize::from(game.judge(&act).is_ok());
                if game.check_possible(&act).is_ok() {
                    game.apply(&act, &mut Vec::new());
                }
            }
            legal_count
        };
        let seats: Vec<Seat> = before.first.clockwise(before.players).collect();
        // The seats are reversed because `max_by_key` returns the last of the best seats, and the first one is wanted.
        self.marker = seats.iter().rev().copied().max_by_key(count_legal_steps);
    }

    /// The plays, before the first egg is taken, of the players without a play in these lines and without a stated hand: the card
    /// that their later steps need, otherwise the lowest unnamed one. With [`FillChoice::Second`], players who take an egg play the
    /// next lowest.
    fn other_plays(
        &self,
        game: &EggsAndEmpires,
        needs: &Needs,
        steps: Steps<'_>,
        fill_choice: FillChoice,
    ) -> Vec<ActOf<EggsAndEmpires>> {
        let in_lines = steps.iter().flat_map(|(_, step)| match step {
            Step::Play(cards) | Step::Shows(cards) => cards.to_vec(),
            _ => Vec::new(),
        });
        let stated =
            self.players.iter().flat_map(|part| part.shows.iter().chain(part.played.iter().flat_map(|played| &played.named)));
        let named: Vec<Card> = in_lines.chain(stated.copied()).collect();
        let unnamed: Vec<Card> = Card::ALL.into_iter().filter(|card| !named.contains(card)).collect();
        let game = EggsAndEmpires { phase: Phase::Play, ..game.clone() };
        let other_players = game.seats().filter(|seat| !needs.playing.contains(*seat) && self.part_of(*seat).hand.is_none());
        let mut acts = Vec::new();
        for seat in other_players {
            let takes = |(actor, step): &(Option<Seat>, Step)| {
                *actor == Some(seat) && matches!(step, Step::Take(_) | Step::TakeDown { .. })
            };
            let skipped = usize::from(fill_choice == FillChoice::Second && steps.iter().any(takes));
            let unnamed = unnamed.iter().copied().skip(skipped);
            // A turn's play has as many cards as there are copies of each (EE-2.2).
            let chosen = needs.cards[seat.index()].into_iter().chain(unnamed).take(game.copies_each());
            let mut cards: super::StepCards = chosen.collect();
            cards.sort_unstable();
            let act = Act::Step { actor: Some(seat), step: Step::Play(cards) };
            let is_legal = |act: &ActOf<EggsAndEmpires>| game.judge(act).is_ok();
            // The lowest card that the hand can have.
            let first_legal = || {
                let mut first_act = None;
                game.candidates(seat, &mut |step| {
                    let act = Act::Step { actor: Some(seat), step };
                    if first_act.is_none() && is_legal(&act) {
                        first_act = Some(act);
                    }
                });
                first_act
            };
            acts.extend(if is_legal(&act) { Some(act) } else { first_legal() });
        }
        acts
    }
}

impl Position {
    fn with_part(&self, seat: Seat, change: impl FnOnce(&mut super::PlayerPart)) -> Self {
        self.with(|position| change(&mut position.players[seat.index()]))
    }

    /// Other rights of a player: to give an egg, to discard an egg, and to draw a new hand (EE-1.3, EE-4.2, EE-4.4).
    fn unstated_rights(&self, seat: Seat, usual: &Self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let (part, usual_part, name) = (self.part_of(seat), usual.part_of(seat), players.name(seat));
        let mut unstated = Vec::new();
        let mut add = |piece, values| unstated.push(Unknown { part: Some(seat), piece, values });
        let given = steps.iter().find_map(|(actor, step)| match step {
            Step::Give { value, .. } if *actor == Some(seat) => Some(*value),
            _ => None,
        });
        if let (None, Some(value)) = (&part.may_give, given) {
            let with = |gifts: Gifts| self.with_part(seat, |part| part.may_give = Some(gifts));
            let none = UnknownValue::new(with(Gifts::new()), format!("{name}'s Courier took no egg"));
            let gift = usual_part.gift(value).filter(|_| usual_part.may_give.is_none()).map(|gift| {
                let words = format!("{name}'s Courier took an egg in the turn before");
                UnknownValue::new(with(std::iter::once(gift).collect()), words)
            });
            add("may give", std::iter::once(none).chain(gift).collect());
        }
        let discards = |(actor, step): &(Option<Seat>, Step)| {
            *actor == Some(seat) && matches!(step, Step::Discard { .. } | Step::DiscardDown { .. })
        };
        if part.may_discard.is_none() && steps.iter().any(discards) {
            let with = |times| self.with_part(seat, |part| part.may_discard = Some(times));
            let words = format!("{name}'s Priest took an egg in the turn before");
            add(
                "may discard",
                vec![UnknownValue::new(with(0), format!("{name}'s Priest took no egg")), UnknownValue::new(with(1), words)],
            );
        }
        if part.mulligan.is_none() && steps.contains(&(Some(seat), Step::Mulligan)) {
            let position = self.with_part(seat, |part| part.mulligan = Some(()));
            let words = format!("{name} has drawn a new hand already");
            add("mulligan taken", vec![UnknownValue::new(position, words)]);
        }
        unstated
    }

    /// Other holders of the marker (EE-3.1).
    fn unstated_marker(
        &self,
        usual: &Self,
        before: &EggsAndEmpires,
        steps: Steps<'_>,
        players: &Players,
    ) -> Option<Unknown<Self>> {
        let is_relevant = self.marker.is_none() && steps.iter().any(|(_, step)| step.collects());
        let other_seats = before.seats().filter(|seat| usual.marker != Some(*seat));
        let value = |seat: Seat| {
            let name = players.name(seat);
            let position = Self { marker: Some(seat), ..self.clone() };
            UnknownValue::new(position, format!("{name} has the marker"))
        };
        is_relevant.then(|| Unknown { part: None, piece: "marker", values: other_seats.map(value).collect() })
    }

    /// Other eggs on offer: face-up ones that explode or not (EE-3.4), more or fewer (EE-2.1), face-down ones (EE-2.4, EE-4.1).
    fn unstated_offer(&self, usual: &Self, before: &EggsAndEmpires, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        let taken: Vec<EggValue> = steps.iter().filter_map(|(_, step)| step.value()).collect();
        if self.eggs.is_none() {
            let mut values = Vec::new();
            let mut spare = self.eggs_to_lay(before, steps);
            let egg_count = eggs_each_turn(before.players);
            let mut fill_up = |explodes: bool, eggs: &[EggValue]| {
                let mut eggs: EggValues = eggs.iter().copied().collect();
                while eggs.len() < egg_count {
                    let named = [&taken[..], &eggs[..]].concat();
                    let Some(value) = spare.lay_any(&named, explodes, FillChoice::First) else { break };
                    eggs.push(value);
                }
                eggs.sort_unstable_by(|first, second| second.cmp(first));
                eggs
            };
            let with = |eggs: EggValues, words: &str| UnknownValue::new(Self { eggs: Some(eggs), ..self.clone() }, words);
            match &usual.eggs {
                None => {
                    let revealed = with(fill_up(false, &[]), "the round's first eggs are revealed");
                    let has_words = steps.iter().any(|(_, step)| *step == Step::Mulligan);
                    values.push(if has_words { revealed } else { revealed.without_words() });
                }
                Some(eggs) => {
                    let needed: Vec<EggValue> = eggs.iter().copied().filter(|value| taken.contains(value)).collect();
                    if needed.iter().all(|value| *value < 0) {
                        values.push(with(fill_up(true, &needed), "only exploding eggs lie there, face up"));
                    }
                    values.push(with(fill_up(false, &needed), "another egg lies there that doesn't explode"));
                    values.push(with(fill_up(false, &[]), "none of these eggs lies there").without_words());
                    values.push(with(needed.iter().copied().collect(), "no other egg lies there").without_words());
                    let more: EggValues = eggs.iter().copied().chain(fill_up(false, &[]).first().copied()).collect();
                    values.push(with(more, "one more egg lies there").without_words());
                }
            }
            unstated.push(Unknown { part: None, piece: "eggs", values });
        }
        let is_relevant = steps.iter().any(|(_, step)| step.collects() || matches!(step, Step::Reveal(_)));
        if self.down.is_none() && is_relevant {
            let with = |down: Scouts, words: String| UnknownValue::new(Self { down: Some(down), ..self.clone() }, words);
            let usual_down: Scouts = usual.down().collect();
            let none = with(Scouts::new(), "no egg lies there face down".to_owned()).without_words();
            let needs = Needs { down: usual_down.clone(), ..Needs::default() };
            let more = self.free_scouts(before, &needs).map(|scout| {
                let mut down = usual_down.clone();
                down.push(scout);
                down.sort_unstable();
                with(down, format!("an egg of {}'s Scout lies there face down", players.name(scout)))
            });
            unstated.push(Unknown { part: None, piece: "down", values: more.chain([none]).collect() });
        }
        unstated
    }

    /// Other piles and other hands of a player (EE-2.2, EE-2.3).
    fn unstated_pile_and_hand(
        &self,
        seat: Seat,
        before: &EggsAndEmpires,
        steps: Steps<'_>,
        players: &Players,
    ) -> Vec<Unknown<Self>> {
        let (part, name) = (self.part_of(seat), players.name(seat));
        let mut unstated = Vec::new();
        let mut add = |piece, values| unstated.push(Unknown { part: Some(seat), piece, values });
        let is_involved = steps.iter().any(|(actor, step)| *actor == Some(seat) || step.from() == Some(seat));
        let has_end = steps.iter().any(|(_, step)| matches!(step, Step::Opens { .. } | Step::End));
        if !part.has_pile() && (is_involved || has_end) {
            let none = self.with_part(seat, |part| part.eggs = Some(EggValues::new()));
            let mut values = vec![UnknownValue::new(none, format!("{name} has no egg")).without_words()];
            if let Some(scout) = self.free_scouts(before, &Needs::default()).next() {
                let down = self.with_part(seat, |part| {
                    (part.down, part.unseen) = (some_scouts(std::iter::once(scout).collect()), Some(1));
                });
                values.push(UnknownValue::new(down, format!("{name} has an egg without a name")).without_words());
            }
            add("eggs", values);
        }
        if part.hand.is_none() {
            let full = u32::try_from(before.hand_size()).unwrap_or_default();
            // The full hand is listed too: if it is stated, this player has yet to play, instead of having played as usual.
            let counts = std::iter::once(full).chain(other_counts(full, full + 1, None));
            unstated.push(Unknown::counts(Some(seat), "hand", &format!("{name}'s hand"), counts, |hand| {
                self.with_part(seat, |part| part.hand = u8::try_from(hand).ok())
            }));
        }
        unstated
    }

    /// Other moments of the game: sizes of the deck, turns and rounds.
    fn unstated_moment(&self, usual: &Self, before: &EggsAndEmpires, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        let mut add = |piece, values| unstated.push(Unknown { part: None, piece, values });
        if let (None, Ok(game)) = (self.deck, usual.to_game(before, players, &mut Vec::new()))
            && let (Some(nest), Some(listed)) = (&game.nest, &before.setup.eggs)
        {
            let [left, most] = [nest.left, listed.len()].map(|eggs| u32::from(to_u16(eggs)));
            let deck = |eggs: u32| {
                let position = Self { deck: u16::try_from(eggs).ok(), ..self.clone() };
                let words = format!("the deck has {}", count_of(eggs as usize, "egg", "eggs"));
                UnknownValue::new(position, words).without_words()
            };
            add(
                "deck",
                other_counts(left, most, u32::try_from(eggs_each_turn(before.players)).ok()).into_iter().map(deck).collect(),
            );
        }
        if self.turn.is_none() {
            let turn = |turn: u8| {
                let position = Self { turn: Some(turn), ..self.clone() };
                UnknownValue::new(position, format!("it is turn {turn}")).without_words()
            };
            add("turn", (1..=TURNS).filter(|turn| usual.turn != Some(*turn)).map(turn).collect());
        }
        if self.round.is_none() && steps.iter().any(|(_, step)| *step == Step::Mulligan) {
            let position = Self { round: Some(2), ..self.clone() };
            add("round", vec![UnknownValue::new(position, "it is not the first round")]);
        }
        unstated
    }
}

impl Step {
    const fn collects(&self) -> bool {
        matches!(self, Self::Take(_) | Self::TakeDown { .. } | Self::Decline)
    }

    const fn value(&self) -> Option<EggValue> {
        match *self {
            Self::Take(value) | Self::Discard { value, .. } | Self::Opens { value, .. } => Some(value),
            Self::TakeDown { value, .. } | Self::Give { value, .. } => value,
            _ => None,
        }
    }

    /// The owner of the pile from which the step discards an egg, if not the actor.
    const fn from(&self) -> Option<Seat> {
        match *self {
            Self::Discard { from, .. } | Self::DiscardDown { from, .. } => from,
            _ => None,
        }
    }
}

impl super::PlayerPart {
    /// The egg of the pile that a Courier gives: an egg of this value, or a face-down egg for `None`. Without such an egg, any egg.
    fn gift(&self, value: Option<EggValue>) -> Option<Gift> {
        let worth = |value: EggValue| self.eggs.iter().flatten().any(|egg| *egg == value).then_some(Gift::Worth(value));
        let unstated = || self.unseen.filter(|unseen| *unseen > 0).map(|_| Gift::Unstated);
        let wanted = match value {
            Some(value) => worth(value).or_else(unstated),
            None => self.down().last().map(Gift::Down),
        };
        let named = || self.eggs.iter().flatten().next().map(|egg| Gift::Worth(*egg));
        wanted.or_else(unstated).or_else(named).or_else(|| self.down().last().map(Gift::Down))
    }
}

impl Needs {
    /// Whether a Mage leaves the face-down eggs (EE-3.4).
    fn has_declining_mage(&self) -> bool {
        self.cards.contains(&Some(Card::Mage))
    }

    /// This number of eggs on offer: the taken ones, then others. If a Mage declines, the others explode (EE-1.4, EE-3.4).
    fn eggs(&self, egg_count: usize, steps: Steps<'_>, spare: &mut SpareEggs, fill_choice: FillChoice) -> EggValues {
        let named: Vec<EggValue> = steps.iter().filter_map(|(_, step)| step.value()).collect();
        let mut eggs: EggValues = self.up.iter().copied().take(egg_count).collect();
        eggs.retain(|value| spare.lay(*value));
        while eggs.len() < egg_count {
            let excluded = [&named[..], &eggs[..]].concat();
            let Some(value) = spare.lay_any(&excluded, self.has_declining_mage(), fill_choice) else { break };
            eggs.push(value);
        }
        eggs.sort_unstable_by(|first, second| second.cmp(first));
        eggs
    }
}
