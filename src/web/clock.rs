//! The clock of windows, workers and Node.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::Performance;

use crate::sweep::Clock;

/// `performance.now`, which windows, workers and Node all have.
pub(super) struct PageClock(Performance);

impl PageClock {
    pub(super) fn new() -> Self {
        let performance = Reflect::get(&js_sys::global(), &JsValue::from_str("performance"));
        Self(performance.unwrap_or(JsValue::UNDEFINED).unchecked_into())
    }
}

impl Clock for PageClock {
    fn now_ms(&self) -> f64 {
        self.0.now()
    }
}
