//! The door to the browser: texts in linear memory.
//!
//! The page asks for room with `room_for`, writes a request there as UTF-8 and calls `answer`, which returns the address and
//! the length of the answer; it stays until the next call. Names must not be mangled and addresses come from outside,
//! which is what this crate needs `unsafe` for. wasm-bindgen would write the same with more around it.
#![allow(unsafe_code, reason = "exported names and memory that the page writes into")]

use std::cell::RefCell;

use crate::Desk;

struct Open {
    desk: Desk,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    // There is one thread.
    static OPEN: RefCell<Open> = RefCell::new(Open { desk: Desk::default(), request: Vec::new(), answer: String::new() });
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Whether the time that a bot was given is over.
    #[cfg(feature = "thinking")]
    safe fn is_due() -> i32;
    /// What is told of a request before it is answered.
    #[cfg(feature = "thinking")]
    fn told(text: *const u8, length: usize);
    /// What went wrong before the program stopped.
    fn failed(text: *const u8, length: usize);
}

/// Asked by bots while they think.
#[cfg(feature = "thinking")]
pub fn time_is_over() -> bool {
    is_due() != 0
}

/// Tells the page something while a request is worked on.
#[cfg(feature = "thinking")]
pub fn tell(text: &str) {
    // SAFETY: the text lives until the call is over, and the page only reads it.
    unsafe { told(text.as_ptr(), text.len()) };
}

/// Makes room for a request of so many bytes: where it is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room_for(length: usize) -> *mut u8 {
    OPEN.with_borrow_mut(|open| {
        open.request.clear();
        open.request.resize(length, 0);
        open.request.as_mut_ptr()
    })
}

/// Answers the request that was written: the address and, in the upper half, the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> u64 {
    OPEN.with_borrow_mut(|open| {
        let request = std::mem::take(&mut open.request);
        open.answer = open.desk.answer(&String::from_utf8_lossy(&request));
        open.request = request;
        (open.answer.len() as u64) << 32 | open.answer.as_ptr() as u64
    })
}

/// Lets the page know why the program stops, if it ever does. Called once, before everything else.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text lives until the call is over, and the page only reads it.
        unsafe { failed(text.as_ptr(), text.len()) };
    }));
}
