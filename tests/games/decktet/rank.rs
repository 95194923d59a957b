//! The ranks.

use fowlplay::decktet::Rank;

#[test]
fn codes_and_numbers_lead_back_to_their_ranks() {
    for (place, rank) in Rank::ALL.into_iter().enumerate() {
        assert_eq!(rank as usize, place);
        assert_eq!(Rank::from_code(rank.code()), Some(rank));
        assert_eq!(Rank::from_code(&rank.code().to_ascii_lowercase()), Some(rank));
        if let Some(number) = rank.number() {
            assert_eq!(number.to_string(), rank.name());
            assert_eq!(Rank::from_number(number), Some(rank));
        }
    }
    assert!(Rank::ALL.is_sorted());
    assert_eq!(Rank::ALL.iter().filter_map(|r| r.number()).sum::<u8>(), 44);
}

#[test]
fn there_is_no_one_and_no_ten() {
    for number in [0, 1, 10, 255] {
        assert_eq!(Rank::from_number(number), None);
    }
    for code in ["", "1", "10", "E", "AA", "Ace"] {
        assert_eq!(Rank::from_code(code), None);
    }
}
