//! Games taken up where the table lies: what is worked out, and what is refused.

crate::tables::tables! { "blulu/positions":
    fn what_is_left_out_is_worked_out;
    fn what_cannot_lie_there_is_refused_with_its_clause;
    fn what_lies_there_lies_there;
}
