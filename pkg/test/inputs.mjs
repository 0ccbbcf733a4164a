/** Inputs for the tests, the same at each run. */

/** Bytes that compress like text. */
export function text(length) {
  const random = lcg(length);
  const words = Array.from({ length: 300 }, () =>
    Array.from({ length: 2 + random(8) }, () => String.fromCharCode(97 + random(26))).join(''),
  );
  let out = '';
  while (out.length < length) out += words[random(1 + random(300))] + ' ';
  return new TextEncoder().encode(out.slice(0, length));
}

/** Bytes that do not compress. */
export function noise(length) {
  const random = lcg(length + 1);
  return Uint8Array.from({ length }, () => random(256));
}

function lcg(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
