import type { Signal } from '@preact/signals';
import { levelLines, type LevelValue } from '../../lib/level-lines';
import { ChartLegend } from '../../ui/chart-legend';
import type { DataColumn } from '../../ui/data-table';
import { LineChart } from '../../ui/line-chart';
import type { TipWords } from '../../ui/tip';

interface Props<Row> {
  title: string;
  values: readonly LevelValue[];
  yLabel: string;
  formatY(value: number): string;
  binary?: boolean;
  /** The chosen row, and the one at hand in chart or table. */
  chosen: Signal<string | undefined>;
  detail: string;
  hovered: Signal<string | undefined>;
  /** What the tip says of a row: the columns of the table, the first one as its title. */
  rows: ReadonlyArray<Row & { key: string }>;
  columns: ReadonlyArray<DataColumn<Row>>;
}

/** A number by level, a line per compressor. The point at hand is the row at hand. */
export function LevelChart<Row>(props: Props<Row>) {
  const { title, chosen, hovered, detail, rows, columns } = props;
  const { places, lines } = levelLines(props.values);
  const tip = (key: string): TipWords | undefined => {
    const row = rows.find((one) => one.key === key);
    const [name, ...more] = columns;
    if (!row || !name) return undefined;
    return {
      title: name.cell(row),
      facts: more.flatMap((column) => {
        const value = column.cell(row);
        return value === undefined || value === false ? [] : [[headOf(column), value] as const];
      }),
    };
  };
  return (
    <figure class="chart storage-chart">
      <figcaption>{title}</figcaption>
      <ChartLegend lines={lines} />
      <LineChart
        name={title}
        lines={lines}
        places={places}
        xLabel="level"
        yLabel={props.yLabel}
        formatY={props.formatY}
        binary={props.binary}
        floating
        single
        selected={hovered.value ?? detail}
        onHover={(key) => (hovered.value = key)}
        onPick={(key) => (chosen.value = key)}
        tip={tip}
      />
    </figure>
  );
}

function headOf<Row>({ head, unit }: DataColumn<Row>): string {
  return unit ? `${head}, ${unit}` : String(head);
}
