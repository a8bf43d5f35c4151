import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A clone in which nothing was installed or built yet, and a port that another program has. */
describe('the first start', () => {
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

  const start = (script: string, more: NodeJS.ProcessEnv = {}): Promise<readonly [number | null, string]> =>
    new Promise((ended) => {
      const env = { PATH: process.env['PATH'] ?? '', TIMBRA_PORT: String(port), ...more };
      const child = spawn(process.execPath, [`scripts/${script}`], { cwd: clone, env });
      let printed = '';
      child.stdout.on('data', (chunk) => (printed += String(chunk)));
      child.stderr.on('data', (chunk) => (printed += String(chunk)));
      child.once('close', (code) => ended([code, printed]));
    });

  it.each<[string, string, NodeJS.ProcessEnv]>([
    ['npm start', 'start.mjs', {}],
    // With brokers of one's own nobody asks for Java.
    ['npm run start:distributed', 'start-distributed.mjs', { TIMBRA_KAFKA: '127.0.0.1:1', PATH: '/nowhere' }],
  ])(
    'by %s says in a sentence that the port is taken, and makes nothing',
    async (_name, script, env) => {
      const before = await readdir(clone, { recursive: true });
      expect(await start(script, env)).toEqual([
        1,
        `Port ${port} is in use: stop the program that has it, or set TIMBRA_PORT to another one.\n`,
      ]);
      expect(await readdir(clone, { recursive: true })).toEqual(before);
    },
    20_000,
  );

  it('of processes of their own says in a sentence that Java is missing, and makes nothing', async () => {
    const before = await readdir(clone, { recursive: true });
    const [code, printed] = await start('start-distributed.mjs', { PATH: '/nowhere' });
    expect([code, printed.split('\n').length]).toEqual([1, 2]);
    expect(printed).toMatch(/^Kafka needs Java 17 .*openjdk-17-jre-headless.*TIMBRA_KAFKA/);
    expect(await readdir(clone, { recursive: true })).toEqual(before);
  });
});
