//! The model of btrfs. But for its bytes each function takes one
//! JavaScript value.

use serde::Deserialize;
use wasm_bindgen::JsValue;

use super::error::js_error;
use super::storage::failed;
use super::value::{from_js, to_js};
use crate::storage::btrfs::{
    self, Examined, Examiner, Files, Layout, LevelTotals, NamedReport, Options,
};

/// A part of a file.
#[derive(Deserialize)]
struct Part {
    /// Where it begins.
    offset: u64,
    /// The bytes of the file.
    size: u64,
    options: Options,
}

/// Examines the pieces of a part of a file, which begins and ends at pieces.
pub(super) fn examine(bytes: &[u8], part: JsValue) -> Result<JsValue, JsValue> {
    let Part { offset: start, size, options } = from_js(part)?;
    let mut examiner = Examiner::new(&options).map_err(failed)?;
    let mut rest = bytes;
    let mut examined = Vec::new();
    for span in btrfs::spans(size, &options).skip_while(|span| span.offset < start) {
        let begun = start + (bytes.len() - rest.len()) as u64;
        let piece = rest.split_at_checked(span.len as usize).filter(|_| span.offset == begun);
        let Some((piece, after)) = piece else { break };
        examined.push(examiner.examine(piece, true).map_err(failed)?);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(js_error("invalid_argument", "the part does not consist of whole pieces"));
    }
    to_js(&examined)
}

#[derive(Deserialize)]
struct FilesExamined {
    options: Options,
    files: Vec<FileExamined>,
}

#[derive(Deserialize)]
struct FileExamined {
    name: String,
    size: u64,
    /// All its pieces in order.
    examined: Vec<Examined>,
}

/// What becomes of files.
pub(super) fn layout(argument: JsValue) -> Result<JsValue, JsValue> {
    let FilesExamined { options, files } = from_js(argument)?;
    let mut reports = Vec::with_capacity(files.len());
    for FileExamined { name, size, examined } in files {
        let mut layout = Layout::new(size, &options).map_err(failed)?;
        for (span, examined) in btrfs::spans(size, &options).zip(&examined) {
            layout.add(&span, examined).map_err(failed)?;
        }
        reports.push(NamedReport { name, report: layout.finish().map_err(failed)? });
    }
    to_js(&Files::new(&options, reports).map_err(failed)?)
}

/// The level to take by disk space, if there is any.
pub(super) fn best_level(argument: JsValue) -> Result<JsValue, JsValue> {
    let totals: Vec<LevelTotals> = from_js(argument)?;
    btrfs::best_level(&totals).map_or(Ok(JsValue::UNDEFINED), |best| to_js(&best))
}

/// What to tell btrfs for these options.
pub(super) fn settings(argument: JsValue) -> Result<JsValue, JsValue> {
    to_js(&btrfs::settings(&from_js(argument)?).map_err(failed)?)
}
