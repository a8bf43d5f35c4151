import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ending } from '../../scripts/lib/distributed/child.mjs';
import { leftoversOf } from '../../scripts/lib/distributed/leftovers.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timbra-leftovers-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A system of processes by number, of which some end only when they are killed. */
class System {
  readonly signals: string[] = [];
  constructor(
    readonly running: Map<number, string>,
    private readonly deaf: readonly number[] = [],
  ) {}
  identityOf = (pid: number): Promise<string | undefined> => Promise.resolve(this.running.get(pid));
  signal = (pid: number, name: NodeJS.Signals): boolean => {
    this.signals.push(`${name} ${pid}`);
    if (name === 'SIGKILL' || !this.deaf.includes(pid)) this.running.delete(pid);
    return true;
  };
  waitForEnd = (pid: number): Promise<boolean> => Promise.resolve(!this.running.has(pid));
}

describe('processes that a killed run has left', () => {
  const never = new Promise<Ending>(() => undefined);

  it('are ended by the next: asked first, then made to', async () => {
    const system = new System(
      new Map([
        [11, 'a'],
        [12, 'b'],
      ]),
      [12],
    );
    const killed = leftoversOf(folder, system);
    await killed.note('kafka', { pid: 11, ended: never });
    await killed.note('invoicing', { pid: 12, ended: never });
    expect(await leftoversOf(folder, system).end()).toEqual(['kafka', 'invoicing']);
    expect(system.signals).toEqual(['SIGTERM 11', 'SIGTERM 12', 'SIGKILL 12']);
  });

  it('are not mistaken for others that have their numbers by now', async () => {
    const system = new System(new Map([[11, 'a']]));
    await leftoversOf(folder, system).note('kafka', { pid: 11, ended: never });
    system.running.set(11, 'of another program');
    expect(await leftoversOf(folder, system).end()).toEqual([]);
    expect(system.signals).toEqual([]);
  });

  it('are only those that have not ended', async () => {
    const system = new System(
      new Map([
        [11, 'a'],
        [12, 'b'],
      ]),
    );
    const run = leftoversOf(folder, system);
    let end: (ending: Ending) => void = () => undefined;
    const ended = new Promise<Ending>((resolve) => (end = resolve));
    await run.note('migrate', { pid: 11, ended });
    await run.note('kafka', { pid: 12, ended: never });
    end({ code: 0, by: null });
    await new Promise((resolve) => setImmediate(resolve));
    expect(JSON.parse(await readFile(join(folder, 'processes.json'), 'utf8'))).toEqual([
      { name: 'kafka', pid: 12, identity: 'b' },
    ]);
    run.clear();
    expect(existsSync(join(folder, 'processes.json'))).toBe(false);
  });

  it('are none where there is no file, or half of one', async () => {
    const none = leftoversOf(folder, new System(new Map()));
    expect(await none.end()).toEqual([]);
    writeFileSync(join(folder, 'processes.json'), '[{"name":"ka');
    expect(await none.end()).toEqual([]);
  });
});
