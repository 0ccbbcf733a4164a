//! The properties that `cargo xtask fuzz` tries to break, and that the tests
//! hold to what was found: each takes any bytes.
//!
//! What a property returns, if it holds, is a description of what happened;
//! the fuzzer keeps inputs whose description is new, to change them further.
#![allow(dead_code, reason = "the fuzzer and the tests use some of it each")]

mod encoders;

use ratioscope::inspect::inspect;
use ratioscope::zstd::inspect::{FrameReport, InspectLimits};
use ratioscope::zstd::{self, DecodeError, DecodeLimits, Decoder, Dictionary, StreamDecoder};

pub use encoders::{Bytes, dictionaries, round_trip, streams};

/// A property: what happened, or what should not have.
pub type Property = fn(&[u8]) -> Result<String, String>;

/// All of them, by name.
pub const ALL: [(&str, Property); 7] = [
    ("agree", agree),
    ("pieces", pieces),
    ("inspect", inspected),
    ("dictionary", with_dictionary),
    ("round_trip", round_trip),
    ("streams", streams),
    ("dictionaries", dictionaries),
];

/// The most content that is decoded: mutated frames can have terabytes.
pub const MAX_OUTPUT: usize = 1 << 21;

fn limits() -> DecodeLimits {
    // Of any window: where there is a limit, streams have it for single
    // segments too, and whole inputs do not.
    DecodeLimits { max_output: MAX_OUTPUT as u64, max_window_log: 41 }
}

fn described(result: &Result<Vec<u8>, DecodeError>) -> String {
    match result {
        Ok(content) => format!("ok {}", content.len().max(1).ilog2()),
        Err(DecodeError::Corrupt { what, .. } | DecodeError::UnsupportedFormat { what, .. }) => {
            (*what).into()
        }
        Err(error) => error.code().into(),
    }
}

/// What ruzstd 0.9.1 does not check, by what this decoder says of it. It gives
/// some content then, or refuses too.
const UNCHECKED: &[&str] = &[
    "the reserved bit of the frame header is set",
    "a reserved bit in the header of a block's sequences is set",
    "the content is shorter than the header states",
    "the content is longer than the header states",
    // Limits of a block: 128 KiB there, here also the window.
    "a block is larger than the frame allows",
    "a block has more literals than it can",
    "the content of a block is longer than it can be",
    // Bits may be left of a stream, and an FSE stream of weights be cut.
    "the literals of a block",
    "the Huffman tree of literals",
];

/// Whether some frame refers to more than the window that it declares: ruzstd
/// still has what is there.
fn reaches_beyond_its_window(frames: &[u8]) -> bool {
    let limits = InspectLimits { decode: limits(), ..InspectLimits::default() };
    zstd::inspect::inspect(frames, None, limits).frames.iter().any(|frame| match frame {
        FrameReport::Frame(frame) => frame.window_needed > Some(frame.window_declared),
        FrameReport::Skippable(_) => false,
    })
}

/// ruzstd gives the same content, or refuses it, too.
fn agree(frames: &[u8]) -> Result<String, String> {
    let ours = zstd::decompress_with_limits(frames, limits());
    let description = described(&ours);
    let comparable = match &ours {
        Ok(_) => true,
        // ruzstd checks no checksums here, has limits of its own and
        // dictionaries by other means.
        Err(
            DecodeError::Checksum { .. }
            | DecodeError::OutputTooLarge { .. }
            | DecodeError::WindowTooLarge { .. }
            | DecodeError::DictionaryMissing { .. },
        ) => false,
        Err(_) => !UNCHECKED.contains(&&description[..]) && !reaches_beyond_its_window(frames),
    };
    if !comparable {
        return Ok(description);
    }
    let mut theirs = Vec::with_capacity(MAX_OUTPUT);
    let result = ruzstd::decoding::FrameDecoder::new().decode_all_to_vec(frames, &mut theirs);
    match (&ours, result) {
        (Ok(content), Ok(())) if *content == theirs => Ok(description),
        (Ok(_), Ok(())) => Err("ruzstd reads something else".into()),
        (Ok(_), Err(error)) => {
            let error = error.to_string();
            if error.contains("window_size") { Ok(description) } else { Err(error) }
        }
        (Err(_), Err(_)) => Ok(description),
        (Err(error), Ok(())) => Err(format!("ruzstd takes it, and here: {error}")),
    }
}

