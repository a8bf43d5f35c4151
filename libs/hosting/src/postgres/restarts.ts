import { setTimeout as sleep } from 'node:timers/promises';
import { shutDownServer } from './processes.js';
import type { Server } from './server.js';

/** How often a server that ended by itself may be started again. */
export interface RestartLimit {
  readonly most: number;
  readonly withinMs: number;
}

export interface Restarts {
  readonly limit: RestartLimit;
  /** Starts the server again at the same place. */
  readonly again: () => Promise<Server>;
  /** Told that the server ended, and that it is started again. */
  readonly onRestart: (message: string) => void;
  /** Told that it ended and stays so; then nothing more is done. */
  readonly onLost: (message: string) => void | Promise<void>;
}

/** The waits before the first, second, ... restart in a row; the last one holds for all that follow. */
const WAITS_MS = [0, 1_000, 2_000, 5_000, 10_000];

/**
 * Keeps a server up: one that ends by itself is started again, unless that happens too often, which is a fault that a
 * restart doesn't mend.
 * @returns ends it for good, in an orderly way; it may be called at any moment
 */
export function keepUp(first: Server, { limit, again, onRestart, onLost }: Restarts): () => Promise<void> {
  const stopping = new AbortController();
  const restarts: number[] = [];
  let current: Server | undefined = first;

  /** The next server; undefined: it was stopped, or ended too often. */
  const next = async (ended: string): Promise<Server | undefined> => {
    for (let reason = ended; !stopping.signal.aborted;) {
      const now = performance.now();
      while (restarts[0] !== undefined && now - restarts[0] > limit.withinMs) restarts.shift();
      if (restarts.length >= limit.most) {
        const often =
          limit.most > 0 ? `, ${limit.most + 1} times within ${limit.withinMs / 60_000} minutes` : '';
        await onLost(`${reason.replace(/\.$/, '')}${often}.`);
        return undefined;
      }
      onRestart(`${reason} It is started again.`);
      const wait = WAITS_MS[Math.min(restarts.length, WAITS_MS.length - 1)];
      restarts.push(now);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        return await again();
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    return undefined;
  };

  const watching = (async () => {
    while (current !== undefined) {
      const code = await current.ended;
      current = undefined;
      if (stopping.signal.aborted) return;
      current = await next(`The database server ended unexpectedly (exit code ${code ?? 'none'}).`);
      // It was stopped while the next one was on its way.
      if (stopping.signal.aborted && current !== undefined) await shutDownServer(current.pid);
    }
  })();
  return async () => {
    stopping.abort();
    if (current !== undefined) await shutDownServer(current.pid);
    await watching;
  };
}
