import { describePoint, pointName } from '../../lib/describe';
import { flags } from '../../lib/flags';
import * as format from '../../lib/format';
import { pointByKey, points } from '../../state/run';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';
import type { TipWords } from '../../ui/tip';
import type { Subject } from './scatter-chart';

/** What the charts of Levels are of. */
export const levelSubject: Subject = {
  points,
  tip: words,
  say(key) {
    const point = pointByKey.value.get(key);
    return point && describePoint(point, codecInfo(point.spec.codec));
  },
};

function words(key: string): TipWords | undefined {
  const point = pointByKey.value.get(key);
  if (!point?.measurement) return undefined;
  const m = point.measurement;
  return {
    title: (
      <>
        <CodecMark codec={point.spec.codec} /> {pointName(point, codecInfo(point.spec.codec))}
      </>
    ),
    facts: [
      ['Size', format.exactBytes(m.outputBytes)],
      ['Ratio', point.ratio !== undefined && format.ratio(point.ratio)],
      ['Compress', point.compressMbps !== undefined && format.speed(point.compressMbps)],
      ['Decompress', point.decompressMbps !== undefined && format.speed(point.decompressMbps)],
      ['Workspace', format.exactBytes(m.encoderWorkspace)],
    ],
    note: [...flags(point).map((flag) => flag.label), m.verified ? 'verified' : 'not verified'].join(' · '),
  };
}