/// Decodes in pieces whose sizes follow from `seed`.
fn in_pieces(
    mut decoder: StreamDecoder,
    mut frames: &[u8],
    mut seed: u32,
) -> Result<Vec<u8>, DecodeError> {
    let mut content = Vec::new();
    while !frames.is_empty() {
        seed = seed.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
        let most = [1, 3, 17, 300, 5000, usize::MAX][(seed >> 8) as usize % 6];
        let size = (1 + (seed >> 16) as usize % most).min(frames.len());
        let size = if most == usize::MAX { frames.len() } else { size };
        let mut piece = &frames[..size];
        while !piece.is_empty() {
            let taken = decoder.write(piece, &mut content)?;
            assert!(taken > 0, "nothing was taken");
            piece = &piece[taken..];
        }
        frames = &frames[size..];
    }
    decoder.finish()?;
    Ok(content)
}

fn same(
    what: &str,
    whole: &Result<Vec<u8>, DecodeError>,
    other: &Result<Vec<u8>, DecodeError>,
) -> Result<(), String> {
    if whole == other {
        return Ok(());
    }
    let short = |result: &Result<Vec<u8>, DecodeError>| match result {
        Ok(content) => format!("{} bytes", content.len()),
        Err(error) => error.to_string(),
    };
    Err(format!("whole: {}; {what}: {}", short(whole), short(other)))
}

/// Pieces of any sizes give the same content, or the same error, as the whole;
/// the first bytes alone are the beginning of the content.
fn pieces(input: &[u8]) -> Result<String, String> {
    let Some((seed, frames)) = input.split_first_chunk() else { return Ok("empty".into()) };
    let seed = u32::from_le_bytes(*seed);
    let whole = zstd::decompress_with_limits(frames, limits());
    for decoder_seed in [seed, 1] {
        let pieces = in_pieces(StreamDecoder::new(limits()), frames, decoder_seed);
        same("in pieces", &whole, &pieces)?;
    }
    if let Ok(content) = &whole {
        let count = seed as usize % (content.len() + 2);
        let mut first = Vec::new();
        Decoder::new()
            .decompress_first(frames, count, None, limits(), &mut first)
            .map_err(|error| format!("the first {count} bytes: {error}"))?;
        if first != content[..count.min(content.len())] {
            return Err(format!("the first {count} bytes are others"));
        }
    }
    Ok(described(&whole))
}

const NO_LENGTHS: &str = "the code of a block's lengths";

/// The inspector says what the decoder says.
fn inspected(input: &[u8]) -> Result<String, String> {
    let limits = InspectLimits { decode: limits(), max_listed: 100 };
    let report = inspect(input, None, limits);
    let code = report.error.as_ref().map_or("ok", |error| error.code);
    let decoded = match report.format {
        "zstd" => {
            let result = zstd::decompress_with_limits(input, limits.decode);
            result.map_err(|error| error.code())
        }
        "gzip" | "zlib" => {
            let mut out = Vec::new();
            let id = if report.format == "gzip" { "gzip-zlibrs" } else { "zlib-zlibrs" };
            let codec = ratioscope::codec::by_id(id).expect("it is there");
            let result = codec.decompress(input, MAX_OUTPUT, &mut out);
            result.map(|()| out).map_err(|error| error.code())
        }
        _ => return Ok("unknown".into()),
    };
    match decoded {
        Ok(content) if report.content_bytes != Some(content.len() as u64) => {
            Err(format!("content {:?}, decoded {}", report.content_bytes, content.len()))
        }
        Err("output_too_large") => Ok("too large".into()),
        // A code of lengths without a symbol: zlib refuses what is read by it.
        Err("truncated")
            if report.error.as_ref().is_some_and(|error| error.message.contains(NO_LENGTHS)) =>
        {
            Ok("no lengths".into())
        }
        decoded => {
            let expected = decoded.map_or_else(|code| code, |_| "ok");
            if code != expected {
                return Err(format!("decoder: {expected}, inspector: {:?}", report.error));
            }
            let what = report.error.map_or(String::new(), |error| {
                error.message.chars().filter(|c| !c.is_ascii_digit()).collect()
            });
            Ok(format!("{} {code} {what}", report.format))
        }
    }
}

/// Any dictionary is read or refused, and decodes alike in pieces and whole.
fn with_dictionary(input: &[u8]) -> Result<String, String> {
    let mut bytes = Bytes::new(input);
    let size = bytes.number(16);
    let (dictionary, frames) = bytes.rest().split_at_checked(size).unwrap_or((&[], input));
    let dictionary = match Dictionary::parse(dictionary) {
        Ok(dictionary) => dictionary,
        Err(error) => return Ok(error.to_string().chars().take(50).collect()),
    };
    let mut whole = Vec::new();
    let whole = Decoder::new()
        .decompress_with_dictionary(frames, &dictionary, limits(), &mut whole)
        .map(|()| whole);
    let decoder = StreamDecoder::with_dictionary(limits(), &dictionary);
    same("in pieces", &whole, &in_pieces(decoder, frames, size as u32))?;
    Ok(described(&whole))
}
