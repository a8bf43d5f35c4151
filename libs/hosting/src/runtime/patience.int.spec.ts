import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { until } from '#bus/testing/until';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { loadConfig } from '../config/config.js';
import { keysOf } from '../config/keys.js';
import { createLogger } from '../logging/logger.js';
import { withPatience } from './patience.js';
import { openRuntime } from './runtime.js';

const said: string[] = [];
const log = createLogger({ level: 'warn', to: { write: (line) => void said.push(line) } });
const short = () => Object.assign(new Error('sorry, too many clients already'), { code: '53300' });

describe('a start while PostgreSQL has no connection left', () => {
  let database: TestDatabase;
  let inside: pg.Client;
  const limit = (most: number) =>
    inside.query(
      `ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" CONNECTION LIMIT ${String(most)}`,
    );
  beforeAll(async () => {
    database = await freshDatabase();
    inside = new pg.Client({ connectionString: database.url });
    await inside.connect();
  });
  afterAll(async () => {
    await inside.end();
    await database.drop();
  });

  it('waits, says so in one line, and goes on when there is one', async () => {
    await limit(0);
    said.length = 0;
    const opening = openRuntime({
      config: loadConfig({ TIMBRA_DATA: tmpdir() }),
      databaseUrl: database.url,
      keys: keysOf(Buffer.alloc(32, 'patience')),
      log,
      services: [],
      soleInstance: true,
    });
    const outcome = opening.then(
      () => 'open',
      () => 'failed',
    );
    await until(() => said.length > 0);
    expect(said.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'PostgreSQL has no connection left for this process: the start waits, and tries again',
    ]);
    await limit(-1);
    expect(await outcome).toBe('open');
    const runtime = await opening;
    await runtime.bus.stop();
    await runtime.close();
  });

  it('gives up in one sentence, and never waits for what is wrong', async () => {
    const work = () => Promise.reject(short());
    await expect(withPatience(work, { log, patienceMs: 0 })).rejects.toThrow(
      /^PostgreSQL has no connection left .* max_connections/,
    );
    const wrong = Object.assign(new Error('no such table'), { code: '42P01' });
    await expect(withPatience(() => Promise.reject(wrong), { log })).rejects.toBe(wrong);
  });
});
