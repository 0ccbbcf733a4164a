import { factor, METRICS, valueOf, type Metric, type Pair } from '../../lib/compare';
import { describePair } from '../../lib/compare-words';
import { pointName } from '../../lib/describe';
import * as format from '../../lib/format';
import { base, ghosts, judgement, pairByKey } from '../../state/compare';
import { points, type Shown } from '../../state/run';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';
import type { Subject } from '../levels/scatter-chart';

/** How each metric is written, in short and exactly. */
export const WRITTEN: Record<Metric, { short(value: number): string; exact?(value: number): string }> = {
  size: { short: format.bytes, exact: format.exactBytes },
  ratio: { short: format.ratio },
  compress: { short: format.speedValue, exact: format.speed },
  decompress: { short: format.speedValue, exact: format.speed },
  encoder: { short: format.bytes, exact: format.exactBytes },
  decoder: { short: format.bytes, exact: format.exactBytes },
};

/** The difference of a row, where the two may be compared. */
export function change(pair: Pair, metric: Metric): number | undefined {
  if (metric === 'size' && !judgement.value?.sizes) return undefined;
  return factor(pair, metric, base.value);
}

/** The name of a row. */
export function pairName(pair: Pair<Shown>): string {
  const point = pair.now ?? pair.other;
  return point ? pointName(point, codecInfo(pair.spec.codec)) : pair.key;
}

/** What the charts of Compare are of. */
export const compareSubject: Subject = {
  points,
  ghosts,
  tip(key) {
    const pair = pairByKey.value.get(key);
    if (!pair) return undefined;
    const facts = (['size', 'ratio', 'compress', 'decompress', 'encoder'] as const).map(
      (metric) => [METRICS[metric].label, <Both pair={pair} metric={metric} />] as const,
    );
    return {
      title: (
        <>
          <CodecMark codec={pair.spec.codec} /> {pairName(pair)}
        </>
      ),
      facts,
      wide: true,
      note: !pair.other ? 'only in this result' : !pair.now ? 'only in the other result' : 'this · other · change',
    };
  },
  say(key) {
    const pair = pairByKey.value.get(key);
    return (
      pair &&
      describePair(pairName(pair), pair, (metric) => {
        const by = change(pair, metric);
        return by === undefined ? undefined : format.change(by);
      })
    );
  },
};

function Both({ pair, metric }: { pair: Pair; metric: Metric }) {
  const by = change(pair, metric);
  const values = [pair.now, pair.other].map((point) => valueOf(point, metric));
  const words = values.map((value) => (value === undefined ? '–' : WRITTEN[metric].short(value)));
  return <>{[...words, ...(by === undefined ? [] : [format.change(by)])].join(' · ')}</>;
}
