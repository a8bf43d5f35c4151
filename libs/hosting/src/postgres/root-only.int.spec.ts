import { chmod, cp, mkdtemp, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { removeDataFolder } from '../../../../test/support/data-folder.js';
import { createPool, startEmbeddedPostgres, type EmbeddedPostgres } from './index.js';

const asRoot = process.geteuid?.() === 0 ? describe : describe.skip;

asRoot('under root, in a folder that only root may enter', () => {
  let base: string;
  let dataDir: string;
  let server: EmbeddedPostgres;

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'timbra-root-only-'));
    expect((await stat(base)).mode & 0o777).toBe(0o700);
    dataDir = join(base, 'data');
    server = await startEmbeddedPostgres({ dataDir, durable: false });
    await execute('create table kept as select 7 as x');
  });
  afterEach(async () => {
    await server.stop();
    await removeDataFolder(dataDir);
    await rm(base, { recursive: true, force: true });
  });

  const execute = async (text: string): Promise<unknown[]> => {
    const pool = createPool(server.url, { applicationName: 'test', max: 1 });
    try {
      return (await pool.query<Record<string, unknown>>(text)).rows;
    } finally {
      await pool.end();
    }
  };
  const restart = async (): Promise<void> => {
    await server.stop();
    server = await startEmbeddedPostgres({ dataDir, durable: false });
  };
  const location = async (): Promise<string> => {
    const text = await readFile(join(dataDir, 'postgres/location.json'), 'utf8');
    return (JSON.parse(text) as { folder: string }).folder;
  };

  it('keeps the database elsewhere, private, and finds it again', async () => {
    const data = await stat(join(await location(), 'data'));
    expect(data.mode & 0o777).toBe(0o700);
    expect(data.uid).not.toBe(0);
    expect((await stat(base)).mode & 0o777).toBe(0o700);
    await restart();
    expect(await execute('select x from kept')).toEqual([{ x: 7 }]);
  });

  it('starts afresh when the data folder was deleted, and later removes what was left', async () => {
    const old = await location();
    await server.stop();
    await rm(dataDir, { recursive: true });
    await restart();
    expect(await location()).not.toBe(old);
    await expect(execute('select x from kept')).rejects.toThrow('does not exist');

    await restart();
    expect((await stat(old)).isDirectory()).toBe(true);
    const monthAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000);
    await utimes(join(old, 'data/global/pg_control'), monthAgo, monthAgo);
    await restart();
    await expect(stat(old)).rejects.toThrow('ENOENT');
  });

  it('follows a data folder that was moved, and refuses a copy of it', async () => {
    await server.stop();
    const moved = join(base, 'moved');
    await rename(dataDir, moved);
    dataDir = moved;
    await restart();
    expect(await execute('select x from kept')).toEqual([{ x: 7 }]);

    const copy = join(base, 'copy');
    await cp(dataDir, copy, { recursive: true });
    await rm(join(copy, 'postgres/lock'));
    await expect(startEmbeddedPostgres({ dataDir: copy, durable: false })).rejects.toThrow(
      `is a copy of ${dataDir}`,
    );
  });

  it('says when the database is gone', async () => {
    await server.stop();
    await rm(await location(), { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow('but is not there');
  });

  it('takes along a database whose folder was closed later', async () => {
    await server.stop();
    const open = await mkdtemp(join(tmpdir(), 'timbra-open-'));
    await removeDataFolder(dataDir);
    await chmod(open, 0o755);
    dataDir = join(open, 'data');
    await restart();
    await execute('create table kept as select 8 as x');
    await server.stop();
    await chmod(open, 0o700);
    await restart();
    expect(await execute('select x from kept')).toEqual([{ x: 8 }]);
    expect(await location()).toMatch(/\/databases\//);
    await server.stop();
    await removeDataFolder(dataDir);
    await rm(open, { recursive: true });
  });
});
