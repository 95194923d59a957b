//! Games taken up where the table lies: what is worked out, and what is refused.

crate::tables::tables! { "eggs_and_empires/positions":
    fn what_is_canonical_is_kept;
    fn a_position_is_read_forgivingly;
    fn what_cannot_lie_there_is_refused_with_its_clause;
    fn what_lies_there_lies_there;
}
