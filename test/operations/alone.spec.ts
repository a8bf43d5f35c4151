import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alone } from '../../scripts/lib/alone.mjs';

/** Programs that start at once build once: scripts/lib/build.mjs. */
describe('what is done alone', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'timbra-alone-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is done by one after the other, and leaves nothing', async () => {
    const file = join(folder, 'made/lock');
    let [under, most] = [0, 0];
    const work = async (n: number): Promise<number> => {
      most = Math.max(most, (under += 1));
      await sleep(10);
      under -= 1;
      return n;
    };
    const done = await Promise.all([1, 2, 3].map((n) => alone(file, () => work(n))));
    expect([done, most, existsSync(file)]).toEqual([[1, 2, 3], 1, false]);
  });

  it('is free again after it failed', async () => {
    const file = join(folder, 'failed');
    await expect(alone(file, () => Promise.reject(new Error('type errors')))).rejects.toThrow('type errors');
    expect(await alone(file, () => Promise.resolve('built'))).toBe('built');
  });

  it('waits for nobody who was killed', async () => {
    const file = join(folder, 'killed');
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(file, String(pid));
    expect(await alone(file, () => Promise.resolve('built'))).toBe('built');
  });
});
