//! Telling a format by its first bytes.

use crate::zstd::format::frame::Magic;

/// The format that `bytes` begin like: `zstd`, `gzip` or `zlib`.
///
/// Raw deflate has no mark. A frame of one of zstd's legacy formats counts as
/// zstd, and so does what ends within a magic number: the decoder says what is
/// wrong with it.
#[must_use]
pub fn format_of(bytes: &[u8]) -> Option<&'static str> {
    if Magic::of(bytes) != Magic::Unknown {
        return Some("zstd");
    }
    match *bytes {
        [0x1F, 0x8B, ..] => Some("gzip"),
        // Method 8, a window of at most 32 KiB, and a check of the header.
        [method, flags, ..]
            if method & 0x0F == 8
                && method >> 4 <= 7
                && u16::from_be_bytes([method, flags]).is_multiple_of(31) =>
        {
            Some("zlib")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::format_of;

    #[test]
    fn each_format_is_told_by_its_mark() {
        assert_eq!(format_of(&[0x28, 0xB5, 0x2F, 0xFD, 0]), Some("zstd"));
        assert_eq!(format_of(&[0x5A, 0x2A, 0x4D, 0x18]), Some("zstd"));
        assert_eq!(format_of(&[0x25, 0xB5, 0x2F, 0xFD]), Some("zstd"));
        assert_eq!(format_of(&[0x1F, 0x8B, 8]), Some("gzip"));
        for flags in [0x01, 0x5E, 0x9C, 0xDA] {
            assert_eq!(format_of(&[0x78, flags]), Some("zlib"));
        }
    }

    #[test]
    fn what_has_no_mark_is_not_guessed() {
        assert_eq!(format_of(&[0x1F]), None);
        assert_eq!(format_of(&[0x78, 0x02]), None);
        assert_eq!(format_of(&[0x88, 0x1C]), None, "a window of 64 KiB");
        assert_eq!(format_of(b"plain text"), None);
    }

    #[test]
    fn the_start_of_a_frame_is_a_frame() {
        assert_eq!(format_of(&[]), Some("zstd"));
        assert_eq!(format_of(&[0x28, 0xB5, 0x2F]), Some("zstd"));
    }
}
