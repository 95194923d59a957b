//! The functions of the module: the worker makes room for a question, writes it there, and reads the answer.

use crate::Pocket;
use std::cell::RefCell;

thread_local! {
    static POCKET: RefCell<Pocket> = RefCell::default();
    /// The question, and then the answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes: its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Answers the question that was written into the room: the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = TEXT.take();
    let answer = POCKET.with_borrow_mut(|pocket| pocket.answer(&question));
    TEXT.replace(answer.into_bytes());
    TEXT.with_borrow(Vec::len)
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
