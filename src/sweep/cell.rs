//! Measuring one cell.

use super::timing::{once, repeatedly};
use super::{AllocationMeter, CellSpec, Clock, Effort, Failure, Measurement, Mode};
use crate::codec::{self, Codec, CodecError, Compressor, Decompressor, Format};
use crate::workspace::libzstd;
use crate::zstd::OUTPUT_SLACK;
use crate::zstd::format::frame::FrameHeader;

/// Compresses `input` as `spec` says, decompresses the result, compares it
/// with the input, and reports sizes, times and allocations.
///
/// All buffers for output are allocated before the meter is read, so that what
/// is counted is what the encoder and the decoder allocate for themselves. One
/// context serves all pieces of the input, as in a file system that keeps its
/// workspaces.
///
/// # Errors
/// A [`Failure`] with the code
/// - `unknown_codec`, `level_out_of_range`, `invalid_chunk`: the cell does not
///   exist;
/// - `out_of_memory`: no room for the buffers or for the encoder's workspace;
/// - `not_verified`: what was compressed did not decompress to the input;
/// - or that of the codec's error.
pub fn run(
    spec: &CellSpec,
    input: &[u8],
    effort: &Effort,
    clock: &dyn Clock,
    meter: &dyn AllocationMeter,
) -> Result<Measurement, Failure> {
    let codec = codec::by_id(&spec.codec).ok_or_else(|| Failure {
        code: "unknown_codec".into(),
        message: format!("there is no codec named '{}'", spec.codec),
    })?;
    let pieces = Pieces::of(input, spec.chunk)?;
    let mut compressor = codec.compressor(spec.level)?;
    check_memory(codec, spec.level, &pieces)?;
    let mut packed = Packed::for_pieces(codec, &pieces)?;
    let mut plain = buffer(input.len() + 1 + OUTPUT_SLACK)?;

    let mut pack = || packed.fill(&pieces, compressor.as_mut());
    let before = meter.current();
    let (compress, encoder_workspace) = metered(meter, before, || once(clock, &mut pack));
    let mut compress = compress?;
    if effort.mode == Mode::Careful {
        compress = repeatedly(clock, effort, compress.median_ms, &mut pack)?;
    }

    // Decoders may get memory as they are made.
    let before = meter.current();
    let mut decompressor = codec.decompressor();
    let mut unpack = || packed.unpack(&pieces, decompressor.as_mut(), &mut plain);
    let (decompress, decoder_workspace) = metered(meter, before, || once(clock, &mut unpack));
    let failed = |error: CodecError| not_verified(&format!("decompressing it failed: {error}"));
    let mut decompress = decompress.map_err(failed)?;
    if effort.mode == Mode::Careful {
        decompress =
            repeatedly(clock, effort, decompress.median_ms, &mut unpack).map_err(failed)?;
    }
    if plain != input {
        return Err(not_verified("its content differs from the input"));
    }

    let timed = effort.mode != Mode::Sizes;
    let stored =
        pieces.iter().zip(packed.iter()).filter(|(piece, packed)| packed.len() >= piece.len());
    Ok(Measurement {
        input_bytes: input.len() as u64,
        output_bytes: packed.bytes.len() as u64,
        compress: timed.then_some(compress),
        decompress: timed.then_some(decompress),
        encoder_workspace: encoder_workspace.or(compressor.workspace_bytes()).unwrap_or(0) as u64,
        decoder_workspace: decoder_workspace.unwrap_or(0) as u64,
        wasm_memory: meter.wasm_memory() as u64,
        verified: true,
        stored_chunks: stored.count() as u64,
        chunks: pieces.len() as u64,
        window_bytes: match codec.info().format {
            Format::Zstd => packed.iter().filter_map(window).max(),
            _ => None,
        },
    })
}

/// The result of `work` and how much was allocated at most while it ran beyond
/// the `before` bytes that there were, if anything counts it.
fn metered<T>(
    meter: &dyn AllocationMeter,
    before: usize,
    work: impl FnOnce() -> T,
) -> (T, Option<usize>) {
    meter.reset_peak();
    let result = work();
    let counts = before > 0;
    (result, counts.then(|| meter.peak().saturating_sub(before)))
}

fn not_verified(why: &str) -> Failure {
    Failure {
        code: "not_verified".into(),
        message: format!("the compressed data are not right: {why}"),
    }
}

/// Makes sure that there is memory for the workspace of zstd's strong levels:
/// an allocation that fails inside the encoder could not be reported. What
/// libzstd needs is close enough to what this encoder does.
fn check_memory(codec: &dyn Codec, level: i32, pieces: &Pieces<'_>) -> Result<(), Failure> {
    if codec.info().format != Format::Zstd {
        return Ok(());
    }
    let largest = pieces.size.min(pieces.input.len()) as u64;
    let needed = libzstd::one_shot(level, largest);
    let room = usize::try_from(needed).ok().and_then(|needed| buffer(needed).ok());
    room.map(drop).ok_or_else(|| Failure {
        code: "out_of_memory".into(),
        message: format!(
            "level {level} needs about {needed} bytes of workspace, which there are not"
        ),
    })
}

/// An empty buffer of this capacity.
fn buffer(capacity: usize) -> Result<Vec<u8>, Failure> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(capacity).map_err(|_| Failure {
        code: "out_of_memory".into(),
        message: format!("there is no memory for a buffer of {capacity} bytes"),
    })?;
    Ok(buffer)
}

/// The window that a frame declares.
fn window(frame: &[u8]) -> Option<u64> {
    FrameHeader::parse(frame).ok().map(|(header, _)| header.window_size)
}

/// An input in independent pieces.
struct Pieces<'a> {
    input: &'a [u8],
    size: usize,
}

impl<'a> Pieces<'a> {
    fn of(input: &'a [u8], chunk: Option<usize>) -> Result<Self, Failure> {
        match chunk {
            Some(0) => Err(Failure {
                code: "invalid_chunk".into(),
                message: "pieces cannot have 0 bytes".into(),
            }),
            Some(size) => Ok(Self { input, size }),
            None => Ok(Self { input, size: input.len().max(1) }),
        }
    }

    /// An empty input is one piece.
    fn len(&self) -> usize {
        self.input.len().div_ceil(self.size).max(1)
    }

    fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        let Self { input, size } = *self;
        (0..self.len()).map(move |i| {
            let rest = &input[i * size..];
            &rest[..rest.len().min(size)]
        })
    }
}

/// What the pieces became, one after the other.
struct Packed {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Packed {
    /// With room for whatever the pieces become.
    fn for_pieces(codec: &dyn Codec, pieces: &Pieces<'_>) -> Result<Self, Failure> {
        let capacity = pieces.iter().map(|piece| codec.bound(piece.len())).sum();
        Ok(Self { bytes: buffer(capacity)?, ends: Vec::with_capacity(pieces.len()) })
    }

    fn fill(
        &mut self,
        pieces: &Pieces<'_>,
        compressor: &mut dyn Compressor,
    ) -> Result<(), CodecError> {
        self.bytes.clear();
        self.ends.clear();
        for piece in pieces.iter() {
            compressor.compress(piece, &mut self.bytes)?;
            self.ends.push(self.bytes.len());
        }
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }

    /// Replaces `plain` by the content of all pieces.
    fn unpack(
        &self,
        pieces: &Pieces<'_>,
        decompressor: &mut dyn Decompressor,
        plain: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        plain.clear();
        for (piece, packed) in pieces.iter().zip(self.iter()) {
            decompressor.decompress(packed, piece.len(), plain)?;
        }
        Ok(())
    }
}
