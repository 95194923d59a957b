//! Games taken up where the table lies: what is worked out, and what is refused.

crate::tables::tables! { "piepmatz/positions":
    fn a_canonical_position_is_written_as_it_was_read;
    fn a_position_is_read_forgivingly;
    fn what_is_left_out_is_worked_out;
    fn what_matters_and_cannot_be_worked_out_is_asked_for;
    fn what_cannot_lie_there_is_refused_with_its_clause;
    fn what_lies_there_lies_there;
}
