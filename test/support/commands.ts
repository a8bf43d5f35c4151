import type { Command, CommandType, DataOf } from '#contracts';
import type { Runtime } from '#hosting';

/** A command of a test, which may send what no sender of ours can: old shapes, wrong ones. */
export const asTyped = (command: Command): Command<CommandType, DataOf<CommandType>> =>
  command as Command<CommandType, never>;

/** Waits until a projection, or another consumer of this process, has seen all events there are. */
export async function caughtUp(
  { feed, store }: Runtime,
  consumer: string,
  timeoutMs = 30_000,
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
