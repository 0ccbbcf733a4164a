import { useId, useMemo, useRef } from 'preact/hooks';
import { cellsOf, endsOf, inRows, pieceAt, type Cell } from '../../lib/block-map';
import * as format from '../../lib/format';
import { KIND_WORDS, partWord, pieceName } from '../../lib/inspect-words';
import { KINDS, type Columns } from '../../lib/pieces';
import type { Overview } from '../../models/inspection';
import { chosenPiece, hoveredPiece, mapScale, shownPiece } from '../../state/inspect';
import { announcement } from '../../state/view';
import { Tip } from '../../ui/tip';
import { useSize } from '../../ui/use-size';
import { BlockLegend, Patterns } from './block-patterns';

/** Pixels from a row to the next: as many as there is room for, in the eye and on the page. */
const GAP = 7;
const heightOf = (rows: number) => Math.max(28, Math.min(56, Math.floor(140 / rows)));

/** A row more is taken where pieces would be narrower than this on average. */
const ROOM = 9;
const MOST_ROWS = 6;

/** Narrower cells have neither pattern nor gap. */
const PLAIN = 5;

/** A line in rows: how wide, how high, and how far from one to the next. */
interface Line {
  width: number;
  height: number;
  step: number;
}

/** All pieces, as wide as they are large, in as few rows as show them. */
export function BlockMap({ of }: { of: Overview }) {
  const box = useRef<HTMLDivElement>(null);
  const help = useId();
  const { width } = useSize(box);
  const { columns } = of;
  const count = columns.kinds.length;
  const rows = Math.min(MOST_ROWS, Math.max(1, Math.ceil((count * ROOM) / Math.max(width, 1))));
  const sizes = mapScale.value === 'content' ? columns.content : columns.stored;
  const { ends, cells } = useMemo(() => {
    const ends = endsOf(sizes, rows * width);
    return { ends, cells: cellsOf(ends, columns.kinds) };
  }, [sizes, rows, width]);
  const at = Math.min(shownPiece.value, count - 1);
  const height = heightOf(rows);
  const line: Line = { width, height, step: height + GAP };
  // The same elements while only the piece at hand changes: nothing of them is drawn anew.
  const legend = useMemo(() => <BlockLegend kinds={columns.kinds} />, [columns]);
  const drawing = useMemo(
    () => (
      <>
        <Patterns />
        <Cells cells={cells} columns={columns} line={line} />
        <Starts cells={cells} parts={columns.parts} line={line} />
      </>
    ),
    [cells],
  );

  const meant = (event: MouseEvent) => {
    const origin = box.current!.getBoundingClientRect();
    const row = Math.min(rows - 1, Math.max(0, Math.floor((event.clientY - origin.top) / line.step)));
    return pieceAt(ends, row * width + Math.min(width - 1, Math.max(0, event.clientX - origin.left)));
  };
  const hover = (piece: number | undefined) => (hoveredPiece.value = piece === undefined ? undefined : String(piece));
  const keys = (event: KeyboardEvent) => {
    const next = step(event.key, at, columns, (down) => pieceAt(ends, middle(ends, at) + down * width));
    if (next !== undefined) {
      event.preventDefault();
      hover(Math.min(count - 1, Math.max(0, next)));
      announcement.value = `${nameOf(of, shownPiece.value)}: ${facts(columns, shownPiece.value).map((pair) => pair.join(' ')).join(', ')}.`;
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      chosenPiece.value = at;
    } else if (event.key === 'Escape') hover(undefined);
  };
  return (
    <figure class="block-map">
      <figcaption>
        Blocks: width is {mapScale.value} size, fill is compressed / content
        {legend}
      </figcaption>
      <div
        ref={box}
        class="block-map-box"
        role="group"
        tabIndex={0}
        aria-label={`Map of ${format.plural(count, 'block')}`}
        aria-roledescription="map"
        aria-describedby={help}
        style={{ height: `${rows * line.step}px` }}
        onPointerMove={(event) => event.pointerType === 'mouse' && hover(meant(event))}
        onPointerLeave={() => hover(undefined)}
        onClick={(event) => (chosenPiece.value = meant(event))}
        onKeyDown={keys}
        onBlur={() => hover(undefined)}
      >
        <span id={help} class="visually-hidden">
          Left and right go from block to block, Page Up and Page Down from {partWord(of.format)} to{' '}
          {partWord(of.format)}, Enter chooses. The table below has the same blocks.
        </span>
        {width > 0 && (
          <svg width={width} height={rows * line.step} aria-hidden="true">
            {drawing}
            <Ring from={ends[at - 1] ?? 0} to={ends[at] ?? 0} line={line} end={rows * width} />
          </svg>
        )}
        {hoveredPiece.value !== undefined && width > 0 && (
          <Tip
            words={{ title: nameOf(of, at), facts: facts(columns, at) }}
            place={{ x: middle(ends, at) % width, y: Math.floor(middle(ends, at) / width) * line.step + height - 8 }}
            size={{ width, height: Infinity }}
          />
        )}
      </div>
    </figure>
  );
}

