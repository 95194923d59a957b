//! `rules`, of every game.

use crate::program::Folder;

#[test]
fn a_rule_book_fits_in_80_columns() {
    for book in fowlplay::referee::books() {
        let rules = Folder::new().run(&["rules", book.game]).told();
        assert!(rules.lines().count() > 50 && rules.lines().all(|line| line.chars().count() <= 80), "{rules}");
    }
}
