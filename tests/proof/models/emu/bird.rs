//! Birds as lists of words, bottom card first: what fits them (sections 3 of both rule books), and what they bring (sections 6).

/// A bird: its cards, a Pawn or Court as it was played (`PMSL=6`).
pub type Bird = Vec<String>;

/// The card that was laid, without what it was played as.
pub fn card_of(laid: &str) -> String {
    laid.split('=').next().unwrap_or_default().to_owned()
}

/// The letters of its suits.
pub fn suits(laid: &str) -> Vec<char> {
    if laid == "EX" { Vec::new() } else { card_of(laid).chars().skip(1).collect() }
}

/// Its place in the order of ranks; a Pawn or Court without a named rank, or as an Ace or Crown, and the Excuse, have none.
pub fn rank(laid: &str) -> Option<i32> {
    let (named, is_wild) = laid.split_once('=').map_or((laid, false), |(_, named)| (named, true));
    match named.chars().next()? {
        'A' if !is_wild => Some(1),
        'C' if !is_wild => Some(10),
        digit => digit.to_digit(10).and_then(|digit| i32::try_from(digit).ok()),
    }
}

/// What it counts, if it is a number card.
fn number(laid: &str) -> Option<i32> {
    rank(laid).filter(|rank| (2..=9).contains(rank))
}

/// Whether it is a Pawn or a Court.
pub fn is_wild(laid: &str) -> bool {
    laid.starts_with(['P', 'T'])
}

/// Whether it is a Pawn or Court that is not played as a number.
fn is_nameless(laid: &str) -> bool {
    is_wild(laid) && rank(laid).is_none()
}

/// 3.5 and 3.6: why a card can't begin a bird.
pub fn cannot_hatch(laid: &str) -> Option<&'static str> {
    if laid == "EX" { Some("3.6") } else { is_wild(laid).then_some("3.5") }
}

/// 3.3 to 3.6: why a card can't go on a bird.
pub fn cannot_grow(bird: &[String], laid: &str) -> Option<&'static str> {
    let misfit = || misfit(&[[bird, &words(laid)].concat()]);
    if laid == "EX" { Some("3.6") } else { misfit().or(is_nameless(laid).then_some("3.5")) }
}

/// 3.3 to 3.6: why birds can't be what a year has left, clause by clause.
pub fn cannot_be_left(birds: &[Bird]) -> Option<&'static str> {
    // A bird that was grown with an Excuse is judged by that Excuse's own clause from there on.
    let below_excuses = |bird: &Bird| {
        let excuse = (1..bird.len()).find(|&at| bird[at] == "EX");
        bird[..excuse.unwrap_or(bird.len())].to_vec()
    };
    let grown: Vec<Bird> = birds.iter().map(below_excuses).filter(|bird| bird.len() > 1).collect();
    let hatched_wild = birds.iter().any(|bird| is_wild(&bird[0])) || birds.iter().flatten().any(|laid| is_nameless(laid));
    let has_excuse = birds.iter().flatten().any(|laid| laid == "EX");
    misfit(&grown).or(hatched_wild.then_some("3.5")).or(has_excuse.then_some("3.6"))
}

/// The birds of a part of a tally, and the Excuses behind them.
pub fn counted_part(text: &str) -> (Vec<Bird>, &str) {
    let (birds, excuses) = text.split_once(';').unwrap_or((text, ""));
    (birds_of(birds), excuses)
}

/// All cards that are counted in a tally.
pub fn counted_cards(texts: &[String]) -> Vec<String> {
    let cards = |text: &String| {
        let (birds, excuses) = counted_part(text);
        birds.iter().flatten().map(|laid| card_of(laid)).chain(words(excuses)).collect::<Vec<_>>()
    };
    texts.iter().flat_map(cards).collect()
}

/// The first clause that one of these birds breaks.
fn misfit(birds: &[Bird]) -> Option<&'static str> {
    match () {
        () if !birds.iter().all(|bird| shares_a_suit(bird)) => Some("3.3"),
        () if !birds.iter().all(|bird| runs(bird)) => Some("3.4"),
        () => None,
    }
}

/// The birds of a text.
fn birds_of(text: &str) -> Vec<Bird> {
    text.split('|').map(words).filter(|bird| !bird.is_empty()).collect()
}

/// TB-8: whether each of these birds is the beginning of one of those. Birds only grow, on top; of several equal or nested ones
/// each needs a bird of its own.
pub fn are_counted<'b>(birds: impl IntoIterator<Item = &'b Bird>, counted: &[Bird]) -> bool {
    let lying: Vec<&Bird> = birds.into_iter().collect();
    lying.iter().all(|bird| {
        let lying = lying.iter().filter(|other| begins_with(other, bird)).count();
        counted.iter().filter(|other| begins_with(other, bird)).count() >= lying
    })
}

/// The counted birds that don't lie there so: what lies there, lies there, however it came to.
pub fn not_lying<'b>(birds: impl IntoIterator<Item = &'b Bird>, counted: Vec<Bird>) -> Vec<Bird> {
    let lying: Vec<&Bird> = birds.into_iter().collect();
    let lies = |bird: &Bird| lying.iter().any(|other| other.len() == bird.len() && begins_with(bird, other));
    counted.into_iter().filter(|bird| !lies(bird)).collect()
}

