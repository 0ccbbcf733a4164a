import type { Sum } from '../../lib/compare';
import * as format from '../../lib/format';
import { base, judgement, other, pairRows, sums } from '../../state/compare';
import { BASELINE } from '../../state/run';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';

/** What two results come to, and the circumstances of both. */
export function ComparePanel() {
  const words = judgement.value;
  if (!words || !other.value) return null;
  const rows = pairRows.value;
  const both = rows.filter(({ now, other: ghost }) => now && ghost).length;
  const only = {
    here: rows.filter(({ other: ghost }) => !ghost).length,
    there: rows.filter(({ now }) => !now).length,
  };
  return (
    <section class="panel compare-panel" aria-labelledby="compare-title">
      <h2 id="compare-title">In all</h2>
      <p class="muted">
        {base.value === 'other' ? 'This result over the other' : 'The other over this result'}, in{' '}
        {format.plural(both, 'common row')}
        {only.here > 0 && `; ${only.here} only here`}
        {only.there > 0 && `; ${only.there} only in the other`}.
      </p>
      {both > 0 && <Sums sizes={words.sizes} />}
      <h2>What differs</h2>
      <dl class="circumstances">
        {words.facts.map(({ name, same, now, other: there }) => (
          <div key={name} data-same={same}>
            <dt>{name}</dt>
            <dd>
              {now}
              {now !== there && (
                <span class="ghost">
                  <span class="visually-hidden">, other: </span>
                  {there}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Sums({ sizes }: { sizes: boolean }) {
  const has = (codec: string | undefined) => sums.value.some((sum) => sum.codec === codec);
  return (
    <>
      <table class="sums">
        <caption class="visually-hidden">Total size, and geometric means of the speeds, by codec</caption>
        <thead>
          <tr>
            <th scope="col">Codec</th>
            {['Size', 'Compr.', 'Decompr.'].map((head) => (
              <th key={head} scope="col" class="number">
                {head} <small>%</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.value.map((sum) => (
            <SumRow key={sum.codec ?? ''} sum={sum} sizes={sizes} />
          ))}
        </tbody>
      </table>
      <p class="muted">
        Size: all common rows together. Speeds: geometric mean over the common rows.
        {has(undefined) && has(BASELINE) && ' All is without “none”.'}
      </p>
    </>
  );
}

function SumRow({ sum: { codec, common, size, compress, decompress }, sizes }: { sum: Sum; sizes: boolean }) {
  const total = size && `${format.exactBytes(size.now)} here, ${format.exactBytes(size.other)} there, ${format.plural(common, 'row')}`;
  return (
    <tr data-codec={codec ?? 'all'}>
      <th scope="row">
        {codec ? (
          <>
            <CodecMark codec={codec} /> {codecInfo(codec)?.label ?? codec}
          </>
        ) : (
          'All'
        )}
      </th>
      <td class="number" data-column="size" title={sizes ? total : 'The inputs differ'}>
        {sizes && size ? format.changeValue(size.factor) : '–'}
      </td>
      <td class="number" data-column="compress">
        {compress === undefined ? '–' : format.changeValue(compress)}
      </td>
      <td class="number" data-column="decompress">
        {decompress === undefined ? '–' : format.changeValue(decompress)}
      </td>
    </tr>
  );
}
