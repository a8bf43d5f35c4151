import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeDataFolder, temporaryDataFolder } from '../../../../test/support/data-folder.js';
import { until } from '#bus/testing/until';
import {
  createPool,
  findRunningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './index.js';

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
  const start = async (rest: Partial<EmbeddedPostgresOptions> = {}): Promise<string> => {
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

  it.each([false, true])('is found by a command beside it while it runs (on a port: %s)', async (tcp) => {
    dataDir = await temporaryDataFolder();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    const url = await start({ tcp });
    expect(await findRunningPostgres(dataDir)).toBe(url);
    await server?.stop();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
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
    expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
  });

  it('listens on a socket of its own, which only its user can reach, and on no port', async () => {
    dataDir = await temporaryDataFolder();
    const url = await start();
    const folder = new URL(url).searchParams.get('host') ?? '';
    expect(folder).toBe(join(dataDir, 'postgres/socket'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    // As after a kill: the lock file of the socket names a process of the server's user, which is another program now.
    const { uid, gid } = await stat(join(dataDir, 'postgres/data'));
    const another = spawn('sleep', ['600'], process.geteuid?.() === 0 ? { uid, gid } : {});
    await server?.stop();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.s.PGSQL.5432.lock'), `${another.pid}\n`);
    const again = await start();
    another.kill();
    expect(new URL(again).searchParams.get('host')).toBe(folder);
    expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('listens elsewhere where the path of its folder is too long for a socket, and leaves nothing there', async () => {
    const base = await temporaryDataFolder();
    dataDir = join(base, 'deep'.repeat(15), 'deep'.repeat(15));
    const url = await start();
    const folder = new URL(url).searchParams.get('host') ?? '';
    expect(folder).toMatch(/timbra-db-\w+$/);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server?.stop();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    await rm(base, { recursive: true });
  });

  it('listens on a port of this machine where it is asked to', async () => {
    dataDir = await temporaryDataFolder();
    const url = await start({ tcp: true });
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });

  it('closes the data folder to others, one that was open before too', async () => {
    dataDir = await temporaryDataFolder();
    await chmod(dataDir, 0o777);
    await start();
    // Under root the database is another user's, who must pass.
    const mode = process.geteuid?.() === 0 ? 0o711 : 0o700;
    expect((await stat(dataDir)).mode & 0o777).toBe(mode);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(mode);
    for (const name of await readdir(join(dataDir, 'postgres')))
      expect([name, (await stat(join(dataDir, 'postgres', name))).mode & 0o077]).toEqual([name, 0]);
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

  const killServer = async (): Promise<void> => {
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'));
    process.kill(pid, 'SIGKILL');
  };

  it('starts again by itself, with what was written, and gives up where it ends again and again', async () => {
    dataDir = await temporaryDataFolder();
    const restarts: string[] = [];
    let lost: string | undefined;
    const url = await start({
      durable: true,
      restarts: { most: 2, withinMs: 600_000 },
      onRestart: (message) => restarts.push(message),
      onCrash: (message) => (lost = message),
    });
    await query(url, 'create table kept as select 7 as x');
    const answers = () => query(url, 'select x from kept').catch(() => undefined);
    for (const times of [1, 2]) {
      await killServer();
      await until(() => restarts.length === times);
      await until(async () => (await answers()) !== undefined);
      expect(await answers()).toEqual([{ x: 7 }]);
    }
    await killServer();
    await until(() => lost !== undefined);
    expect(lost).toMatch(/^The database server ended unexpectedly .*, 3 times within 10 minutes\.$/);
    // Its folder is free for the next start.
    expect(await query(await start(), 'select x from kept')).toEqual([{ x: 7 }]);
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
