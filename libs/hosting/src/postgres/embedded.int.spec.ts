import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeDataFolder, temporaryDataFolder } from '../../../../test/support/data-folder.js';
import { createPool, startEmbeddedPostgres, type EmbeddedPostgres } from './index.js';

const query = async (url: string, text: string): Promise<unknown[]> => {
  const pool = createPool(url, { applicationName: 'test', max: 1 });
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows;
  } finally {
    await pool.end();
  }
};

describe('the embedded Postgres', () => {
  let dataDir: string;
  let server: EmbeddedPostgres | undefined;
  const start = async (
    rest: { onProgress?: (message: string) => void; durable?: boolean } = {},
  ): Promise<string> => {
    server = await startEmbeddedPostgres({ dataDir, patienceMs: 0, durable: false, ...rest });
    return server.url;
  };
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await removeDataFolder(dataDir);
  });

  it('starts in an empty folder, stops, and finds its data again', async () => {
    dataDir = await temporaryDataFolder();
    const said: string[] = [];
    await query(await start({ onProgress: (text) => said.push(text) }), 'create table kept as select 7 as x');
    expect(said).toEqual(['Creating the database', 'Starting the database']);
    await server?.stop();

    said.length = 0;
    const url = await start({ onProgress: (text) => said.push(text) });
    expect(await query(url, 'select x from kept')).toEqual([{ x: 7 }]);
    expect(said).toEqual(['Starting the database']);
  });

  it('is durable, reached from this machine only, and by an ordinary role', async () => {
    dataDir = await temporaryDataFolder();
    const url = await start({ durable: true });
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'data_checksums'];
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in ('${names.join("','")}') order by name`,
    );
    expect(settings).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'jit', setting: 'off' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
  });

  it('needs the password, which only its own user can read', async () => {
    dataDir = await temporaryDataFolder();
    const url = new URL(await start());
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    url.password = 'wrong';
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
    url.password = '';
    await expect(query(url.href, 'select 1')).rejects.toThrow();
  });

  it('makes role and database when the first start was cut off before', async () => {
    dataDir = await temporaryDataFolder();
    const url = new URL(await start());
    const admin = new URL(url);
    admin.username = 'postgres';
    admin.pathname = '/postgres';
    await query(admin.href, 'drop database timbra');
    await query(admin.href, 'drop role timbra');
    await server?.stop();
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says when the server ended by itself, and can be started again', async () => {
    dataDir = await temporaryDataFolder();
    const crash = new Promise<string>((onCrash) => {
      void startEmbeddedPostgres({ dataDir, durable: false, onCrash }).then(async (started) => {
        server = started;
        const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'));
        process.kill(pid, 'SIGKILL');
      });
    });
    expect(await crash).toMatch(/^The database server ended unexpectedly/);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over what an initdb that was cut off left behind', async () => {
    dataDir = await temporaryDataFolder();
    await start();
    await server?.stop();
    await rm(join(dataDir, 'postgres', 'data'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'data.new'), 'half');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
