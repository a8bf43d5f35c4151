import type pg from 'pg';

/** A process that can be stopped, as far as its queries are concerned. */
export interface Pausable {
  readonly pool: pg.Pool;
  /** From now on nothing that it asks reaches the database. */
  readonly pause: () => void;
  /** What it asked meanwhile goes out now. */
  readonly wake: () => void;
}

/** A pool whose queries wait while it is paused. For code that uses `query` alone. */
export function pausable(pool: pg.Pool): Pausable {
  let awake = Promise.resolve();
  let wake = (): void => undefined;
  const query = async (...args: Parameters<pg.Pool['query']>): Promise<unknown> => {
    await awake;
    return pool.query(...args);
  };
  return {
    pool: Object.create(pool, { query: { value: query } }) as pg.Pool,
    pause: () => void (awake = new Promise((resolve) => (wake = resolve))),
    wake: () => wake(),
  };
}
