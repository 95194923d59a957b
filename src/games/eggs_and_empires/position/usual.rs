//! The usual table of a dispute. An unstated piece of the position has its usual value there: full hands, the middle turn, and
//! the eggs and cards that the disputed steps need, filled up with others. Lists the other values of these pieces, too.

use super::{EGGS, EggValues, Gifts, PlayerPart, Position, Scouts, down_egg, some_scouts, worked_out_marker};
use crate::{
    games::eggs_and_empires::{
        Card, EggKnowledge, EggValue, EggsAndEmpires, ListedEggs, MOST, Phase, Step, TURNS, book::TurnEnd, egg::UNLISTED,
        eggs_each_turn,
    },
    table::prelude::*,
};
use smallvec::SmallVec;

/// The turn in the middle of a round.
const USUAL_TURN: u8 = 5;

type Steps<'a> = &'a [(Option<Seat>, Step)];

/// The lines of a dispute, and the round in which they are judged.
#[derive(Clone, Copy)]
struct Lines<'a> {
    before: &'a EggsAndEmpires,
    steps: Steps<'a>,
    players: &'a Players,
}

impl<'a> Lines<'a> {
    fn steps(self) -> impl Iterator<Item = &'a Step> {
        self.steps.iter().map(|(_, step)| step)
    }

    fn steps_of(self, seat: Seat) -> impl Iterator<Item = &'a Step> {
        self.steps.iter().filter(move |(actor, _)| *actor == Some(seat)).map(|(_, step)| step)
    }
}

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

/// The eggs for unstated places, if the values of the game's eggs are listed (`Setup::eggs`).
struct SpareEggs(Option<ListedEggs>);

impl SpareEggs {
    /// Lays an egg of this value. Returns false if there is none.
    fn lay(&mut self, value: EggValue) -> bool {
        let Some(listed) = &mut self.0 else { return (UNLISTED.0..=UNLISTED.1).contains(&i32::from(value)) };
        let is_there = listed.holds(value) && listed.draw();
        if is_there {
            listed.add_seen(value);
        }
        is_there
    }

    /// Lays an egg of unknown value. Returns false if there is none.
    fn lay_unseen(&mut self) -> bool {
        self.0.as_mut().is_none_or(ListedEggs::draw)
    }

    /// Lays an egg and returns its value: if possible, a value outside `named` that explodes or not, as `explodes` says.
    fn lay_any(&mut self, named: &[EggValue], explodes: bool, fill_choice: FillChoice) -> Option<EggValue> {
        let unlisted = || vec![9, 7, 4, 3, 2, 1, -1, -2, -3, -4, -7, -9];
        let mut values = self.0.as_ref().map_or_else(unlisted, |listed| listed.unseen.to_vec());
        values.reverse();
        let unnamed =
            |explodes: bool| values.iter().copied().filter(move |value| (*value < 0) == explodes && !named.contains(value));
        let value = fill_choice.choose(unnamed(explodes)).or_else(|| fill_choice.choose(values.iter().copied()))?;
        self.lay(value).then_some(value)
    }

