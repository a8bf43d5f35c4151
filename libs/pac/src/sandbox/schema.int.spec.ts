import { expect, it } from '@jest/globals';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.js';
import { migrateSandboxPac } from './schema.js';

it('is made once, however many start at the same time', async () => {
  for (let round = 0; round < 3; round += 1) {
    const database = await freshDatabase();
    const pools = Array.from({ length: 6 }, () => new pg.Pool({ connectionString: database.url, max: 1 }));
    try {
      // A connection remembers that there was none when it looked, as it does when roles get their rights.
      await Promise.all(pools.map((pool) => pool.query("select to_regnamespace('pac_sandbox')")));
      const made = await Promise.allSettled(pools.map(migrateSandboxPac));
      expect(made.filter(({ status }) => status === 'rejected')).toEqual([]);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    }
  }
});