function middle(ends: Float64Array, at: number): number {
  return ((ends[at - 1] ?? 0) + (ends[at] ?? 0)) / 2;
}

/** The piece that a key leads to. */
function step(key: string, at: number, { parts }: Columns, row: (down: number) => number): number | undefined {
  const part = parts[at]!;
  switch (key) {
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowRight':
      return at + 1;
    case 'ArrowUp':
      return row(-1);
    case 'ArrowDown':
      return row(1);
    case 'Home':
      return 0;
    case 'End':
      return parts.length - 1;
    case 'PageDown':
      return parts.indexOf(part + 1) >= 0 ? parts.indexOf(part + 1) : parts.length - 1;
    case 'PageUp':
      return parts.indexOf(at > parts.indexOf(part) ? part : Math.max(0, part - 1));
    default:
      return undefined;
  }
}

function nameOf({ columns, parts, format: of }: Overview, at: number): string {
  const kind = KINDS[columns.kinds[at]!]!;
  const where = parts > 1 ? `, ${partWord(of)} ${format.count(columns.parts[at]! + 1)}` : '';
  return `${pieceName(kind)} ${format.count(at + 1)} of ${format.count(columns.kinds.length)}${where}`;
}

function facts(columns: Columns, at: number): Array<[string, string]> {
  const kind = KINDS[columns.kinds[at]!]!;
  const content = columns.content[at]!;
  const list: Array<[string, string]> = [
    ['Type', KIND_WORDS[kind].label],
    ['From byte', format.count(Math.floor(columns.offsets[at]!))],
    ['Compressed', format.bytes(Math.round(columns.stored[at]!))],
  ];
  if (kind !== 'skippable') list.push(['Content', Number.isNaN(content) ? 'unknown' : format.bytes(content)]);
  return list;
}

/** How high a cell is filled: what is left of its content. */
function fillOf({ first, last }: Cell, { stored, content }: Columns, height: number): number {
  let [packed, whole] = [0, 0];
  for (let i = first; i <= last; i++) {
    packed += stored[i]!;
    whole += content[i]! > 0 ? content[i]! : stored[i]!;
  }
  return Math.max(2, Math.round(height * Math.min(1, packed / whole)));
}

const rectangle = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Tinted, and filled as far as is left of the content; wide cells with pattern and name, narrow ones in one path for each kind. */
function Cells({ cells, columns, line }: { cells: readonly Cell[]; columns: Columns; line: Line }) {
  const { width, height, step } = line;
  const paths = new Map<number, { tint: string; fill: string }>();
  const wide = [];
  for (const cell of cells) {
    const { from, to, first, last, kind } = cell;
    const fill = fillOf(cell, columns, height);
    for (const part of inRows(from, to, width)) {
      const y = part.row * step;
      if (part.width < PLAIN) {
        const path = paths.get(kind) ?? { tint: '', fill: '' };
        path.tint += rectangle(part.x, y, part.width, height);
        path.fill += rectangle(part.x, y + height - fill, part.width, fill);
        paths.set(kind, path);
        continue;
      }
      const { short, label } = KIND_WORDS[KINDS[kind]!];
      const text = first !== last ? '' : part.width > 84 ? label : part.width > 40 ? short : '';
      wide.push(
        <g key={`${from} ${part.row}`} class={`kind-${KINDS[kind]!}`}>
          <rect class="tint" x={part.x} y={y} width={part.width - 1} height={height} />
          <rect x={part.x} y={y + height - fill} width={part.width - 1} height={fill} />
          <rect fill={`url(#pattern-${KINDS[kind]!})`} x={part.x} y={y} width={part.width - 1} height={height} />
          {text && (
            <text x={part.x + 6} y={y + 13}>
              {text}
            </text>
          )}
        </g>,
      );
    }
  }
  return (
    <>
      {[...paths].map(([kind, { tint, fill }]) => (
        <g key={kind} class={`kind-${KINDS[kind]!}`}>
          <path class="tint" d={tint} />
          <path d={fill} />
        </g>
      ))}
      {wide}
    </>
  );
}

/** A mark where frames begin, as long as they do not run together. */
function Starts({ cells, parts, line }: { cells: readonly Cell[]; parts: Uint32Array; line: Line }) {
  const { width, height, step } = line;
  const starts = cells.filter(({ first, last }) => parts[last] !== parts[Math.max(0, first - 1)]);
  if (starts.length * 4 > cells.length && starts.length > width / 8) return null;
  return (
    <g class="starts">
      {starts.map(({ from }) => (
        <rect key={from} x={(from % width) - 1} y={Math.floor(from / width) * step - 3} width="2" height={height + 6} />
      ))}
    </g>
  );
}

/** Around the piece at hand. */
function Ring({ from, to, line, end }: { from: number; to: number; line: Line; end: number }) {
  const { width, height, step } = line;
  const left = Math.min(Math.floor(from), end - 3);
  return (
    <g class="overlay">
      {inRows(left, Math.max(Math.ceil(to), left + 3), width).map((part) => (
        <rect key={part.row} class="ring" x={part.x - 1} y={part.row * step - 2} width={part.width + 1} height={height + 4} />
      ))}
    </g>
  );
}
