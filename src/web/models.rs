//! What the models answer from one plain value. The package has a typed function
//! for each question.

use wasm_bindgen::prelude::*;

use super::value::to_js;
use super::{storage_btrfs, workspace};
use crate::storage::threads::THREADS;

/// The answer to a question about memory or btrfs; `None` if there is no such
/// question.
pub(super) fn answer(question: &str, argument: JsValue) -> Option<Result<JsValue, JsValue>> {
    Some(match question {
        "workspace" => workspace::needs(argument),
        "btrfsNeeds" => workspace::btrfs_needs(argument),
        "groupWorkspaces" => workspace::group(argument),
        "simulateWorkspaces" => workspace::simulate(argument),
        "zramWorkspace" => workspace::zram(argument),
        "btrfsLayout" => storage_btrfs::layout(argument),
        "btrfsBestLevel" => storage_btrfs::best_level(argument),
        "btrfsSettings" => storage_btrfs::settings(argument),
        "threads" => to_js(&THREADS),
        _ => return None,
    })
}
