//! The suits, and sets of them.

use fowlplay::decktet::{Suit, Suits};

#[test]
fn letters_lead_back_to_their_suits() {
    let letters: String = Suit::ALL.into_iter().map(Suit::letter).collect();
    assert_eq!(letters, "MSWLYK");
    for suit in Suit::ALL {
        assert_eq!(Suit::from_letter(suit.letter()), Some(suit));
        let small = suit.letter().to_ascii_lowercase();
        assert_eq!(Suit::from_letter(small), Some(suit));
    }
    assert_eq!(Suit::from_letter('C'), None);
    assert_eq!(Suit::Wyrms.to_string(), "Wyrms");
}

#[test]
fn a_set_is_written_in_canonical_order() {
    let suits = Suits::from_iter([Suit::Knots, Suit::Suns]);
    assert_eq!(suits.to_string(), "SK");
    assert_eq!((suits.names(), format!("{suits:?}")), ("Suns, Knots".to_owned(), "Suits(SK)".to_owned()));
    assert_eq!(suits.len(), 2);
    assert!(suits.contains(Suit::Suns) && !suits.contains(Suit::Moons));
    assert_eq!(Suits::EMPTY.to_string(), "");
    assert_eq!(Suits::ALL.to_string(), "MSWLYK");
}

#[test]
fn sets_combine() {
    let (sk, sm) = (Suits::from_iter([Suit::Suns, Suit::Knots]), Suits::from_iter([Suit::Suns, Suit::Moons]));
    assert_eq!(sk & sm, Suit::Suns.into());
    assert_eq!((sk | sm).to_string(), "MSK");
    assert!(sk.meets(sm) && !sk.contains_all(sm));
    assert_eq!(Suit::ALL.into_iter().collect::<Suits>(), Suits::ALL);
    assert_eq!(Suits::ALL.iter().collect::<Vec<_>>(), Suit::ALL);
    assert_eq!((sk.iter().len(), Suits::EMPTY.iter().len()), (2, 0));
}
