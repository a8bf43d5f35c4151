// node bench/million.mjs [--count 1000000] [--write docs/benchmarks.md]: the lists over very many invoices.
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: { count: { type: 'string', default: '1000000' }, write: { type: 'string' } },
});
await ensureInstalled();
await ensureBuilt();
const { fillWithInvoices } = await import('./dataset.mjs');
const { withDataFolder } = await import('./folder.mjs');
const { makeInvoice } = await import('./http.mjs');
const { measureLists } = await import('./lists.mjs');
const { machine, markdownOf, milliseconds, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const say = (message) => console.error(`  ${message}`);
const count = Number(options.count);

await withDataFolder(async (dataDir) => {
  const first = await startService(dataDir);
  await makeInvoice(first);
  const { organization_id: organizationId } = first.demo;
  await first.stop();
  say(`${count} invoices`);
  const { samples, ...rebuild } = await fillWithInvoices({ dataDir, organizationId, count, say });
  const service = await startService(dataDir);
  const measured = await measureLists(service, samples, { requests: 200, say }).finally(() => service.stop());
  const table = markdownOf(machine(), [
    [`Invoices of the organization; of another beside it`, `${count}; ${Math.floor(count / 5)}`, ''],
    ['Slowest p99', milliseconds(Math.max(...measured.map(([, , p99]) => p99))), 'below 50 ms'],
    ...measured.map(([name, p50, p99]) => [
      `List, ${name}`,
      `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      p99 < 50 ? '' : 'below 50 ms',
    ]),
    ['Rebuild', `${Math.round(rebuild.events / rebuild.seconds)} events/s (${rebuild.events} events)`, ''],
  ]);
  console.log(`\n${table}`);
  if (options.write) await writeInto(options.write, table, 'bench/million.mjs');
});
