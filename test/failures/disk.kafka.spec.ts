import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chapters, LONG } from './chapters.js';
import { OwnPostgres } from './postgres.js';
import { World } from './world.js';

/** PostgreSQL's disk is full under load, and is given room again. */

const SIZE = '320m';

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** A small disk: whether this machine lets us have one, and where. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-disk-'));
  if (run('mount', '-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder)) {
    await chmod(folder, 0o755);
    return folder;
  }
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

const disk = LONG ? await smallDisk() : undefined;
if (LONG && disk === undefined)
  console.warn('skipped: no small disk can be mounted here (mount -t tmpfs needs root)');
const where = disk === undefined ? describe.skip : describe;

where('a full disk', () => {
  let postgres: OwnPostgres;
  let world: World;
  const folder = disk ?? '';
  const filler = join(folder, 'filler');

  beforeAll(async () => {
    postgres = await OwnPostgres.start(folder);
    world = await World.start({ databaseUrl: postgres.url });
  }, 180_000);
  afterAll(async () => {
    await world?.stop();
    await postgres.remove().catch(() => undefined);
    run('umount', folder);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** Writes until nothing more fits. */
  async function fill(): Promise<void> {
    const file = await open(filler, 'a');
    for (const size of [1 << 20, 1 << 12, 1])
      try {
        for (;;) await file.write(Buffer.alloc(size));
      } catch {
        // No space left.
      }
    await file.close();
  }

  it('stops the work, and leaves nothing lost, doubled or changed when there is room again', async () => {
    const chapters = new Chapters(world);
    const load = chapters.load({ clients: 8, cancels: 0.2, mails: 0.1 });
    await load.more(20);
    await fill();
    // The work stops, whether statements fail or the server ends because it can't write its log.
    const { tries } = load.client.journal;
    const failures = () =>
      [...tries].reduce((sum, [what, times]) => sum + (/^5|no answer/.test(what) ? times : 0), 0);
    const before = failures();
    for (const deadline = Date.now() + 90_000; failures() < before + 10;) {
      if (Date.now() > deadline) throw new Error(`nobody was told that nothing goes: ${load.summary()}`);
      await fill();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await rm(filler);
    // One that could not write its log ends only when it has tried in vain to recover.
    if (await postgres.isDown(15_000)) {
      await postgres.start();
      world.upstream.port = postgres.port;
    }
    await load.more(20);
    await chapters.check();
    console.log(`a full disk: ${load.summary()}`);
    expect(load.client.journal.rude).toBe(0);
  }, 600_000);
});
