/** How a codec looks: a colour of the Okabe-Ito set and a shape, never a colour alone. */

/** Corners around the origin for a shape of radius 1; `circle` has none. */
export type Shape = 'circle' | 'square' | 'diamond' | 'triangle' | 'triangle-down' | 'hexagon' | 'plus' | 'cross' | 'star';

/** The look of one codec. */
export interface CodecStyle {
  shape: Shape;
  /** A colour of styles/tokens.css, light and dark. */
  color: string;
}

const KNOWN: Record<string, CodecStyle> = {
  zstd: { shape: 'circle', color: 'var(--codec-blue)' },
  'gzip-zlibrs': { shape: 'square', color: 'var(--codec-green)' },
  'gzip-miniz': { shape: 'triangle', color: 'var(--codec-vermillion)' },
  'zlib-zlibrs': { shape: 'diamond', color: 'var(--codec-purple)' },
  'zlib-miniz': { shape: 'triangle-down', color: 'var(--codec-orange)' },
  'deflate-zlibrs': { shape: 'hexagon', color: 'var(--codec-sky)' },
  'deflate-miniz': { shape: 'plus', color: 'var(--codec-yellow)' },
  none: { shape: 'cross', color: 'var(--codec-ink)' },
};

/** The look of a codec; one that is not known is a star. */
export function codecStyle(id: string): CodecStyle {
  return KNOWN[id] ?? { shape: 'star', color: 'var(--codec-ink)' };
}

/** The corners of a shape, scaled to look as large as a circle of the radius. */
export function corners(shape: Shape, radius: number): Array<[number, number]> {
  const { points, scale } = POLYGONS[shape];
  return points.map(([x, y]) => [x * radius * scale, y * radius * scale]);
}

const ring = (count: number, turn = 0): Array<[number, number]> =>
  Array.from({ length: count }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / count;
    return [Math.cos(angle), Math.sin(angle)];
  });

const UP = -Math.PI / 2;
const plus: Array<[number, number]> = [
  [-0.33, -1], [0.33, -1], [0.33, -0.33], [1, -0.33], [1, 0.33], [0.33, 0.33],
  [0.33, 1], [-0.33, 1], [-0.33, 0.33], [-1, 0.33], [-1, -0.33], [-0.33, -0.33],
];
const turned = (points: Array<[number, number]>, angle: number): Array<[number, number]> =>
  points.map(([x, y]) => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ]);

const POLYGONS: Record<Shape, { points: Array<[number, number]>; scale: number }> = {
  circle: { points: ring(24), scale: 1 },
  square: { points: ring(4, Math.PI / 4), scale: 1.25 },
  diamond: { points: ring(4), scale: 1.3 },
  triangle: { points: ring(3, UP), scale: 1.45 },
  'triangle-down': { points: ring(3, -UP), scale: 1.45 },
  hexagon: { points: ring(6, UP), scale: 1.1 },
  plus: { points: plus, scale: 1.15 },
  cross: { points: turned(plus, Math.PI / 4), scale: 1.15 },
  star: {
    points: ring(10, UP).map(([x, y], i) => (i % 2 ? [x * 0.45, y * 0.45] : [x, y])),
    scale: 1.45,
  },
};