    /// Adds eggs that aren't among the `named` ones, as far as there are any, to make these `egg_count` eggs.
    fn fill_up(&mut self, eggs: EggValues, egg_count: usize, named: &[EggValue], explode: bool, fill: FillChoice) -> EggValues {
        let mut eggs = eggs;
        while eggs.len() < egg_count {
            let Some(value) = self.lay_any(&[named, &eggs[..]].concat(), explode, fill) else { break };
            eggs.push(value);
        }
        (EGGS.sort)(&mut eggs);
        eggs
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
        let lines = Lines { before, steps, players };
        let mut position = Self { is_usual: true, ..self.clone() };
        // If the whole table is stated, only the stated rights to give or discard an egg are open.
        let is_whole = self.is_whole(lines);
        let needs = self.needs(lines, is_whole);
        let mut spare = self.eggs_to_lay(lines);
        position.state_turn(lines);
        position.lay_face_down(&needs, is_whole, before, &mut spare);
        // In the first turn, all eggs outside the deck are on offer.
        let first_turn_egg_count = (position.turn == Some(1) && self.deck.is_some()).then(|| self.spare_eggs(before));
        if self.eggs.is_none() && (needs.are_eggs_revealed || first_turn_egg_count.is_some_and(|egg_count| egg_count > 0)) {
            let most = if needs.offers_only_taken { needs.up.len() } else { usize::MAX };
            let egg_count = first_turn_egg_count.unwrap_or_else(|| eggs_each_turn(before.players).min(most));
            position.eggs = Some(needs.eggs(egg_count, lines, &mut spare, fill_choice));
        }
        if !is_whole {
            before.seats().for_each(|seat| position.fill_pile(seat, &needs, &mut spare));
        }
        // The other players play before the first egg is taken.
        let insert_index = if is_whole { None } else { needs.first_take };
        position.place_marker(&needs, insert_index, lines);
        let game = position.to_game(before, players, &mut Vec::new())?;
        let between =
            insert_index.map(|index| (index, position.other_plays(&game, &needs, lines, fill_choice))).unwrap_or_default();
        let acts = if needs.is_closing { position.last_turn(game, &needs, lines, fill_choice) } else { Vec::new() };
        Ok(UsualTable { acts, between, ..UsualTable::of(position) })
    }

    fn can_seat(players: usize, steps: &[(Option<Seat>, Step)]) -> bool {
        // EE-2.2
        let plays = |(_, step): &(_, Step)| if let Step::Play(cards) = step { Some(cards.len() == 2) } else { None };
        steps.iter().filter_map(plays).all(|are_two| are_two == (players == 2))
    }

    fn unstated(&self, usual: &Self, before: &EggsAndEmpires, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let lines = Lines { before, steps, players };
        let mut unstated: Vec<_> = before.seats().flat_map(|seat| self.unstated_rights(seat, usual, lines)).collect();
        unstated.extend(self.unstated_marker(usual, lines));
        unstated.extend(self.unstated_offer(usual, lines));
        unstated.extend(before.seats().flat_map(|seat| self.unstated_pile_and_hand(seat, lines)));
        unstated.extend(self.unstated_moment(usual, lines));
        unstated
    }
}

impl Position {
    /// Whether the position states all piles and the turn, so that a log could begin with it.
    fn is_whole(&self, Lines { before, players, .. }: Lines<'_>) -> bool {
        let are_piles_stated = self.players.iter().all(PlayerPart::has_pile);
        are_piles_stated && self.turn.is_some() && self.to_game(before, players, &mut Vec::new()).is_ok()
    }

    /// The eggs that can lie in unstated places. Eggs that the lines reveal or name later aren't laid.
    fn eggs_to_lay(&self, lines: Lines<'_>) -> SpareEggs {
        let Some(stock) = &lines.before.setup.eggs else { return SpareEggs(None) };
        let mut listed = ListedEggs::new(stock);
        let stated = self.players.iter().flat_map(|part| part.eggs.iter().flatten()).chain(self.eggs.iter().flatten());
        let gone = self.gone.iter().flat_map(|gone| &gone.named);
        // `fill_pile` lays these eggs in the unstated piles.
        let unlaid_gifts = || self.players.iter().filter(|part| !part.has_pile()).flat_map(PlayerPart::gifts);
        let gifts = unlaid_gifts().filter_map(|gift| gift.value());
        let revealed = || lines.steps().filter_map(|step| if let Step::Reveal(values) = step { Some(values) } else { None });
        let opened = lines.steps().filter(|step| matches!(step, Step::Opens { .. } | Step::TakeDown { .. }));
        let named_later = revealed().flatten().copied().chain(opened.filter_map(Step::value));
        stated.chain(gone).copied().chain(gifts).chain(named_later).for_each(|value| listed.add_seen(value));
        let later_count = revealed().map(SmallVec::len).sum::<usize>() + unlaid_gifts().count();
        listed.left = self.spare_eggs(lines.before).saturating_sub(later_count);
        SpareEggs(Some(listed))
    }

