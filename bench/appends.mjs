// node bench/appends.mjs [--seconds 5]: how many appends a second one PostgreSQL takes from this many writers at a
// time:
// what a single database bounds, whatever runs beside it.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const seconds = Number(values.seconds);
await ensureInstalled();
await ensureBuilt();
const { createPool, migrate, platformMigrations, startEmbeddedPostgres } = await import('#hosting');
const { eventStoreMigrations, NO_STREAM, PostgresEventStore } = await import('#event-store');
const { newId } = await import('#kernel');
const { withDataFolder } = await import('./folder.mjs');
const { machine, markdownOf, milliseconds, quantile } = await import('./report.mjs');

/** About what an event of an invoice's life weighs, 2 kB of JSON that does not repeat itself. */
const data = { text: Array.from({ length: 54 }, () => randomUUID()).join(' ') };
const metadata = {
  organizationId: newId(),
  livemode: false,
  commandId: newId(),
  correlationId: newId(),
  actor: 'bench',
};

/** Writers that each append to a new stream again and again, through as many stores as there are processes. */
const append = async (stores, writers) => {
  const times = [];
  const until = performance.now() + seconds * 1_000;
  const write = async (_, n) => {
    const store = stores[n % stores.length];
    while (performance.now() < until) {
      const since = performance.now();
      const event = { id: randomUUID(), type: 'Measured', data };
      const { kind } = await store.append(`bench-${newId()}`, NO_STREAM, [event], metadata);
      if (kind !== 'appended') throw new Error(`the append was a ${kind}`);
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};

await withDataFolder(async (dataDir) => {
  const database = await startEmbeddedPostgres({ dataDir });
  const pools = [];
  try {
    await migrate(database.url, [...eventStoreMigrations, ...platformMigrations]);
    const rows = [];
    for (const [processes, writers] of [
      [1, 1],
      [1, 32],
      [1, 256],
      [4, 256],
    ]) {
      while (pools.length < processes)
        pools.push(createPool(database.url, { max: 4, applicationName: 'bench' }));
      const stores = pools.slice(0, processes).map((pool) => new PostgresEventStore(pool));
      const { perSecond, p50, p99 } = await append(stores, writers);
      rows.push([
        `${writers} writers in ${processes} store${processes > 1 ? 's' : ''}`,
        `${Math.round(perSecond)} appends/s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
        '',
      ]);
    }
    console.log(`\n${markdownOf(machine(), rows)}`);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.stop();
  }
});
