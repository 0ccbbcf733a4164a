//! Tests that run as wasm, in Node and in browsers, and the one of them that
//! also runs natively.
//!
//! Nothing here says where: `wasm-pack test --node` runs them in Node, and
//! `wasm-pack test --headless --chrome` in a page if `WASM_BINDGEN_USE_BROWSER`
//! is set in the environment, in a worker if `WASM_BINDGEN_USE_DEDICATED_WORKER`
//! is. (Without either it would find no tests for a browser and succeed.)

#[cfg(all(target_arch = "wasm32", feature = "web"))]
mod api;
mod golden;
mod inputs;
#[cfg(target_arch = "wasm32")]
mod windows;
