//! The headers of the page and its files.

use std::path::Path;

/// What the page may do: load what lies beside it, compile wasm, nothing
/// else.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; \
     script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self'; \
     style-src 'self'; \
     img-src 'self' data: blob:; \
     font-src 'self'; \
     manifest-src 'self'; \
     connect-src 'self'; \
     base-uri 'none'; \
     form-action 'none'; \
     frame-ancestors 'none'";

/// Sent with every answer.
pub const ALWAYS: [(&str, &str); 7] = [
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    // Isolated from other sites, a page gets the finer timer: 5 microseconds
    // instead of 100.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    // A new build is seen at the next reload.
    ("Cache-Control", "no-cache"),
];

/// The type of a file, by its extension.
pub fn content_type(path: &Path) -> &'static str {
    let extension =
        path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_compile_wasm_only_with_its_type() {
        assert_eq!(content_type(Path::new("a/core.wasm")), "application/wasm");
        assert_eq!(content_type(Path::new("a.JS")), "text/javascript; charset=utf-8");
        assert_eq!(content_type(Path::new("a.css")), "text/css; charset=utf-8");
        assert_eq!(content_type(Path::new("icon.svg")), "image/svg+xml");
        assert_eq!(content_type(Path::new("LICENSE")), "application/octet-stream");
    }

    #[test]
    fn the_policy_lets_no_script_from_elsewhere_in() {
        let directives: Vec<_> = CONTENT_SECURITY_POLICY.split("; ").collect();
        assert_eq!(directives[0], "default-src 'none'");
        assert!(directives.contains(&"script-src 'self' 'wasm-unsafe-eval'"));
        assert!(directives.contains(&"connect-src 'self'"));
        assert!(!CONTENT_SECURITY_POLICY.contains("http"));
        assert!(!CONTENT_SECURITY_POLICY.contains('*'));
    }
}
