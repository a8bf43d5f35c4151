// npm run bench:eventstoredb [-- --seconds 10]: stamped invoices with the events in PostgreSQL and in EventStoreDB, in one run, one
// at a time and 32 at a time, and how often EventStoreDB is called for each. On the server of EVENTSTOREDB_URL, or on the double, a
// process of its own here: it shows what the service does, not how fast a real server is.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, write: { type: 'string' } },
});
await ensureInstalled();
await ensureBuilt();
const { cpuSeconds } = await import('./cpu.mjs');
const { startDouble } = await import('./event-store-double.mjs');
const { withDataFolder } = await import('./folder.mjs');
const { load, makeInvoice } = await import('./http.mjs');
const { machine, markdownOf, milliseconds, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const seconds = Number(options.seconds);
const LOADS = [1, 32];
const say = (message) => console.error(`  ${message}`);

/** Both loads over one store, warmed up. `callsOf` gives what the store was called so far, by the kind of call. */
const measure = (env, callsOf) =>
  withDataFolder(async (dataDir) => {
    const service = await startService(dataDir, { env });
    try {
      const make = () => makeInvoice(service);
      await load(make, { connections: 32, seconds: 5 });
      const runs = [];
      for (const connections of LOADS) {
        const [calls, cpu] = [await callsOf(), cpuSeconds([service.pid])];
        const run = await load(make, { connections, seconds });
        const cpuMs = ((cpuSeconds([service.pid]) - cpu) * 1_000) / run.count;
        const after = await callsOf();
        const each = Object.entries(after).map(([kind, count]) => [kind, (count - calls[kind]) / run.count]);
        runs.push({ connections, ...run, cpuMs, calls: Object.fromEntries(each) });
      }
      return runs;
    } finally {
      await service.stop();
    }
  });

const { EVENTSTOREDB_URL } = process.env;
const double = EVENTSTOREDB_URL ? undefined : await startDouble();
try {
  const url = EVENTSTOREDB_URL ?? double.url;
  say('Events in PostgreSQL');
  const own = await measure({ TIMBRA_EVENT_STORE: 'postgres' }, () => ({}));
  say(`Events in EventStoreDB${double ? ' (its double)' : ''}`);
  const env = {
    TIMBRA_EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: url,
    EVENTSTOREDB_PREFIX: `bench-${randomUUID()}`,
  };
  const apart = await measure(env, () => double?.calls() ?? {});

  const where = double ? "EventStoreDB's double" : 'EventStoreDB';
  const figures = ({ perSecond, p50, p99, cpuMs }) =>
    `${perSecond.toFixed(1)}/s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; ${milliseconds(cpuMs)} of a processor each`;
  const rows = own.flatMap((run, n) => {
    const other = apart[n];
    const at = `${run.connections} connection${run.connections > 1 ? 's' : ''}`;
    const calls = Object.entries(other.calls).map(([kind, count]) => `${count.toFixed(2)} ${kind}`);
    return [
      [`PostgreSQL, ${at}`, figures(run), ''],
      [`${where}, ${at}`, figures(other), ''],
      [`${where}, ${at}: rate of PostgreSQL's`, (other.perSecond / run.perSecond).toFixed(2), 'at least 0.8'],
      ...(calls.length > 0 ? [[`${where}, ${at}: calls for each invoice`, calls.join(', '), '']] : []),
    ];
  });
  const table = markdownOf(machine(), rows);
  console.log(`\n${table}`);
  if (options.write) await writeInto(options.write, table, 'bench/event-stores.mjs');
} finally {
  await double?.stop();
}
