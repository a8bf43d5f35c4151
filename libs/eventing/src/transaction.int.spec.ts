import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBench, type Bench } from '#hosting/testing/bench';
import { inTransaction } from './transaction.js';

describe('a transaction', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
    await bench.pool.query('CREATE TABLE notes (text text)');
  });
  afterAll(() => bench.dispose());

  const notes = async () =>
    (await bench.pool.query<{ text: string }>('SELECT text FROM notes ORDER BY text')).rows.map(
      ({ text }) => text,
    );

  it('is stored when its work is done, and not when it throws', async () => {
    await inTransaction(bench.pool, (tx) => tx.query(`INSERT INTO notes VALUES ('kept')`));
    const failing = inTransaction(bench.pool, async (tx) => {
      await tx.query(`INSERT INTO notes VALUES ('lost')`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual(['kept']);
  });

  it('whose connection is lost between two statements fails, and disturbs no other transaction', async () => {
    const cut = inTransaction(bench.pool, async (tx) => {
      await tx.query(`INSERT INTO notes VALUES ('cut')`);
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await bench.another().pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      // The server's last word arrives while nothing is asked.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.query(`INSERT INTO notes VALUES ('after')`);
    });
    await expect(cut).rejects.toThrow();
    expect(await notes()).not.toContain('cut');
    expect(bench.pool.waitingCount).toBe(0);
    await inTransaction(bench.pool, (tx) => tx.query(`INSERT INTO notes VALUES ('next')`));
    expect(await notes()).toContain('next');
  });
});
