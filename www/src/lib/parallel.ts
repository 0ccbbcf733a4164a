/** Does work for each of a list, a few at a time; rejects with the first failure. */
export async function parallel<T>(
  list: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < list.length) await work(list[next++]!);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
}