/// Whether a bird may have grown from another. A Pawn or Court keeps what it was played as; one played as nothing may have got any rank.
fn begins_with(bird: &[String], beginning: &[String]) -> bool {
    let is_same = |(there, was): (&String, &String)| there == was || (rank(was).is_none() && card_of(there) == *was);
    bird.len() >= beginning.len() && bird.iter().zip(beginning).all(is_same)
}

/// One player's part of a tally with these birds before all others: as they lie, or grown where that fits, or now and then turned
/// over, or without a bottom card.
pub fn with_birds<'b>(birds: impl IntoIterator<Item = &'b Bird>, part: &str) -> String {
    let mut lying: Vec<Bird> = birds.into_iter().cloned().collect();
    let (mut counted, excuses) = counted_part(part);
    let long = lying.iter().position(|bird| bird.len() > 1);
    match ((part.len() + lying.len()) % 6, long) {
        (0, Some(at)) => lying[at].reverse(),
        (1, Some(at)) => drop(lying[at].remove(0)),
        (2.., _) => grow(&mut lying, &mut counted),
        _ => {}
    }
    lying.append(&mut counted);
    let birds: Vec<String> = lying.into_iter().map(|bird| bird.join(" ")).collect();
    let excuses = if excuses.is_empty() { String::new() } else { format!(";{excuses}") };
    birds.join(" | ") + &excuses
}

/// Puts birds on top of others, as far as they fit.
fn grow(lying: &mut [Bird], more: &mut Vec<Bird>) {
    for bird in lying {
        let fitting = more.iter().position(|other| misfit(&[[&bird[..], other].concat()]).is_none());
        bird.extend(fitting.map(|at| more.remove(at)).unwrap_or_default());
    }
}

/// The words of a text.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The place of the bird with this number.
pub fn bird_at(number: &str) -> usize {
    number.parse::<usize>().expect("a bird's number") - 1
}

/// Whether all cards share at least one suit (3.3).
fn shares_a_suit(bird: &[String]) -> bool {
    "MSWLYK".chars().any(|suit| bird.iter().all(|laid| suits(laid).contains(&suit)))
}

/// Whether the ranks run strictly up or strictly down (3.4).
fn runs(bird: &[String]) -> bool {
    let ranks: Vec<i32> = bird.iter().filter_map(|laid| rank(laid)).collect();
    ranks.windows(2).all(|two| two[0] < two[1]) || ranks.windows(2).all(|two| two[0] > two[1])
}

/// What a bird brings.
#[derive(Clone, Debug)]
pub struct Brought {
    pub points: i32,
    /// The clause's number: `6.2` or `6.3`.
    pub clause: &'static str,
    pub total: i32,
    pub paid: Vec<String>,
    pub left: Vec<String>,
    pub bonus: i32,
}

/// 6.1 to 6.4: every set of number cards is tried as payment.
pub fn brings(bird: &[String], upkeep: i32) -> Brought {
    let has = |letter: char| bird.iter().any(|laid| laid.starts_with(letter));
    let bonus = 5 * (i32::from(has('A')) + i32::from(has('C')));
    let total: i32 = bird.iter().filter_map(|laid| number(laid)).sum();
    if total < upkeep {
        let points = total - upkeep - bonus;
        return Brought { points, clause: "6.2", total, paid: Vec::new(), left: Vec::new(), bonus: -bonus };
    }
    let numbers: Vec<usize> = (0..bird.len()).filter(|&at| number(&bird[at]).is_some()).collect();
    let sets = (0u32..1 << numbers.len()).map(|set| {
        let in_set = |nth: &usize| set >> nth & 1 == 1;
        (0..numbers.len()).filter(in_set).map(|nth| numbers[nth]).collect::<Vec<usize>>()
    });
    // The least sum first, then the fewest cards, then the highest cards first.
    let worth = |set: &Vec<usize>| {
        let mut ranks: Vec<i32> = set.iter().filter_map(|&at| number(&bird[at])).collect();
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        (ranks.iter().sum::<i32>(), ranks.len(), ranks.iter().map(|rank| -rank).collect::<Vec<i32>>())
    };
    let enough = sets.filter(|set| worth(set).0 >= upkeep);
    let best = enough.min_by_key(worth).expect("all of them are enough");
    let (pays, stays): (Vec<usize>, Vec<usize>) = (0..bird.len()).partition(|at| best.contains(at));
    let cards = |these: Vec<usize>| these.into_iter().map(|at| bird[at].clone()).collect();
    let points = total - worth(&best).0 + bonus;
    Brought { points, clause: "6.3", total, paid: cards(pays), left: cards(stays), bonus }
}

/// A bird's line of the score sheet, as [`crate::model::Model::item`] puts it.
pub fn line(number: usize, clause: &str, points: i32, bird: &[String], brought: &Brought) -> String {
    let list = |cards: &[String]| if cards.is_empty() { "-".to_owned() } else { cards.join(" ") };
    let Brought { total, paid, left, bonus, .. } = brought;
    let (cards, paid, left) = (list(bird), list(paid), list(left));
    format!("bird {number}: {points}..{points} {clause} cards={cards}, total={total}, paid={paid}, left={left}, bonus={bonus}")
}
