/** Runs the slow part of a storage model row by row in the pool, and keeps it. No page in it. */

/** What a row of results is made of: one compressor, level and size. */
export interface PlannedRow<Spec> {
  key: string;
  spec: Spec;
}

/** A row with all its parts. */
export interface PackedRow<Spec, Part> extends PlannedRow<Spec> {
  parts: readonly Part[];
}

/** A row that could not be had, and why. */
export interface FailedRow<Spec> extends PlannedRow<Spec> {
  problem: string;
}

/** A piece of work for the pool. */
export interface StorageJob<Part> {
  /** How long it takes beside the others, in any unit. */
  weight: number;
  run(signal: AbortSignal): Promise<Part>;
}

interface Options<Spec, Part> {
  rows: ReadonlyArray<PlannedRow<Spec>>;
  jobs(row: PlannedRow<Spec>): ReadonlyArray<StorageJob<Part>>;
  signal: AbortSignal;
  onRow(row: PackedRow<Spec, Part>): void;
  onFailed(row: FailedRow<Spec>): void;
  /** 0 to 1. */
  onProgress(fraction: number): void;
}

/**
 * Runs all jobs of all rows; the pool decides how many at a time. A row whose job
 * fails is reported and the others go on. Rejects only when the signal is aborted.
 */
export async function runRows<Spec, Part>(options: Options<Spec, Part>): Promise<void> {
  const { signal } = options;
  const planned = options.rows.map((row) => ({ row, jobs: options.jobs(row) }));
  const total = planned.flatMap(({ jobs }) => jobs).reduce((sum, job) => sum + job.weight, 0);
  let done = 0;
  const one = async (job: StorageJob<Part>): Promise<Part> => {
    try {
      return await job.run(signal);
    } finally {
      done += job.weight;
      if (!signal.aborted) options.onProgress(total > 0 ? Math.min(1, done / total) : 1);
    }
  };
  await Promise.all(
    planned.map(async ({ row, jobs }) => {
      try {
        const parts = await Promise.all(jobs.map(one));
        if (!signal.aborted) options.onRow({ ...row, parts });
      } catch (error) {
        if (signal.aborted) return;
        options.onFailed({ ...row, problem: error instanceof Error ? error.message : String(error) });
      }
    }),
  );
  signal.throwIfAborted();
}

/** Names that differ from each other, as a folder wants them: a second `a` is `a (2)`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
    taken.add(free);
    return free;
  });
}
