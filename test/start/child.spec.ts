import { afterAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolve } from 'node:path';
import { howItEnded, startChild, type Child } from '../../scripts/lib/distributed/child.mjs';

const CHILD = resolve(import.meta.dirname, '../../scripts/lib/distributed/child.mjs');
const STAYS = "console.log('ready'); setInterval(() => {}, 1_000)";
const started: Child[] = [];
afterAll(() => Promise.all(started.map((one) => one.kill())));

function start(script: string, lines: string[] = []): Child {
  const program = { command: process.execPath, args: ['-e', script], env: process.env };
  const child = startChild({ ...program, onLine: (line, stream) => lines.push(`${stream}: ${line}`) });
  started.push(child);
  return child;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Small programs of Node in the place of services: scripts/lib/distributed/child.mjs. */
describe('a process that start:distributed starts', () => {
  it('gives its lines, the last one also without its end, and how it ended', async () => {
    const lines: string[] = [];
    const child = start("process.stdout.write('one\\ntwo'); process.exitCode = 3", lines);
    expect(await child.ended).toEqual({ code: 3, by: null });
    expect(lines).toEqual(['stdout: one', 'stdout: two']);
    expect(child.output()).toBe('one\ntwo\n');
    expect(howItEnded(await child.ended)).toBe('exit code 3');
  });

  it('tells what it prints, and that it ended before it did', async () => {
    const found = await start("console.error('it is up at http://127.0.0.1:1')").printed(/http:\S+/);
    expect(found[0]).toBe('http://127.0.0.1:1');
    await expect(start("console.log('no')").printed(/up/)).rejects.toThrow('exit code 0');
  });

  it('ends with a code where there is no such program', async () => {
    const child = startChild({ command: '/no/such/program', args: [], env: process.env });
    expect(await child.ended).toEqual({ code: 127, by: null });
    expect(child.output()).toContain('/no/such/program');
  });

  it('is asked to stop, and made to where it does not', async () => {
    const quick = start(`process.on('SIGTERM', () => process.exit(0)); ${STAYS}`);
    await quick.printed(/ready/);
    expect(await quick.stop(60_000)).toEqual({ code: 0, by: null });
    const deaf = start(`process.on('SIGTERM', () => {}); ${STAYS}`);
    await deaf.printed(/ready/);
    expect(howItEnded(await deaf.stop(50))).toBe('SIGKILL');
    // A number that may be another's by now gets no signal.
    expect(howItEnded(await deaf.kill())).toBe('SIGKILL');
  });

  it('is in a session of its own, which Ctrl-C at the terminal does not reach', async () => {
    const child = start(STAYS);
    await child.printed(/ready/);
    // A group has its name only where it is the group's first process.
    expect(() => process.kill(-Number(child.pid), 0)).not.toThrow();
  });

  it.each([
    ['asked to', STAYS],
    ['made to, where it does not when it is asked', `process.on('SIGTERM', () => {}); ${STAYS}`],
  ])(
    'ends when the process that started it is killed: %s',
    async (_how, script) => {
      const program = `const program = { command: process.execPath, args: ['-e', ${JSON.stringify(script)}] };
      const { startChild } = await import(${JSON.stringify(CHILD)});
      const child = startChild({ ...program, env: process.env, graceMs: 100 });
      await child.printed(/ready/);
      console.log(child.pid);`;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(String(printed));
      expect(isRunning(pid)).toBe(true);
      parent.kill('SIGKILL');
      while (isRunning(pid)) await sleep(20);
    },
    30_000,
  );
});
