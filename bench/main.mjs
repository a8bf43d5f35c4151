// node bench/main.mjs [--quick] [--write docs/benchmarks.md]: measures the built service, prints a table, and
// puts it into a document where asked. Uses free ports and a temporary data folder, and leaves nothing behind.
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, write: { type: 'string' } },
});
await ensureInstalled();
await ensureBuilt();
const { measureCfdi } = await import('./cfdi.mjs');
const { fillWithInvoices } = await import('./dataset.mjs');
const { withDataFolder } = await import('./folder.mjs');
const { makeInvoice, measureInvoices, measurePdfs } = await import('./http.mjs');
const { measureLists } = await import('./lists.mjs');
const { machine, markdownOf, rowsOf, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const say = (message) => console.error(`  ${message}`);
const count = options.quick ? 10_000 : 100_000;
await withDataFolder(async (dataDir) => {
  let service;

  /** Starts the service; says how long that took. */
  const start = async () => {
    service = await startService(dataDir);
    return service.seconds;
  };
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };

  try {
    say('Signatures and documents');
    const cfdi = await measureCfdi(options);
    say('Starts');
    const first = await start();
    await makeInvoice(service);
    await stop();
    const second = await start();
    say('Invoices through HTTP');
    const http = await measureInvoices(service, options);
    const memory = [await service.peakMb()];
    const { organization_id: organizationId } = service.demo;
    await stop();
    say(`${count} invoices`);
    const { samples, ...rebuild } = await fillWithInvoices({ dataDir, organizationId, count, say });
    await start();
    say('Lists');
    const rows = await measureLists(service, samples, { requests: options.quick ? 30 : 200, say });
    say('PDFs');
    const pdfs = await measurePdfs(service, http.ids, options);
    memory.push(await service.peakMb());
    await stop();
    const lists = { count, rows };
    const table = markdownOf(
      machine(),
      rowsOf({ cfdi, http, lists, pdfs, rebuild, starts: { first, second }, memory }),
    );
    console.log(`\n${table}`);
    if (options.write) await writeInto(options.write, table);
  } finally {
    await stop();
  }
});
