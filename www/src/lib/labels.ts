/** Places short labels beside points so that none covers a point or another label. */

/** A point that wants a label. */
export interface LabelRequest {
  x: number;
  y: number;
  text: string;
}

/** A label with the place of its middle left end, and a line to its point where that is far. */
export interface PlacedLabel extends LabelRequest {
  labelX: number;
  labelY: number;
  leader?: [x1: number, y1: number, x2: number, y2: number];
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT = 11;
const CHARACTER = 6.4;
/** Between a point's middle and its label. */
const GAP = 8;
/** The radius that a point takes. */
const POINT = 5.5;
/** How far away a label may lie when the near places are taken. */
const FAR = [20, 32, 44];

/** Earlier requests go first; a label without room is left out. */
export function placeLabels(
  requests: readonly LabelRequest[],
  points: ReadonlyArray<{ x: number; y: number }>,
  bounds: Box,
): PlacedLabel[] {
  const obstacles: Box[] = points.map(({ x, y }) => around(x, y, POINT));
  const placed: PlacedLabel[] = [];
  for (const request of requests) {
    const width = request.text.length * CHARACTER;
    for (const [dx, dy] of places(width)) {
      const left = request.x + dx;
      const middle = request.y + dy;
      const box = { left, right: left + width, top: middle - HEIGHT / 2, bottom: middle + HEIGHT / 2 };
      if (!inside(box, bounds) || obstacles.some((other) => overlap(box, other))) continue;
      obstacles.push(box);
      placed.push({ ...request, labelX: left, labelY: middle, leader: leader(request, dx, dy, width) });
      break;
    }
  }
  return placed;
}

/** Where a label of this width may go, best first: the frontier falls to the right. */
function places(width: number): Array<[number, number]> {
  const half = width / 2;
  const near: Array<[number, number]> = [
    [GAP - 1, -GAP + 1],
    [-half, -GAP - HEIGHT / 2],
    [GAP, 0],
    [-width - GAP, 0],
    [-width - GAP + 1, GAP - 1],
    [-half, GAP + HEIGHT / 2],
    [-width - GAP + 1, -GAP + 1],
    [GAP - 1, GAP - 1],
  ];
  const far = FAR.flatMap((distance): Array<[number, number]> => [
    [distance, 0],
    [distance, -distance / 2],
    [distance, distance / 2],
    [-width - distance, 0],
    [-width - distance, distance / 2],
    [-width - distance, -distance / 2],
  ]);
  return [...near, ...far];
}

/** A line from the rim of the point to the near end of a label that lies far from it. */
function leader(point: LabelRequest, dx: number, dy: number, width: number): PlacedLabel['leader'] {
  const gap = dx > 0 ? dx : -dx - width;
  if (gap < FAR[0]!) return undefined;
  const endX = point.x + (dx > 0 ? dx - 2 : dx + width + 2);
  const endY = point.y + dy;
  const length = Math.hypot(endX - point.x, endY - point.y);
  const rim = POINT / length;
  return [point.x + (endX - point.x) * rim, point.y + (endY - point.y) * rim, endX, endY];
}

function around(x: number, y: number, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function inside(box: Box, bounds: Box): boolean {
  return (
    box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
