/** Where pieces lie on a line of pixels, however many there are. */

/** Neighbours that share pixels, or one piece alone. */
export interface Cell {
  /** Pixels on the line, `to` not included. */
  from: number;
  to: number;
  /** Pieces, both included. */
  first: number;
  last: number;
  /** The kind that most of its bytes are of. */
  kind: number;
}

/** Pixels that every piece gets where there is room, so that none is lost to the eye. */
const LEAST = 2;

/** The line: where each piece ends on it, in pixels, fractions included. */
export function endsOf(sizes: Float64Array, length: number): Float64Array {
  const known = sizes.map((size) => (size > 0 ? size : 0));
  const total = known.reduce((sum, size) => sum + size, 0);
  const count = known.reduce((sum, size) => sum + Number(size > 0), 0);
  const least = count * LEAST * 4 <= length ? LEAST : 0;
  const scale = total > 0 ? (length - least * count) / total : 0;
  let at = 0;
  return known.map((size) => (at += size > 0 ? size * scale + least : 0));
}

/** The cells to draw: each has a pixel at least, and they cover the line. */
export function cellsOf(ends: Float64Array, kinds: Uint8Array): Cell[] {
  const cells: Cell[] = [];
  let [from, first] = [0, 0];
  let shares = new Map<number, number>();
  ends.forEach((end, i) => {
    const kind = kinds[i]!;
    shares.set(kind, (shares.get(kind) ?? 0) + end - (ends[i - 1] ?? 0));
    const to = Math.round(end);
    if (to > from) {
      cells.push({ from, to, first, last: i, kind: largest(shares) });
      [from, first] = [to, i + 1];
      shares = new Map();
    }
  });
  // What has no pixel of its own belongs to the last one that has.
  const last = cells.at(-1);
  if (last) last.last = ends.length - 1;
  return cells;
}

function largest(shares: ReadonlyMap<number, number>): number {
  return [...shares].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** The piece at a pixel of the line: the first that ends behind it. */
export function pieceAt(ends: Float64Array, pixel: number): number {
  let [low, high] = [0, Math.max(0, ends.length - 1)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > pixel) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A stretch of the line, cut at the ends of rows that are so wide. */
export function inRows(from: number, to: number, width: number): Array<{ row: number; x: number; width: number }> {
  const parts = [];
  for (let at = from; at < to; ) {
    const row = Math.floor(at / width);
    const end = Math.min(to, (row + 1) * width);
    parts.push({ row, x: at - row * width, width: end - at });
    at = end;
  }
  return parts;
}
