import type pg from 'pg';
import { monotonicMs } from '#kernel';

type Connect = (callback?: (...results: never[]) => void) => unknown;

/**
 * How long the first caller in a pool's queue has been waiting for a connection, in milliseconds; 0 if none waits.
 * The pool itself tells only how many wait, and many that wait briefly are no trouble.
 */
export function watchWaits(pool: pg.Pool): () => number {
  const waiting = new Set<{ readonly since: number }>();
  const connect = pool.connect.bind(pool) as unknown as Connect;
  const connectAndMeasure: Connect = (callback) => {
    const entry = { since: monotonicMs() };
    waiting.add(entry);
    if (callback)
      return connect((...results) => {
        waiting.delete(entry);
        callback(...results);
      });
    return (connect() as Promise<unknown>).finally(() => waiting.delete(entry));
  };
  // Queries of the pool go through it, too.
  pool.connect = connectAndMeasure as unknown as typeof pool.connect;
  return () => {
    const [first] = waiting;
    return first === undefined ? 0 : monotonicMs() - first.since;
  };
}