    /// The requirements of these steps on unstated places.
    fn needs(&self, lines: Lines<'_>, is_whole: bool) -> Needs {
        let Lines { before, steps, .. } = lines;
        let mut needs = Needs::default();
        let is_ability = |step: &Step| matches!(step, Step::Give { .. }) || step.discards();
        let is_turn_step = |step: &Step| step.collects() || matches!(step, Step::Play(_) | Step::Reveal(_));
        needs.is_closing = !is_whole && lines.steps().any(|step| *step == Step::End) && !lines.steps().any(is_turn_step);
        // Cards are shown, and Scouts' eggs opened, at any time: these steps don't tell where the lines begin.
        let is_timed = |step: &&Step| !matches!(step, Step::Shows(_) | Step::Opens { .. }) && (is_whole || !is_ability(step));
        let first_step = lines.steps().find(is_timed);
        needs.are_eggs_revealed = first_step.is_some_and(|step| step.collects() || matches!(step, Step::Play(_) | Step::End));
        // Whether the lines' first turn is over, and whether the lines revealed its eggs and played its cards.
        let (mut is_over, mut is_revealed, mut is_played) = (false, false, false);
        let mut received: Vec<(Seat, Option<EggValue>)> = Vec::new();
        let reveal_closes_rights = before.setup.rules.turn_end == TurnEnd::BeforeReveal;
        for (nth, (actor, step)) in steps.iter().enumerate() {
            if let Step::Reveal(_) = step {
                is_over |= is_played || needs.are_eggs_revealed;
                is_revealed = true;
            }
            let Some(seat) = *actor else { continue };
            let has_received = |value: Option<EggValue>| received.contains(&(seat, value));
            let are_rights_open = !(is_played || is_over || reveal_closes_rights && is_revealed);
            match *step {
                Step::Play(_) => {
                    needs.playing = if is_over { needs.playing } else { needs.playing.with(seat) };
                    is_played = true;
                }
                Step::Take(_) | Step::TakeDown { .. } | Step::Decline if !is_over => {
                    needs.first_take = needs.first_take.or(Some(nth));
                    is_played = true;
                    match *step {
                        Step::Take(value) if !is_revealed => needs.up.push(value),
                        Step::TakeDown { scout, .. } if !self.uses_up_scouts(scout, &steps[..nth], before) => {
                            needs.down.push(scout);
                        }
                        Step::Decline => needs.cards[seat.index()] = Some(Card::Mage),
                        _ => {}
                    }
                    received.push((seat, if let Step::Take(value) = *step { Some(value) } else { None }));
                }
                _ if needs.is_closing && is_ability(step) => {
                    needs.cards[seat.index()] = Some(if step.discards() { Card::Priest } else { Card::Courier });
                    needs.up.extend(step.value());
                }
                Step::Give { value, to } => {
                    if are_rights_open {
                        needs.gifts.push((seat, value));
                        if let Some(value) = value {
                            needs.in_piles.push((seat, value));
                        } else {
                            let scout = self.free_scouts(before, &needs).next();
                            needs.down_in_piles.extend(scout.map(|scout| (seat, scout)));
                        }
                    } else if has_received(value) {
                        needs.offers_only_taken = true;
                        needs.cards[seat.index()].get_or_insert(Card::Courier);
                    }
                    received.push((to, value));
                }
                Step::Discard { .. } | Step::DiscardDown { .. } => {
                    if are_rights_open {
                        needs.discarders.push(seat);
                    } else if received.iter().any(|(holder, _)| *holder == seat) {
                        needs.offers_only_taken = true;
                        needs.cards[seat.index()].get_or_insert(Card::Priest);
                    }
                    let holder = step.from().unwrap_or(seat);
                    match *step {
                        Step::Discard { value, .. } if !has_received(Some(value)) => needs.in_piles.push((holder, value)),
                        Step::DiscardDown { scout, .. } if !has_received(None) => needs.down_in_piles.push((holder, scout)),
                        _ => {}
                    }
                }
                Step::Opens { scout, .. } if !has_received(None) => needs.down_in_piles.push((seat, scout)),
                _ => {}
            }
        }
        if needs.is_closing && needs.cards.iter().all(Option::is_none) {
            needs.cards[before.first.index()] = Some(Card::Courier);
        }
        needs
    }

