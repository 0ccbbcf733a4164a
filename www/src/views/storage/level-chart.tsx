import type { ComponentChildren } from 'preact';
import { levelLines, type LevelValue } from '../../lib/level-lines';
import { ChartLegend } from '../../ui/chart-legend';
import { LineChart } from '../../ui/line-chart';

interface Props {
  title: ComponentChildren;
  values: readonly LevelValue[];
  yLabel: string;
  formatY(value: number): string;
  binary?: boolean;
  floating?: boolean;
  /** The level of the chosen row. */
  level?: number | undefined;
  /** The level of a place that was clicked. */
  onLevel?(level: number): void;
}

/** A number by level, a line per compressor. */
export function LevelChart(props: Props) {
  const { places, levels, lines } = levelLines(props.values);
  return (
    <figure class="chart storage-chart">
      <figcaption>{props.title}</figcaption>
      <ChartLegend lines={lines} />
      <LineChart
        lines={lines}
        places={places}
        xLabel="level"
        yLabel={props.yLabel}
        formatY={props.formatY}
        binary={props.binary}
        floating={props.floating}
        marked={props.level === undefined ? undefined : levels.indexOf(props.level)}
        onPick={(place) => levels[place] !== undefined && props.onLevel?.(levels[place]!)}
      />
    </figure>
  );
}
