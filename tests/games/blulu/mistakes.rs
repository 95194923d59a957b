//! What is easily got wrong.

crate::tables::tables! { "blulu/mistakes":
    fn what_is_easily_got_wrong;
}
