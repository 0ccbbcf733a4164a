import type { CodecInfo } from '../engine';
import * as format from './format';
import type { Point } from './rows';

/** `zstd −5`, `none (copy)`. */
export function pointName(point: Point, codec: CodecInfo | undefined): string {
  const label = codec?.label ?? point.spec.codec;
  return codec?.levels ? `${label} ${format.level(point.spec.level)}` : label;
}

/** A point in one sentence, for those who hear the page. */
export function describePoint(point: Point, codec: CodecInfo | undefined): string {
  const name = codec?.levels
    ? `${codec.label} level ${point.spec.level}`
    : (codec?.label ?? point.spec.codec);
  if (point.failure) return `${name} failed: ${point.failure.message}`;
  const parts: string[] = [];
  if (point.measurement) parts.push(format.bytes(point.measurement.outputBytes));
  if (point.ratio !== undefined) parts.push(`ratio ${format.ratio(point.ratio)}`);
  if (point.compressMbps !== undefined) parts.push(`compression ${format.speed(point.compressMbps)}`);
  if (point.decompressMbps !== undefined) parts.push(`decompression ${format.speed(point.decompressMbps)}`);
  if (point.measurement) parts.push(`workspace ${format.bytes(point.measurement.encoderWorkspace)}`);
  return `${name}: ${parts.join(', ') || 'not measured'}.`;
}