    /// The acts of a round's last turn, after which an ability is open. Each player takes an egg that they give or discard in the
    /// lines, otherwise the lowest.
    fn last_turn(
        &self,
        mut game: EggsAndEmpires,
        needs: &Needs,
        lines: Lines<'_>,
        fill: FillChoice,
    ) -> Vec<ActOf<EggsAndEmpires>> {
        let mut acts = self.other_plays(&game, needs, lines, fill);
        for act in &acts {
            game.apply(act, &mut Vec::new());
        }
        while let Some(seat) = game.collecting().map(|played| played.seat) {
            let up = game.offer.values().collect::<Vec<_>>();
            let named = lines.steps_of(seat).filter_map(Step::value);
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
    fn state_turn(&mut self, lines: Lines<'_>) {
        if self.turn.is_some() {
            return;
        }
        let Lines { before, players, .. } = lines;
        let has_mulligan = lines.steps().any(|step| matches!(step, Step::Mulligan));
        let is_first = has_mulligan || self.players.iter().any(|part| part.mulligan.is_some());
        let turns_played =
            self.players.iter().filter_map(|part| part.played.as_ref()).map(|played| played.len() / before.copies_each()).max();
        let usual_turn = match turns_played {
            _ if is_first => 1,
            _ if lines.steps().any(|step| matches!(step, Step::End)) => TURNS,
            Some(turns_played) => u8::try_from(turns_played + 1).unwrap_or(TURNS).min(TURNS),
            None => USUAL_TURN,
        };
        let mut turns: Vec<u8> = (1..=TURNS).collect();
        turns.sort_by_key(|turn| usual_turn.abs_diff(*turn));
        let is_possible = |turn: &u8| {
            let mut position = Self { turn: Some(*turn), marker: self.marker.or(Some(before.first)), ..self.clone() };
            position.players.iter_mut().filter(|part| !part.has_pile()).for_each(PlayerPart::lay_gifts);
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
        if !part.has_pile() && is_first && !part.gifts().is_empty() {
            part.lay_gifts();
        } else if !part.has_pile() && !is_first {
            let down = needs.down_in_piles.iter().filter(|(holder, _)| *holder == seat && part.down.is_none());
            let mut down: Scouts = down.map(|(_, scout)| *scout).filter(|_| spare.lay_unseen()).collect();
            part.lay_gifts();
            let mut eggs = part.eggs.take().unwrap_or_default();
            let named = needs.in_piles.iter().filter(|(holder, _)| *holder == seat).map(|(_, value)| *value);
            let mut named: Vec<EggValue> = named.filter(|value| !eggs.contains(value)).collect();
            named.retain(|value| spare.lay(*value));
            eggs.extend(named);
            (EGGS.sort)(&mut eggs);
            if !down.is_empty() {
                down.extend(part.down());
                part.down = Some(down);
            }
            part.eggs = Some(eggs);
            let unseen = part.unseen.unwrap_or_default() + u16::from(spare.lay_unseen());
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
    fn place_marker(&mut self, needs: &Needs, insert_index: Option<usize>, lines: Lines<'_>) {
        let Lines { before, steps, players } = lines;
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
                    let plays = position.other_plays(&game, needs, lines, FillChoice::First);
                    for act in &plays {
                        game.apply(act, &mut Vec::new());
                    }
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
        lines: Lines<'_>,
        fill: FillChoice,
    ) -> Vec<ActOf<EggsAndEmpires>> {
        let in_lines = lines.steps().flat_map(|step| match step {
            Step::Play(cards) | Step::Shows(cards) => &cards[..],
            _ => &[],
        });
        let stated =
            self.players.iter().flat_map(|part| part.shows.iter().chain(part.played.iter().flat_map(|played| &played.named)));
        let named: Vec<&Card> = in_lines.chain(stated).collect();
        let unnamed: Vec<Card> = Card::ALL.into_iter().filter(|card| !named.contains(&card)).collect();
        let game = EggsAndEmpires { phase: Phase::Play, ..game.clone() };
        let other_players = game.seats().filter(|seat| !needs.playing.contains(*seat) && self.part_of(*seat).hand.is_none());
        let play_of = |seat: Seat| {
            let takes = lines.steps_of(seat).any(|step| matches!(step, Step::Take(_) | Step::TakeDown { .. }));
            let unnamed = unnamed.iter().copied().skip(usize::from(fill == FillChoice::Second && takes));
            // A turn's play has as many cards as there are copies of each (EE-2.2).
            let chosen = needs.cards[seat.index()].into_iter().chain(unnamed).take(game.copies_each());
            let mut cards: super::StepCards = chosen.collect();
            cards.sort_unstable();
            // Otherwise the lowest card that the hand can have.
            let mut plays = vec![Step::Play(cards)];
            game.candidates(seat, &mut |step| plays.push(step));
            let mut acts = plays.into_iter().map(|step| Act::Step { actor: Some(seat), step });
            acts.find(|act| game.judge(act).is_ok())
        };
        other_players.filter_map(play_of).collect()
    }
}

impl Position {
    fn with_part(&self, seat: Seat, change: impl FnOnce(&mut PlayerPart)) -> Self {
        self.with(|position| change(&mut position.players[seat.index()]))
    }

    /// Other rights of a player: to give an egg, to discard an egg, and to draw a new hand (EE-1.3, EE-4.2, EE-4.4).
    fn unstated_rights(&self, seat: Seat, usual: &Self, lines: Lines<'_>) -> Vec<Unknown<Self>> {
        let (part, usual_part, name) = (self.part_of(seat), usual.part_of(seat), lines.players.name(seat));
        let mut unstated = Vec::new();
        let mut add = |piece, values| unstated.push(Unknown { part: Some(seat), piece, values });
        let given = lines.steps_of(seat).find_map(|step| if let Step::Give { value, .. } = step { Some(*value) } else { None });
        if let (None, Some(value)) = (&part.may_give, given) {
            let with = |gift: Option<EggKnowledge>, words: &str| {
                let position = self.with_part(seat, |part| part.may_give = Some(gift.into_iter().collect()));
                UnknownValue::new(position, format!("{name}'s Courier took {words}"))
            };
            let gift = usual_part.gift(value).filter(|_| usual_part.may_give.is_none());
            let some = gift.map(|gift| with(Some(gift), "an egg in the turn before"));
            add("may give", [with(None, "no egg")].into_iter().chain(some).collect());
        }
        if part.may_discard.is_none() && lines.steps_of(seat).any(Step::discards) {
            let value = |(times, words): (u8, &str)| {
                let position = self.with_part(seat, |part| part.may_discard = Some(times));
                UnknownValue::new(position, format!("{name}'s Priest took {words}"))
            };
            add("may discard", [(0, "no egg"), (1, "an egg in the turn before")].map(value).into());
        }
        if part.mulligan.is_none() && lines.steps_of(seat).any(|step| *step == Step::Mulligan) {
            let position = self.with_part(seat, |part| part.mulligan = Some(()));
            add("mulligan taken", vec![UnknownValue::new(position, format!("{name} has drawn a new hand already"))]);
        }
        unstated
    }

    /// Other holders of the marker (EE-3.1).
    fn unstated_marker(&self, usual: &Self, lines: Lines<'_>) -> Option<Unknown<Self>> {
        let is_relevant = self.marker.is_none() && lines.steps().any(Step::collects);
        let other_seats = lines.before.seats().filter(|seat| usual.marker != Some(*seat));
        let value = |seat: Seat| {
            let position = Self { marker: Some(seat), ..self.clone() };
            UnknownValue::new(position, format!("{} has the marker", lines.players.name(seat)))
        };
        is_relevant.then(|| Unknown { part: None, piece: "marker", values: other_seats.map(value).collect() })
    }

    /// Other eggs on offer: face-up ones that explode or not (EE-3.4), more or fewer (EE-2.1), face-down ones (EE-2.4, EE-4.1).
    fn unstated_offer(&self, usual: &Self, lines: Lines<'_>) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        let taken: Vec<EggValue> = lines.steps().filter_map(Step::value).collect();
        if self.eggs.is_none() {
            let mut values = Vec::new();
            let (mut spare, egg_count) = (self.eggs_to_lay(lines), eggs_each_turn(lines.before.players));
            let mut fill_up =
                |explode, eggs: &[EggValue]| spare.fill_up(eggs.into(), egg_count, &taken, explode, FillChoice::First);
            let with = |eggs: EggValues, words: &str| UnknownValue::new(Self { eggs: Some(eggs), ..self.clone() }, words);
            match &usual.eggs {
                None => {
                    let revealed = with(fill_up(false, &[]), "the round's first eggs are revealed");
                    let has_words = lines.steps().any(|step| *step == Step::Mulligan);
                    values.push(if has_words { revealed } else { revealed.without_words() });
                }
                Some(eggs) => {
                    let needed: EggValues = eggs.iter().copied().filter(|value| taken.contains(value)).collect();
                    if needed.iter().all(|value| *value < 0) {
                        values.push(with(fill_up(true, &needed), "only exploding eggs lie there, face up"));
                    }
                    values.push(with(fill_up(false, &needed), "another egg lies there that doesn't explode"));
                    values.push(with(fill_up(false, &[]), "none of these eggs lies there").without_words());
                    values.push(with(needed, "no other egg lies there").without_words());
                    let more: EggValues = eggs.iter().copied().chain(fill_up(false, &[]).first().copied()).collect();
                    values.push(with(more, "one more egg lies there").without_words());
                }
            }
            unstated.push(Unknown { part: None, piece: "eggs", values });
        }
        if self.down.is_none() && lines.steps().any(|step| step.collects() || matches!(step, Step::Reveal(_))) {
            let with = |down: Scouts, words: String| UnknownValue::new(Self { down: Some(down), ..self.clone() }, words);
            let usual_down: Scouts = usual.down().collect();
            let none = with(Scouts::new(), "no egg lies there face down".to_owned()).without_words();
            let needs = Needs { down: usual_down.clone(), ..Needs::default() };
            let more = self.free_scouts(lines.before, &needs).map(|scout| {
                let mut down = usual_down.clone();
                down.push(scout);
                down.sort_unstable();
                with(down, format!("an egg of {}'s Scout lies there face down", lines.players.name(scout)))
            });
            unstated.push(Unknown { part: None, piece: "down", values: more.chain([none]).collect() });
        }
        unstated
    }

    /// Other piles and other hands of a player (EE-2.2, EE-2.3).
    fn unstated_pile_and_hand(&self, seat: Seat, lines: Lines<'_>) -> Vec<Unknown<Self>> {
        let (part, name) = (self.part_of(seat), lines.players.name(seat));
        let mut unstated = Vec::new();
        let is_involved = lines.steps_of(seat).next().is_some()
            || lines.steps().any(|step| step.from() == Some(seat) || matches!(step, Step::Opens { .. } | Step::End));
        if !part.has_pile() && is_involved {
            let value = |change: &dyn Fn(&mut PlayerPart), words: &str| {
                UnknownValue::new(self.with_part(seat, |part| change(part)), format!("{name} has {words}")).without_words()
            };
            let none = value(&|part| part.eggs = Some(EggValues::new()), "no egg");
            let unnamed = self.free_scouts(lines.before, &Needs::default()).next().map(|scout| {
                let down = some_scouts(std::iter::once(scout).collect());
                value(&|part| (part.down, part.unseen) = (down.clone(), Some(1)), "an egg without a name")
            });
            let values = [none].into_iter().chain(unnamed).collect();
            unstated.push(Unknown { part: Some(seat), piece: "eggs", values });
        }
        if part.hand.is_none() {
            let full = to_u32(lines.before.hand_size());
            // The full hand is listed too: if it is stated, this player has yet to play, instead of having played as usual.
            let counts = std::iter::once(full).chain(other_counts(full, full + 1, None));
            let with = |hand| self.with_part(seat, |part| part.hand = Some(to_u8(hand)));
            unstated.push(Unknown::counts(Some(seat), "hand", &format!("{name}'s hand"), counts, with));
        }
        unstated
    }

    /// Other moments of the game: sizes of the deck, turns and rounds.
    fn unstated_moment(&self, usual: &Self, lines: Lines<'_>) -> Vec<Unknown<Self>> {
        let Lines { before, players, .. } = lines;
        let mut unstated = Vec::new();
        let mut add = |piece, values| unstated.push(Unknown { part: None, piece, values });
        if let (None, Ok(game)) = (self.deck, usual.to_game(before, players, &mut Vec::new()))
            && let (Some(nest), Some(listed)) = (&game.nest, &before.setup.eggs)
        {
            let deck = |eggs: u32| {
                let position = Self { deck: Some(to_u16(eggs)), ..self.clone() };
                let words = format!("the deck has {}", count_of(eggs as usize, "egg", "eggs"));
                UnknownValue::new(position, words).without_words()
            };
            let counts = other_counts(to_u32(nest.left), to_u32(listed.len()), Some(to_u32(eggs_each_turn(before.players))));
            add("deck", counts.into_iter().map(deck).collect());
        }
        if self.turn.is_none() {
            let turn = |turn: u8| {
                let position = Self { turn: Some(turn), ..self.clone() };
                UnknownValue::new(position, format!("it is turn {turn}")).without_words()
            };
            add("turn", (1..=TURNS).filter(|turn| usual.turn != Some(*turn)).map(turn).collect());
        }
        if self.round.is_none() && lines.steps().any(|step| *step == Step::Mulligan) {
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

    const fn discards(&self) -> bool {
        matches!(self, Self::Discard { .. } | Self::DiscardDown { .. })
    }

    /// The owner of the pile from which the step discards an egg, if not the actor.
    const fn from(&self) -> Option<Seat> {
        match *self {
            Self::Discard { from, .. } | Self::DiscardDown { from, .. } => from,
            _ => None,
        }
    }
}

impl PlayerPart {
    /// Lays the eggs that may be given into a pile of which nothing is stated.
    fn lay_gifts(&mut self) {
        let (mut eggs, mut down, mut unseen) = (EggValues::new(), Scouts::new(), 0);
        for gift in self.may_give.iter().flatten() {
            match *gift {
                EggKnowledge::Worth(value) => eggs.push(value),
                EggKnowledge::Down { scout, .. } => down.push(scout),
                EggKnowledge::Unstated => unseen += 1,
            }
        }
        (self.eggs, self.unseen) = (Some(eggs), Some(unseen));
        self.down = self.down.take().or(some_scouts(down));
    }

    /// The egg of the pile that a Courier gives: an egg of this value, or a face-down egg for `None`. Without such an egg, any egg.
    fn gift(&self, value: Option<EggValue>) -> Option<EggKnowledge> {
        let named = || self.eggs.iter().flatten().copied().map(EggKnowledge::Worth);
        let unstated = || self.unseen.filter(|unseen| *unseen > 0).map(|_| EggKnowledge::Unstated);
        let down = || self.down().last().map(down_egg);
        let wanted = match value {
            Some(_) => named().find(|egg| egg.value() == value),
            None => down(),
        };
        wanted.or_else(unstated).or_else(|| named().next()).or_else(down)
    }
}

impl Needs {
    /// Whether a Mage leaves the face-down eggs (EE-3.4).
    fn has_declining_mage(&self) -> bool {
        self.cards.contains(&Some(Card::Mage))
    }

    /// This number of eggs on offer: the taken ones, then others. If a Mage declines, the others explode (EE-1.4, EE-3.4).
    fn eggs(&self, egg_count: usize, lines: Lines<'_>, spare: &mut SpareEggs, fill: FillChoice) -> EggValues {
        let named: Vec<EggValue> = lines.steps().filter_map(Step::value).collect();
        let mut eggs: EggValues = self.up.iter().copied().take(egg_count).collect();
        eggs.retain(|value| spare.lay(*value));
        spare.fill_up(eggs, egg_count, &named, self.has_declining_mage(), fill)
    }
}
