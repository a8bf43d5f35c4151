import type { Command, CommandType, DataOf } from '#contracts';
import type { Runtime } from '#hosting';
import { until } from '#bus/testing/until';

/** A command of a test, which may send what no sender of ours can: old shapes, wrong ones. */
export const asTyped = (command: Command): Command<CommandType, DataOf<CommandType>> =>
  command as Command<CommandType, never>;

/** Waits until a projection, or another consumer of this process, has seen all events there are. */
export async function caughtUp(
  { feed, store }: Runtime,
  consumer: string,
  timeoutMs = 60_000,
): Promise<void> {
  const head = await store.head();
  const deadline = Date.now() + timeoutMs;
  while (
    feed
      .status()
      .some(({ name, position }) => name === consumer && (position === undefined || position < head))
  ) {
    if (Date.now() > deadline) throw new Error(`${consumer} is still behind`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until nothing is under way: every event has become its commands, those that are due are done, and no event came of them. */
export async function calm(runtime: Runtime): Promise<void> {
  const { feed, store, pool, dispatcher } = runtime;
  const pending = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM platform.pending_commands WHERE due_at <= now()',
    );
    return rows[0]?.count ?? 0;
  };
  await until(async () => {
    const head = await store.head();
    for (const { name } of feed.status()) await caughtUp(runtime, name);
    // One that is answered soon is never stored.
    const isIdle = dispatcher.status().inFlight === 0 && (await pending()) === 0;
    return isIdle && (await store.head()) === head;
  });
}
