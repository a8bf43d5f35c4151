import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A clone in which nothing was installed or built yet, and a port that another program has. */
describe('the first npm start', () => {
  const other = createServer();
  let clone: string;
  let port: number;
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'timbra-clone-'));
    for (const name of ['package.json', 'package-lock.json', 'scripts'])
      await cp(join(ROOT, name), join(clone, name), { recursive: true });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    ({ port } = other.address() as AddressInfo);
  });
  afterAll(async () => {
    other.close();
    await rm(clone, { recursive: true, force: true });
  });

  const start = (): Promise<readonly [number | null, string]> =>
    new Promise((ended) => {
      const env = { PATH: process.env['PATH'] ?? '', TIMBRA_PORT: String(port) };
      const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: clone, env });
      let printed = '';
      child.stdout.on('data', (chunk) => (printed += String(chunk)));
      child.stderr.on('data', (chunk) => (printed += String(chunk)));
      child.once('close', (code) => ended([code, printed]));
    });

  it('says in a sentence that the port is taken, and makes nothing', async () => {
    const before = await readdir(clone, { recursive: true });
    expect(await start()).toEqual([
      1,
      `Port ${port} is in use: stop the program that has it, or set TIMBRA_PORT to another one.\n`,
    ]);
    expect(await readdir(clone, { recursive: true })).toEqual(before);
  });
});
