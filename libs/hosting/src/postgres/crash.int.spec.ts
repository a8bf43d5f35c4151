import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  copyDataFolder,
  removeDataFolder,
  temporaryDataFolder,
} from '../../../../test/support/data-folder.js';
import { createPool, startEmbeddedPostgres } from './index.js';
import { processIdentity, waitForEnd } from './processes.js';

const HOST = join(process.cwd(), 'test/support/postgres-host.mjs');
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('after kill -9', () => {
  let dataDir: string;
  let host: ChildProcess;
  let serverPid: number;

  let initialised: string;
  beforeAll(async () => {
    initialised = await temporaryDataFolder();
    await (await startEmbeddedPostgres({ dataDir: initialised, durable: false })).stop();
  });
  afterAll(() => removeDataFolder(initialised));
  beforeEach(async () => {
    dataDir = await copyDataFolder(initialised);
    host = spawn(process.execPath, [HOST, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (host.stdout === null) throw new Error('no output to read');
    const lines = createInterface({ input: host.stdout });
    const [url] = (await once(lines, 'line')) as [string];
    serverPid = Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'));
    const pool = createPool(url, { applicationName: 'test', max: 1 });
    await pool.query('create table kept as select 7 as x');
    await pool.end();
  });
  afterEach(() => removeDataFolder(dataDir));

  const killHost = async (): Promise<void> => {
    host.kill('SIGKILL');
    await once(host, 'exit');
  };

  /** Starts on the same folder, finds the row, stops; gives what the progress said. */
  const startAgain = async (): Promise<readonly string[]> => {
    const said: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, onProgress: (text) => said.push(text) });
    const pool = createPool(server.url, { applicationName: 'test', max: 1 });
    expect((await pool.query('select x from kept')).rows).toEqual([{ x: 7 }]);
    await pool.end();
    await server.stop();
    return said;
  };

  it('the server ends by itself, and the data is there', async () => {
    await killHost();
    expect(await waitForEnd(serverPid, 60_000)).toBe(true);
    expect(await startAgain()).toEqual(['Starting the database']);
  });

  it('of the server too, the data is there', async () => {
    process.kill(serverPid, 'SIGKILL');
    await killHost();
    expect((await startAgain()).at(-1)).toBe('Starting the database');
  });

  onLinux('of the watchdog too, the server left behind is stopped first', async () => {
    process.kill(await watchdogOf(serverPid), 'SIGKILL');
    await killHost();
    expect(await processIdentity(serverPid)).toBeDefined();
    expect(await startAgain()).toEqual([
      'Stopping the database server that an earlier run left behind',
      'Starting the database',
    ]);
    expect(await processIdentity(serverPid)).toBeUndefined();
  });

  it('a lock file that names a process of somebody else is no obstacle', async () => {
    await killHost();
    expect(await waitForEnd(serverPid, 60_000)).toBe(true);
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), `${process.ppid}\n`);
    await writeFile(
      join(dataDir, 'postgres/lock'),
      JSON.stringify({ pid: process.ppid, identity: 'an earlier process of that number' }),
    );
    expect(await startAgain()).toEqual(['Starting the database']);
  });
});

const watchdogOf = async (serverPid: number): Promise<number> => {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`timbra-watchdog\0${serverPid}\0`)) return Number(pid);
  }
  throw new Error('There is no watchdog.');
};
