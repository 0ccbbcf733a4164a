//! What compressed data are made of: the frames and blocks of zstd
//! ([`zstd::inspect`](crate::zstd::inspect)), the members and blocks of gzip
//! and zlib. The format is told by the first bytes.
//!
//! ```
//! let frame = ratioscope::zstd::compress(&[7; 5000], 3)?;
//! let report = ratioscope::inspect::inspect(&frame, None, Default::default());
//! assert_eq!((report.format, report.content_bytes), ("zstd", Some(5000)));
//! assert!(report.error.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod deflate;
mod members;

pub use deflate::DeflateBlock;
pub use members::{GzipHeader, Member, ZlibHeader};

use serde::Serialize;

use crate::codec::{CodecError, format_of};
use crate::zstd::Dictionary;
use crate::zstd::inspect::{self as frames, FrameReport, InspectLimits, Problem};

/// The name and version of the report's shape.
pub const SCHEMA: &str = "ratioscope/inspect/1";

/// What an input is made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `zstd`, `gzip`, `zlib`, or `unknown`.
    pub format: &'static str,
    /// The size of the input.
    pub bytes: u64,
    /// The size of the content of all that was read. Nothing if that cannot be
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_bytes: Option<u64>,
    /// The frames of zstd that are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<Vec<FrameReport>>,
    /// The members of gzip that are listed, or the stream of zlib.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<Member>>,
    /// How many frames or members more there are.
    pub omitted: u64,
    /// The first thing that is wrong. What was read before it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

/// Reports what `src` is made of.
#[must_use]
pub fn inspect(src: &[u8], dictionary: Option<&Dictionary>, limits: InspectLimits) -> Inspection {
    let mut inspection = Inspection {
        schema: SCHEMA,
        format: format_of(src).unwrap_or("unknown"),
        bytes: src.len() as u64,
        content_bytes: None,
        frames: None,
        members: None,
        omitted: 0,
        error: None,
    };
    match inspection.format {
        "zstd" => {
            let report = frames::inspect(src, dictionary, limits);
            inspection.content_bytes = report.content_bytes;
            inspection.omitted = report.frames_omitted;
            inspection.error = report.error;
            inspection.frames = Some(report.frames);
        }
        "gzip" => members::gzip(src, limits, &mut inspection),
        "zlib" => members::zlib(src, limits, &mut inspection),
        _ => {
            let what = "it begins like none of zstd, gzip and zlib";
            inspection.error = Some(CodecError::UnsupportedFormat { offset: 0, what }.into());
        }
    }
    inspection
}

impl From<CodecError> for Problem {
    fn from(error: CodecError) -> Self {
        let offset = match error {
            CodecError::UnsupportedFormat { offset, .. }
            | CodecError::Truncated { offset }
            | CodecError::Corrupt { offset, .. }
            | CodecError::TrailingData { offset } => Some(offset as u64),
            _ => None,
        };
        Self { code: error.code(), message: error.to_string(), offset }
    }
}
