//! Stories of a few cards, led forwards from every order of the pile: what can lie where then is what [`Story`] counts out backwards.

use fastrand::Rng;
use std::collections::BTreeSet;

use crate::{
    knowledge::story::{PILE, Place, Story},
    random_game::for_seeds,
};

/// What lies in each place, in order: of the pile, the top card last.
type World = Vec<Vec<char>>;

/// A stock in which some cards are alike, and cards that may come in later.
const STOCK: [char; 6] = ['a', 'a', 'b', 'c', 'd', 'e'];
const OTHERS: [char; 2] = ['a', 'x'];

/// Something that may be seen.
#[derive(Clone, Debug)]
enum Sight {
    Passed(Place, Place),
    Told(Place, Place, char),
    Out(Place, char),
    In(Place, char),
    Held(Place, Vec<char>),
    Exchanged(Place),
}

/// The world without a card of this place: of the pile only its top.
fn without(world: &World, place: Place, card: char) -> Option<World> {
    let mut world = world.clone();
    let at = world[place].iter().rposition(|other| *other == card)?;
    if place == PILE && at + 1 < world[place].len() {
        return None;
    }
    world[place].remove(at);
    Some(world)
}

fn with(mut world: World, place: Place, card: char) -> World {
    world[place].push(card);
    // In a hand their order means nothing.
    if place != PILE {
        world[place].sort_unstable();
    }
    world
}

/// The worlds that one can become when this is seen.
fn after(world: &World, sight: &Sight) -> Vec<World> {
    let passed = |from: Place, to: Place, card: char| without(world, from, card).map(|world| with(world, to, card));
    match sight {
        Sight::Passed(from, to) => {
            let cards: BTreeSet<char> = world[*from].iter().copied().collect();
            cards.into_iter().filter_map(|card| passed(*from, *to, card)).collect()
        }
        Sight::Told(from, to, card) => passed(*from, *to, *card).into_iter().collect(),
        Sight::Out(from, card) => without(world, *from, *card).into_iter().collect(),
        Sight::In(to, card) => vec![with(world.clone(), *to, *card)],
        Sight::Held(place, cards) => {
            let left = cards.iter().try_fold(world.clone(), |world, card| without(&world, *place, *card));
            left.map(|_| world.clone()).into_iter().collect()
        }
        Sight::Exchanged(place) => {
            let mut drawn = world.clone();
            let aside = std::mem::take(&mut drawn[*place]);
            let left = drawn[PILE].len().saturating_sub(aside.len());
            drawn[*place] = drawn[PILE].split_off(left);
            drawn[*place].sort_unstable();
            drawn[PILE].extend(aside);
            // Shuffled: their order is told apart below.
            drawn[PILE].sort_unstable();
            vec![drawn]
        }
    }
}

/// The worlds that are left when this is seen; a pile that was shuffled may lie in every order.
fn all_after(worlds: &BTreeSet<World>, sight: &Sight) -> BTreeSet<World> {
    let then: BTreeSet<World> = worlds.iter().flat_map(|world| after(world, sight)).collect();
    let shuffled = |world: World| {
        orders(&world[PILE]).into_iter().map(move |pile| {
            let mut world = world.clone();
            world[PILE] = pile;
            world
        })
    };
    if let Sight::Exchanged(_) = sight { then.into_iter().flat_map(shuffled).collect() } else { then }
}

/// Every order of the stock.
fn orders(cards: &[char]) -> BTreeSet<Vec<char>> {
    let [first, rest @ ..] = cards else { return BTreeSet::from([Vec::new()]) };
    let inserted =
        |order: Vec<char>| (0..=order.len()).map(move |at| [&order[..at], &[*first], &order[at..]].concat()).collect::<Vec<_>>();
    orders(rest).into_iter().flat_map(inserted).collect()
}

fn code(card: char) -> String {
    card.to_string()
}

fn any_sight(random: &mut Rng, open: &[char]) -> Sight {
    let card = random.choice(STOCK).expect("a card");
    let hand = random.usize(1..=2);
    match random.u8(..11) {
        10 => Sight::Exchanged(hand),
        0..4 => Sight::Passed(PILE, hand),
        4 => Sight::Passed(hand, 3 - hand),
        5 => Sight::Told(PILE, hand, card),
        6 | 7 => Sight::Out(random.usize(..=2), card),
        8 => Sight::In(hand, random.choice(open.iter().copied()).unwrap_or('x')),
        _ => {
            let many = random.usize(1..=2);
            Sight::Held(hand, (0..many).map(|_| random.choice(STOCK).expect("a card")).collect())
        }
    }
}

fn see(story: &mut Story, sight: &Sight) {
    match sight {
        Sight::Passed(from, to) => story.passes(*from, *to),
        Sight::Told(from, to, card) => story.is_told(*from, *to, &code(*card)),
        Sight::Out(from, card) => story.comes_out(*from, &code(*card)),
        Sight::In(to, card) => story.goes_in(*to, &code(*card)),
        Sight::Exchanged(place) => story.exchanges(*place),
        Sight::Held(place, cards) => story.is_held(*place, &cards.iter().copied().map(code).collect::<Vec<_>>()),
    }
}

#[test]
fn what_is_counted_out_backwards_is_what_can_come_about_forwards() {
    let coded = |cards: &[char]| cards.iter().copied().map(code).collect::<Vec<_>>();
    let mut sights = 0;
    for_seeds(60, |seed| {
        let mut random = Rng::with_seed(seed);
        let mut story = Story::new(&coded(&STOCK), &coded(&OTHERS), 2);

        let mut worlds: BTreeSet<World> = orders(&STOCK).into_iter().map(|order| vec![order, Vec::new(), Vec::new()]).collect();
        let mut open = OTHERS.to_vec();
        let mut seen = Vec::new();
        for _ in 0..40 {
            let sight = any_sight(&mut random, &open);
            let then = all_after(&worlds, &sight);
            let comes_in = matches!(sight, Sight::In(..));
            if then.is_empty() || (comes_in && open.is_empty()) {
                continue;
            }
            worlds = then;
            match &sight {
                Sight::Out(_, card) => open.push(*card),
                Sight::In(_, card) => drop(open.remove(open.iter().position(|other| other == card).expect("it lay open"))),
                _ => {}
            }
            see(&mut story, &sight);
            seen.push(sight);
            sights += 1;
            for place in 0..3 {
                let sorted = |world: &World| {
                    let mut cards = world[place].clone();
                    cards.sort_unstable();
                    cards.into_iter().map(code).collect::<Vec<_>>()
                };
                let forwards: BTreeSet<Vec<String>> = worlds.iter().map(sorted).collect();
                let backwards = story.contents(place, 10_000).expect("they are few");
                let backwards: BTreeSet<Vec<String>> = backwards.iter().map(|content| story.named(content)).collect();
                assert_eq!(backwards, forwards, "place {place} after {seen:?}");
            }
        }
    });
    assert!(sights > 0, "nothing was seen");
    println!("{sights} sights");
}
