import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBench, type Bench } from '../testing/bench.js';
import { createTallies, digest, tallies, tally } from '../testing/tallies.js';
import { freshDatabase } from '../../../../test/support/database.js';
import { takeOwn } from '../owners/own/take.js';
import { createPool } from '../postgres/pool.js';
import { StartupError } from '../postgres/startup-error.js';
import { describeOwn } from '../runtime/databases.js';
import { progressLine, progressReport } from './progress-report.js';
import { rebuildCommand } from './rebuild-command.js';

/** Keeps what is written. */
const screen = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, columns: 60, written, write: (text: string) => written.push(text) };
};

describe('the rebuild command', () => {
  let bench: Bench;
  const services = [{ name: 'test', migrations: [], projections: [tallies()], processes: [] }];
  beforeAll(async () => {
    bench = await openBench();
    await createTallies(bench.pool);
    for (let n = 0; n < 5; n += 1) await tally(bench.store, 2);
  });
  afterAll(() => bench.dispose());

  it.each([[['tallies']], [[]]])('rebuilds the named read models (%p)', async (names) => {
    const output = screen(false);
    await rebuildCommand({ databaseUrl: bench.url, services, names, output });
    expect(output.written.join('')).toMatch(
      /^tallies: rebuilt from 10 events in \d+\.\d s \([\d,]+ events\/s\)\n$/,
    );
    expect(await digest(bench.pool)).toMatch(/^5:/);
  });

  it('says which names there are when one is unknown', async () => {
    const command = rebuildCommand({
      databaseUrl: bench.url,
      services,
      names: ['talies'],
      output: screen(false),
    });
    await expect(command).rejects.toThrow(new StartupError('No such projection: talies; there are tallies.'));
  });

  it('writes rows where they are, of a service with a database of its own', async () => {
    const invoicing = { name: 'invoicing', migrations: [], projections: [tallies()], processes: [] };
    const database = await freshDatabase();
    const { url } = database;
    const rebuild = () =>
      rebuildCommand({
        ...{ databaseUrl: bench.url, services: [invoicing], names: [], output: screen(false) },
        ownDatabases: new Map([['invoicing', url]]),
      });
    const own = createPool(url, { max: 1, applicationName: 'test' });
    await own.query('CREATE TABLE shop (id int)');
    await expect(rebuild()).rejects.toThrow(
      'The database of DATABASE_URL_INVOICING is not empty (public.shop)',
    );
    await own.query('DROP TABLE shop');
    await takeOwn(describeOwn('invoicing', { url, sharedUrl: bench.url, services: [invoicing] }));
    await createTallies(own);
    await bench.pool.query('DELETE FROM public.tallies');
    await rebuild();
    expect(await digest(own)).toMatch(/^5:/);
    expect((await bench.pool.query('SELECT FROM public.tallies')).rowCount).toBe(0);
    const unnamed = rebuildCommand({
      ...{ databaseUrl: bench.url, services: [invoicing], names: [], output: screen(false) },
    });
    await expect(unnamed).rejects.toThrow(
      'invoicing has worked in a database of its own: set DATABASE_URL_INVOICING to it.',
    );
    expect((await bench.pool.query('SELECT FROM public.tallies')).rowCount).toBe(0);
    await own.end();
    await database.drop();
  });
});

describe('the progress of a rebuild', () => {
  const progress = { projection: 'invoices', events: 6_000, share: 0.5, elapsedMs: 2_000 };

  it('is a bar with speed and time left', () => {
    expect(progressLine(progress)).toBe(
      'invoices [############............]  50 %  3,000 events/s, 00:02 left',
    );
    expect(progressLine({ ...progress, share: 1 })).toContain(`[${'#'.repeat(24)}] 100 %`);
  });

  it('is drawn over itself on a terminal, not wider than it and not too often', () => {
    const output = screen(true);
    let now = 0;
    const report = progressReport('invoices', output, () => now);
    for (; now < 1_000; now += 10) report.progress(progress);
    report.done();
    expect(output.written.length).toBeLessThanOrEqual(12);
    expect(output.written.every((text) => text.startsWith('\r\x1b[2K') && text.length <= 60 + 6)).toBe(true);
    expect(output.written.filter((text) => text.endsWith('\n'))).toHaveLength(1);
  });

  it('is plain lines elsewhere, a few', () => {
    const output = screen(false);
    let now = 0;
    const report = progressReport('invoices', output, () => now);
    for (; now < 12_000; now += 10) report.progress(progress);
    report.done();
    expect(output.written).toHaveLength(3);
    expect(output.written.join('')).not.toContain('\x1b');
  });
});
