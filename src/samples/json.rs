//! Log lines of a web service.

use core::fmt::Write;

use super::rng::Rng;

const SERVICES: [&str; 6] = ["gateway", "catalog", "checkout", "accounts", "search", "mailer"];
const ROUTES: [&str; 10] = [
    "/api/v2/items",
    "/api/v2/items/{id}",
    "/api/v2/cart",
    "/api/v2/orders/{id}",
    "/health",
    "/api/v2/users/{id}/settings",
    "/login",
    "/api/v2/search?q={word}",
    "/static/app.js",
    "/api/v2/orders",
];
const WORDS: [&str; 12] = [
    "lamp", "chair", "notebook", "cable", "kettle", "poster", "shelf", "speaker", "jacket", "tent",
    "bottle", "camera",
];
const AGENTS: [&str; 4] = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0",
    "okhttp/5.1.0",
    "curl/8.14.1",
];

/// At least `bytes` bytes.
pub(super) fn generate(bytes: usize) -> Vec<u8> {
    let mut rng = Rng::new(2);
    let mut out = String::with_capacity(bytes + 512);
    // Milliseconds of the day, from six o'clock.
    let mut now = 6 * 3_600_000;
    while out.len() < bytes {
        now += rng.skewed(90);
        line(&mut out, &mut rng, now);
    }
    out.into_bytes()
}

fn line(out: &mut String, rng: &mut Rng, now: u64) {
    let (hour, minute) = (now / 3_600_000 % 24, now / 60_000 % 60);
    let (second, milli) = (now / 1000 % 60, now % 1000);
    let _ = write!(
        out,
        "{{\"time\":\"2026-03-14T{hour:02}:{minute:02}:{second:02}.{milli:03}Z\",\"service\":\"{}\",\"trace\":\"{:016x}\",",
        rng.pick_skewed(&SERVICES),
        rng.next()
    );
    let user = 10_000 + rng.skewed(5000);
    let route = rng.pick_skewed(&ROUTES);
    let path = route.replace("{id}", &(100_000 + rng.skewed(40_000)).to_string());
    let path = path.replace("{word}", rng.pick_skewed(&WORDS));
    if rng.one_in(40) {
        let _ = writeln!(
            out,
            "\"level\":\"error\",\"message\":\"upstream timed out\",\"path\":\"{path}\",\"user\":{user},\"retry\":{},\"after_ms\":{}}}",
            rng.below(3),
            3000 + rng.below(50)
        );
        return;
    }
    let status = match rng.below(30) {
        0 => 404,
        1 => 304,
        2 => 401,
        _ => 200,
    };
    let _ = writeln!(
        out,
        "\"level\":\"info\",\"message\":\"request\",\"method\":\"{}\",\"path\":\"{path}\",\"status\":{status},\"bytes\":{},\"ms\":{}.{},\"user\":{user},\"ip\":\"10.{}.{}.{}\",\"agent\":\"{}\"}}",
        if rng.one_in(5) { "POST" } else { "GET" },
        200 + rng.skewed(20_000),
        1 + rng.skewed(80),
        rng.below(10),
        rng.below(4),
        rng.below(256),
        rng.below(256),
        rng.pick_skewed(&AGENTS)
    );
}
