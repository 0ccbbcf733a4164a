//! A file from beginning to end, piece after piece.

use std::io::{self, Read};

use super::{Examiner, Layout, Options, PIECE, Report, spans};
use crate::storage::StorageError;

/// Examines the `size` bytes that `source` gives, and lays them out. No more
/// than two pieces are held.
///
/// # Errors
/// Those of [`Options::checked`] and [`Examiner::examine`], and
/// [`StorageError::Read`] if there are fewer bytes or they cannot be read.
pub fn scan(mut source: impl Read, size: u64, options: &Options) -> Result<Report, StorageError> {
    let mut examiner = Examiner::new(options)?;
    let mut layout = Layout::new(size, options)?;
    let mut piece = vec![0; PIECE.min(usize::try_from(size).unwrap_or(PIECE))];
    for span in spans(size, options) {
        let piece = &mut piece[..span.len as usize];
        source.read_exact(piece).map_err(|error| {
            let why = match error.kind() {
                io::ErrorKind::UnexpectedEof => format!("it ends before its {size} bytes"),
                _ => error.to_string(),
            };
            StorageError::Read { why }
        })?;
        let wanted = layout.wants(&span);
        layout.add(&span, &examiner.examine(piece, wanted)?)?;
    }
    layout.finish()
}
