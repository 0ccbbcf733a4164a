//! What host and core tell each other about the instance: its build, its
//! memory, the text of a panic.

use std::cell::RefCell;
use std::panic;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::sweep::report;

thread_local! {
    static PANIC_LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        PANIC_LISTENER.with_borrow(|listener| {
            if let Some(listener) = listener {
                let text = JsValue::from_str(&info.to_string());
                // Nothing can be done for a listener that throws.
                let _ = listener.call1(&JsValue::NULL, &text);
            }
        });
    }));
}

/// Sets the function that gets the text of a panic, just before the trap
/// that ends the instance.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(listener: Function) {
    PANIC_LISTENER.set(Some(listener));
}

/// Panics, so that a host can test what it does then.
#[wasm_bindgen(js_name = debugPanic)]
pub fn debug_panic(message: &str) {
    panic!("{message}");
}

/// Has the next call start a new instance, with a new memory.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Bytes of the instance's memory, which only ever grows.
#[wasm_bindgen(js_name = memoryBytes)]
#[must_use]
pub fn memory_bytes() -> f64 {
    #[cfg(target_arch = "wasm32")]
    let pages = core::arch::wasm32::memory_size::<0>();
    #[cfg(not(target_arch = "wasm32"))]
    let pages = 0_u32;
    pages as f64 * 65_536.0
}

/// Which build this is: `simd128` or `scalar`.
#[wasm_bindgen]
#[must_use]
pub fn build() -> String {
    report::build().into()
}
