import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '#bus/testing/until';
import { PROTOCOL, serveBrowsers } from './browser-server.js';
import { PdfError } from './pdf-error.js';
import { openPdfPrinter } from './printer.js';
import { onLinux, printerContract, printers } from './testing/printer-contract.js';
import { browserPids, isPdf, page } from './testing/tools.js';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/libs/pdf/src/browser-main.js');
const TOKEN = 'a-token-of-32-characters-in-all-';
const PATIENCE_MS = 60_000;

/** The program as its image runs it: a process of its own, with next to nothing in its environment. */
class Program {
  port = 0;
  readonly lines: string[] = [];
  private child: ChildProcess | undefined;

  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM], {
      // No fonts of the system's: what is printed brings its own.
      env: {
        ...{ PATH: process.env['PATH'], FONTCONFIG_FILE: '/dev/null' },
        ...{ TIMBRA_BROWSER_TOKEN: TOKEN, TIMBRA_PORT: String(this.port), ...env },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => this.lines.push(line));
    const listening = /at port (\d+)/;
    await until(() => this.lines.some((line) => listening.test(line)) || child.exitCode !== null);
    this.port = Number(listening.exec(this.lines.join('\n'))?.[1] ?? 0);
  }

  get exitCode(): number | null | undefined {
    return this.child?.exitCode;
  }

  pids(): number[] {
    return browserPids(this.child?.pid ?? 0);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}

const program = new Program();
beforeAll(() => program.start());
afterAll(() => program.stop());

const remote = (patienceMs = PATIENCE_MS) => ({
  remote: { url: `ws://127.0.0.1:${program.port}`, token: TOKEN, patienceMs },
});
const printer = printers(remote, () => until(() => program.pids().length === 0));
const codeOf = (error: unknown) => (error instanceof PdfError ? error.code : error);

describe('a printer with the browser of another process', () => {
  printerContract(printer, () => program.pids(), until);

  it('prints the same bytes as with a browser of its own', async () => {
    const content = page('<h1>Uno</h1><table><tr><th>Ñandú</th><td>“½”</td></tr></table><p>a</p>'.repeat(50));
    const own = openPdfPrinter();
    try {
      expect((await printer().print(content)).equals(await own.print(content))).toBe(true);
    } finally {
      await own.close();
    }
  });

  onLinux('has a browser that no other printer has', async () => {
    const [one, other] = [printer(), printer()];
    await Promise.all([one.print(page('a')), other.print(page('b'))]);
    const [pid = 0, ...others] = program.pids();
    expect(others).toHaveLength(1);
    process.kill(pid, 'SIGKILL');
    await until(() => !program.pids().includes(pid));
    expect(program.pids()).toEqual(others);
  });

  onLinux('finds neither a token nor a key in its environment', async () => {
    await printer().warm();
    const [pid = 0] = program.pids();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/TIMBRA|a-token/);
  });

  it('prints again what was under way when the program was killed, once it is back', async () => {
    const shared = printer();
    await shared.warm();
    const under = [1, 2].map(() => shared.print(page('<p>a</p>'.repeat(1500))));
    await program.stop('SIGKILL');
    program.lines.length = 0;
    await program.start();
    expect((await Promise.all(under)).map(isPdf)).toEqual([true, true]);
  });
});

describe('without a browser', () => {
  it('refuses all who wait at the same time, and prints again when it is back', async () => {
    let connections = 0;
    const nobody = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => nobody.listen(0, '127.0.0.1', listening));
    const { port } = nobody.address() as AddressInfo;
    const address = { url: `ws://127.0.0.1:${port}`, token: TOKEN };
    const shared = printer({ remote: { ...address, patienceMs: 0 }, concurrency: 1 });
    const large = page(`<!-- ${'x'.repeat(600_000)} -->`);
    const prints = [page('a'), page('b'), page('c'), large, large].map((one) => shared.print(one));
    const results = await Promise.allSettled(prints);
    const codes = results.map((one) => one.status === 'rejected' && codeOf(one.reason));
    expect(codes).toEqual(Array(5).fill('no_browser'));
    // One try for all: each in line with a patience of its own would hold up those behind it.
    expect(connections).toBe(1);
    await new Promise((closed) => nobody.close(closed));
    const back = await serveBrowsers({ host: '127.0.0.1', port, token: TOKEN, maxSessions: 1 });
    try {
      expect(isPdf(await shared.print(page('d')))).toBe(true);
      const third = printer({ remote: { ...address, patienceMs: 0 } }).warm();
      await expect(third).rejects.toThrow(/503.*All browsers are in use/);
    } finally {
      await back.close();
    }
  });

  it('says where it was sought, without the token', async () => {
    const { url } = remote().remote;
    const shared = printer({ remote: { url, token: `${TOKEN}-of-another`, patienceMs: 0 } });
    const error: unknown = await shared.print(page('a')).catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('no_browser');
    expect(String(error)).toMatch(new RegExp(`No browser at ${url} .*401`));
    expect(String(error)).not.toContain(TOKEN);
    await until(() => program.lines.some((line) => line.includes('without the token')));
    expect(program.lines.join()).not.toContain(TOKEN);
  });

  it('ends its wait when the printer is closed', async () => {
    await program.stop();
    const shared = printer();
    const print = shared.print(page('a')).catch(codeOf);
    await shared.close();
    expect(await print).toBe('closed');
    program.lines.length = 0;
    await program.start();
  });
});

describe('the program', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${program.port}${path}`, { headers });
  const handshake = (headers: Record<string, string>) =>
    new Promise<number>((answered, failed) => {
      const given = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
      const key = { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      get({ host: '127.0.0.1', port: program.port, headers: { ...given, ...key, ...headers } })
        .on('response', ({ statusCode = 0 }) => answered(statusCode))
        .on('upgrade', (_, socket) => {
          socket.destroy();
          answered(101);
        })
        .on('error', failed);
    });
  const ours = { Authorization: `Bearer ${TOKEN}`, 'User-Agent': `Playwright/${PROTOCOL} (x64)` };

  it('answers its probe, and nothing else', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/', ours)).status).toBe(404);
    expect((await ask('/json/version')).status).toBe(404);
  });

  it.each([
    [101, 'who has the token, and its version', ours],
    [401, 'who has no token', { 'User-Agent': ours['User-Agent'] }],
    [401, 'who has another', { ...ours, Authorization: `Bearer ${TOKEN.slice(1)}` }],
    [426, 'who has another version', { ...ours, 'User-Agent': 'Playwright/1.0.0 (x64)' }],
  ])('answers %s to %s', async (status, _, headers) => {
    expect(await handshake(headers)).toBe(status);
    await until(() => program.pids().length === 0);
  });

  it.each([
    ['TIMBRA_BROWSER_TOKEN must be set', { TIMBRA_BROWSER_TOKEN: 'short' }],
    ['/bin/false', { CHROMIUM_PATH: '/bin/false' }],
  ])('ends with a sentence: %s', async (sentence, env) => {
    const other = new Program();
    await other.start(env);
    await until(() => other.exitCode !== null);
    expect(other.exitCode).toBe(1);
    expect(other.lines.join('\n')).toContain(sentence);
  });

  onLinux('ends at once where it is told to, with its browsers', async () => {
    await printer().warm();
    const pids = program.pids();
    await program.stop();
    expect(program.exitCode).toBe(0);
    await until(() => pids.every((pid) => !isRunning(pid)));
    program.lines.length = 0;
    await program.start();
  });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
