import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createPool, startEmbeddedPostgres } from './index.js';

describe('the embedded Postgres', () => {
  const folders: string[] = [];
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'timbra-test-'));
    folders.push(made);
    return made;
  };
  afterAll(async () => {
    for (const made of folders) await rm(made, { recursive: true, force: true });
  });

  it('starts', async () => {
    const dataDir = await folder();
    const t = Date.now();
    const server = await startEmbeddedPostgres({
      dataDir,
      durable: false,
      onProgress: (m) => console.log(Date.now() - t, m),
    });
    console.log(Date.now() - t, server.url);
    const pool = createPool(server.url, { applicationName: 'test' });
    await pool.query(
      'create extension pg_trgm; create extension unaccent; create extension btree_gin; create table t (x int)',
    );
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    const t2 = Date.now();
    await server.stop();
    console.log('stop', Date.now() - t2);
    const t3 = Date.now();
    const again = await startEmbeddedPostgres({ dataDir });
    console.log('again', Date.now() - t3);
    await again.stop();
  });
});
