/** How far a run is, and how long it still takes. */

/** What a run is made of. */
export interface Work {
  cells: number;
  /** Sum of the cells' weights: what each takes compared with the others, before any is measured. */
  weight: number;
  workers: number;
  /** Each cell is timed carefully after its size. */
  careful: boolean;
  /** The least time of a careful measurement, for each direction. */
  minMs: number;
}

/** A careful measurement repeats each direction so often at least. */
const MIN_RUNS = 3;
/** A careful measurement warms up for so long, each direction. */
const WARM_UP_MS = 50;

/** Follows a run and learns from the cells that are done. */
export class Progress {
  private readonly started: number;
  private sizesDone = 0;
  private sizesWeight = 0;
  private sizesMs = 0;
  private speedsExpected = 0;
  private speedsMs = 0;
  /** What the careful pass is expected to take for the cells that have a size. */
  private carefulExpected = 0;
  private shown = 0;

  constructor(
    private readonly work: Work,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.started = now();
  }

  /** The size of a cell (or all of a quick one) took this long. */
  sized(weight: number, ms: number): void {
    this.sizesDone += 1;
    this.sizesWeight += weight;
    this.sizesMs += ms;
    this.carefulExpected += this.expected(ms);
  }

  /** A careful cell took `ms`; its size had taken `sizeMs`. */
  timed(sizeMs: number, ms: number): void {
    this.speedsExpected += this.expected(sizeMs);
    this.speedsMs += ms;
  }

  /** 0 to 1, never falling. */
  fraction(): number {
    const left = this.remainingMs();
    if (left === undefined) return this.shown;
    const elapsed = this.now() - this.started;
    const fraction = left === 0 ? 1 : elapsed / (elapsed + left);
    this.shown = Math.max(this.shown, Math.min(fraction, 1));
    return this.shown;
  }

  /** Milliseconds that are left, or undefined before anything is known. */
  remainingMs(): number | undefined {
    const { cells, weight, workers, careful } = this.work;
    if (cells === 0) return 0;
    if (this.sizesDone === 0) return undefined;
    const perWeight = this.sizesMs / Math.max(this.sizesWeight, Number.MIN_VALUE);
    const sizesLeft = (Math.max(0, weight - this.sizesWeight) * perWeight) / workers;
    if (!careful) return this.sizesDone === cells ? 0 : sizesLeft;
    const all = (this.carefulExpected / this.sizesDone) * cells;
    // What finished cells took, against what was expected of them, corrects the rest.
    const correction = this.speedsExpected > 0 ? this.speedsMs / this.speedsExpected : 1;
    return sizesLeft + Math.max(0, all - this.speedsExpected) * correction;
  }

  private expected(sizeMs: number): number {
    const { minMs } = this.work;
    return sizeMs + 2 * WARM_UP_MS + Math.max(2 * minMs, MIN_RUNS * sizeMs);
  }
}
