/** A comparison as a file. */

import { factor, METRICS, valueOf, type Base, type Metric, type Pair } from './compare';
import type { Verdict } from './compare-words';
import { csv } from './csv';
import * as format from './format';

const COLUMNS: Record<Metric, string> = {
  size: 'output_bytes',
  ratio: 'ratio',
  compress: 'compress_mb_s',
  decompress: 'decompress_mb_s',
  encoder: 'encoder_workspace',
  decoder: 'decoder_workspace',
};

/** One line per row, each figure of this result and of the other, and the one over the base's. */
export function compareCsv(rows: readonly Pair[], base: Base, sizes: boolean): string {
  return csv(
    rows.map((pair) => ({
      codec: pair.spec.codec,
      level: pair.spec.level,
      chunk: pair.now?.spec.chunk,
      other_chunk: pair.other?.spec.chunk,
      base: base === 'now' ? 'this' : 'other',
      ...Object.fromEntries(
        (Object.keys(METRICS) as Metric[]).flatMap((metric) => [
          [COLUMNS[metric], valueOf(pair.now, metric)],
          [`other_${COLUMNS[metric]}`, valueOf(pair.other, metric)],
          [`${COLUMNS[metric]}_factor`, metric === 'size' && !sizes ? undefined : factor(pair, metric, base)],
        ]),
      ),
    })),
  );
}

const WRITE: Record<Metric, (value: number) => string> = {
  size: format.bytes,
  ratio: format.ratio,
  compress: format.speed,
  decompress: format.speed,
  encoder: format.bytes,
  decoder: format.bytes,
};

/** A table for a mail or an issue, below what is to be known of it. */
export function compareMarkdown(
  rows: readonly Pair[],
  base: Base,
  verdict: Verdict,
  name: string,
  label: (codec: string) => string,
): string {
  const metrics = (Object.keys(METRICS) as Metric[]).filter((metric) => metric !== (verdict.sizes ? 'ratio' : 'size'));
  const heads = metrics.flatMap((metric) => [METRICS[metric].label, 'other', 'change']);
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const body = rows.map((pair) => {
    const figures = metrics.flatMap((metric) => {
      const change = factor(pair, metric, base);
      const [now, other] = [pair.now, pair.other].map((point) => {
        const value = valueOf(point, metric);
        return value === undefined ? '–' : WRITE[metric](value);
      });
      return [now!, other!, change === undefined ? '–' : format.change(change)];
    });
    return line([label(pair.spec.codec), format.level(pair.spec.level), ...figures]);
  });
  const sides = base === 'other' ? 'this result over the other' : 'the other over this result';
  const facts = verdict.facts.map(({ name: of, now, other }) => `- ${of}: ${now === other ? now : `${now}; other: ${other}`}`);
  return [
    `Other: ${name}. Change: ${sides}.`,
    '',
    verdict.sentences.join(' '),
    '',
    ...facts,
    '',
    line(['Codec', 'Level', ...heads]),
    line(['---', ...['Level', ...heads].map(() => '---:')]),
    ...body,
    '',
  ].join('\n');
}
