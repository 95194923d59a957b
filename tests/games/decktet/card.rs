//! The 45 cards.

use fowlplay::decktet::{Card, Rank, Suit, Suits};

#[test]
fn the_deck_has_36_and_4_and_4_and_1() {
    let count = |ranks: std::ops::RangeInclusive<Rank>| Card::all().filter(|c| ranks.contains(&c.rank())).count();
    assert_eq!(count(Rank::Ace..=Rank::Crown), 36);
    assert_eq!(count(Rank::Pawn..=Rank::Pawn), 4);
    assert_eq!(count(Rank::Court..=Rank::Court), 4);
    assert_eq!(count(Rank::Excuse..=Rank::Excuse), 1);
    assert!(Card::all().is_sorted_by_key(Card::rank));
}

#[test]
fn from_ace_to_crown_each_suit_is_once_at_a_rank() {
    for rank in Rank::ALL {
        let suits = || Card::all().filter(|c| c.rank() == rank).map(Card::suits);
        let each = match rank {
            Rank::Ace | Rank::Crown => 1,
            Rank::Pawn | Rank::Court => 3,
            Rank::Excuse => 0,
            _ => 2,
        };
        assert!(suits().all(|s| s.len() == each));
        if rank <= Rank::Crown {
            assert_eq!(suits().map(Suits::len).sum::<usize>(), 6);
            assert_eq!(suits().fold(Suits::EMPTY, Suits::union), Suits::ALL);
        } else if rank < Rank::Excuse {
            // Each of the six suits is on two of the four Pawns, and on two of the four Courts.
            for suit in Suit::ALL {
                assert_eq!(suits().filter(|s| s.contains(suit)).count(), 2);
            }
        }
    }
}

#[test]
fn codes_are_canonical_and_lead_back() {
    for card in Card::all() {
        assert_eq!(
            card.code(),
            match card.rank() {
                Rank::Excuse => "EX".to_owned(),
                rank => format!("{rank}{}", card.suits()),
            }
        );
        assert_eq!(Card::from_code(card.code()), Some(card));
        assert_eq!(Card::from_index(card.index()), Some(card));
        assert_eq!(Card::with_suits(card.rank(), card.suits()), Some(card));
        assert_eq!(card.name().is_none(), card.rank() == Rank::Ace);
    }
    assert_eq!(Card::from_index(Card::COUNT), None);
    for no in ["", "7", "7KS", "7sk", "7SKK", "7SKM", "EXM", "ex", "A", "7S", "E", "1M", "é"] {
        assert_eq!(Card::from_code(no), None, "{no}");
    }
}

#[test]
fn cards_are_read_back_with_name_and_suits() {
    let titled = |code| Card::from_code(code).map(Card::full_name);
    let is = |code, text: &str| assert_eq!(titled(code).as_deref(), Some(text));
    is("8WL", "8WL the Mill, Waves Leaves");
    is("AW", "AW the Ace of Waves");
    is("CS", "CS the Bard, Suns");
    is("PSWK", "PSWK the Light Keeper, Suns Waves Knots");
    is("EX", "EX the Excuse");
}
