//! Cards counted by kinds, and choices among them.

/// How many of each kind of card there are, by the kind's place in a list of kinds.
pub type Cards = Vec<u8>;

pub fn count(cards: &Cards) -> usize {
    cards.iter().map(|n| usize::from(*n)).sum()
}

/// Whether all of these are among those.
pub fn is_part(cards: &Cards, of: &Cards) -> bool {
    cards.iter().zip(of).all(|(n, most)| n <= most)
}

pub fn plus(cards: &Cards, others: &Cards) -> Cards {
    cards.iter().zip(others).map(|(n, more)| n + more).collect()
}

/// What is left without these.
pub fn less(cards: &Cards, others: &Cards) -> Cards {
    cards.iter().zip(others).map(|(n, fewer)| n.saturating_sub(*fewer)).collect()
}

/// Calls for every choice of so many cards, as long as it is answered that there shall be more; whether all were made.
pub fn each_choice(of: &Cards, many: usize, each: &mut impl FnMut(&Cards) -> bool) -> bool {
    fn go(of: &Cards, kind: usize, many: usize, chosen: &mut Cards, each: &mut impl FnMut(&Cards) -> bool) -> bool {
        if many == 0 {
            return each(chosen);
        }
        let left: usize = of[kind.min(of.len())..].iter().map(|n| usize::from(*n)).sum();
        if left < many {
            return true;
        }
        for n in (0..=of[kind].min(u8::try_from(many).unwrap_or(u8::MAX))).rev() {
            chosen[kind] = n;
            let more = go(of, kind + 1, many - usize::from(n), chosen, each);
            chosen[kind] = 0;
            if !more {
                return false;
            }
        }
        true
    }
    go(of, 0, many, &mut vec![0; of.len()], each)
}

/// Every choice of so many cards, if there are no more than `most`.
pub fn choices(of: &Cards, many: usize, most: usize) -> Option<Vec<Cards>> {
    let mut all = Vec::new();
    let complete = each_choice(of, many, &mut |chosen| {
        all.push(chosen.clone());
        all.len() <= most
    });
    (complete && all.len() <= most).then_some(all)
}
