/**
 * Does something with each of many, so many at a time, and waits for all of it. The first failure ends it, once what is
 * under way is over.
 */
export async function inPool<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const take = async (): Promise<void> => {
    for (let index = next++; index < items.length && !failed; index = next++)
      await work(items[index] as Item, index).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, take);
  const ended = await Promise.allSettled(workers);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
