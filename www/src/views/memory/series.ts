import { computed, signal } from '@preact/signals';
import type { LibzstdEstimate } from '../../engine';
import { pointByKey, points, run, scope, type Shown } from '../../state/run';
import { pinned } from '../../state/selection';
import { codecInfo, engine } from '../../state/settings';

/** What one level needs, side by side. */
export interface MemoryRow {
  point: Shown;
  /** Measured by this engine, bytes. */
  encoder?: number;
  decoder?: number;
  /** Of libzstd, for zstd only. */
  estimate?: LibzstdEstimate;
}

/** The codec that was chosen to be shown; undefined: the pinned row's, else the first of the run. */
export const memoryCodec = signal<string | undefined>(undefined);

/** Codecs of the run that have levels. */
export const memoryCodecs = computed(() =>
  [...new Set(points.value.map((p) => p.spec.codec))].filter((id) => codecInfo(id)?.levels),
);

/** The codec whose levels are shown. */
export const shownCodec = computed(() => {
  const wanted = memoryCodec.value ?? pointByKey.value.get(pinned.value ?? '')?.spec.codec;
  return wanted && memoryCodecs.value.includes(wanted) ? wanted : memoryCodecs.value[0];
});

/** The source size that the estimates are for: a piece, or the largest input shown. */
export const sourceSize = computed(() => {
  const current = run.value;
  if (!current) return 0;
  const sizes = current.inputs
    .filter((_, i) => scope.value === 'all' || scope.value === i)
    .map((input) => input.bytes);
  const largest = Math.max(0, ...sizes);
  const chunk = current.rows[0]?.spec.chunk;
  return chunk === undefined ? largest : Math.min(chunk, largest);
});

/** The levels of the shown codec, lowest first. */
export const memoryRows = computed<readonly MemoryRow[]>(() => {
  const core = engine.value;
  const codec = shownCodec.value;
  if (!core || !codec) return [];
  const isZstd = codecInfo(codec)?.format === 'zstd';
  return points.value
    .filter((p) => p.spec.codec === codec)
    .map((point) => ({
      point,
      encoder: point.measurement?.encoderWorkspace,
      decoder: point.measurement?.decoderWorkspace,
      estimate: isZstd ? core.estimate(point.spec.level, sourceSize.value) : undefined,
    }));
});
