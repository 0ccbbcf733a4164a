/** Does the work once `init` is through, unless the signal says no. */
export async function after<T>(
  init: () => Promise<void>,
  signal: AbortSignal | undefined,
  work: () => T,
): Promise<T> {
  signal?.throwIfAborted();
  await init();
  signal?.throwIfAborted();
  return work();
}
