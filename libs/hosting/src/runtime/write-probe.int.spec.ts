import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventStoreMigrations } from '#event-store';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { startEmbeddedPostgres } from '../postgres/index.js';
import { migrate } from './migrate.js';
import { platformMigrations } from './migrations.js';
import { openWriteProbe, type WriteProbe } from './write-probe.js';

const TABLES = [...eventStoreMigrations, ...platformMigrations];

describe('whether the database takes writes', () => {
  let database: TestDatabase;
  let other: pg.Client;
  const open: WriteProbe[] = [];
  const probe = (timeoutMs = 10_000): WriteProbe => {
    const opened = openWriteProbe({ databaseUrl: database.url, service: 'test', timeoutMs });
    open.push(opened);
    return opened;
  };

  beforeAll(async () => {
    database = await freshDatabase();
    await migrate(database.url, TABLES);
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
  });
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await other.end();
    await database.drop();
  });

  it('is told by a write that gets to the disk, and needs more room than there is in memory', async () => {
    expect(await probe().look()).toMatchObject({ problem: null });
    const { rows } = await other.query('SELECT service FROM platform.write_probes');
    expect(rows).toEqual([{ service: 'test' }]);
    const planned = await other.query<Record<string, string>>(
      `BEGIN; SET LOCAL work_mem = '64kB';
       EXPLAIN (ANALYZE, BUFFERS) WITH s AS MATERIALIZED (SELECT repeat(md5(n::text), 32) FROM generate_series(1, 512) AS n)
       SELECT count(*) FROM s; COMMIT`,
    );
    // The same rows go through a file.
    expect(JSON.stringify(planned)).toMatch(/temp (read=\d+ )?written=\d+/);
  });

  it('one that hangs is waited for once, however many ask', async () => {
    const asking = probe(300);
    await other.query('BEGIN; LOCK TABLE platform.write_probes IN ACCESS EXCLUSIVE MODE');
    const looks = Array.from({ length: 50 }, () => asking.look());
    expect(new Set(looks).size).toBe(1);
    const answers = await Promise.all(looks);
    expect(answers.map(({ problem }) => problem)).toEqual(answers.map(() => 'no_answer'));
    const { rows } = await other.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'timbra-probe'
       AND query LIKE '%write_probes%' AND state = 'active'`,
    );
    expect(rows.length).toBeLessThanOrEqual(1);
    await other.query('ROLLBACK');
    expect(await probe().look()).toMatchObject({ problem: null });
  });

  it.each([
    ['takes no writes', 'read_only', 'SET default_transaction_read_only TO on'],
    ['has no connections left', 'too_many_connections', 'CONNECTION LIMIT 0'],
  ])('says that it %s', async (_, problem, setting) => {
    const name = `"${new URL(database.url).pathname.slice(1)}"`;
    await other.query('SET default_transaction_read_only TO off');
    await other.query(`ALTER DATABASE ${name} ${setting}`);
    expect(await probe().look()).toMatchObject({ problem });
    await other.query(`ALTER DATABASE ${name} RESET ALL`);
    await other.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
  });

  it('says that it is away', async () => {
    const away = openWriteProbe({ databaseUrl: 'postgresql://a:b@127.0.0.1:1/c', service: 'test' });
    expect(await away.look()).toMatchObject({ problem: 'unreachable' });
    await away.close();
  });
});

const mount = (...args: string[]): boolean => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;

describe('a full disk', () => {
  it('is told, though the row itself would still have room', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'timbra-disk-'));
    if (!mount('-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', folder)) {
      await rm(folder, { recursive: true });
      return console.warn('skipped: no small disk can be mounted here (mount -t tmpfs needs root)');
    }
    await chmod(folder, 0o755);
    const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
    const probe = openWriteProbe({ databaseUrl: server.url, service: 'test', timeoutMs: 20_000 });
    try {
      await migrate(server.url, TABLES);
      expect(await probe.look()).toMatchObject({ problem: null });
      await fill(join(folder, 'filler'));
      expect(await probe.look()).toMatchObject({ problem: 'disk_full' });
      await rm(join(folder, 'filler'));
      expect(await probe.look()).toMatchObject({ problem: null });
    } finally {
      await probe.close();
      await server.stop();
      spawnSync('umount', [folder], { stdio: 'ignore' });
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);
});

/** Writes until nothing more fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  for (const size of [1 << 20, 1 << 12, 1])
    try {
      for (;;) await file.write(Buffer.alloc(size));
    } catch {
      // No space left.
    }
  await file.close();
}
