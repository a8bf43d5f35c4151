/**
 * Does work on several places one after the other with all other work of this process on any of them. It spares work,
 * no more: other processes know nothing of it.
 */
export async function inTurn<T>(
  turns: Map<string, Promise<unknown>>,
  places: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const before = places.flatMap((place) => turns.get(place) ?? []);
  const mine = Promise.all(before).then(work);
  const ended = mine.catch(() => undefined);
  for (const place of places) turns.set(place, ended);
  try {
    return await mine;
  } finally {
    for (const place of places) if (turns.get(place) === ended) turns.delete(place);
  }
}
