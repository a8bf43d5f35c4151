// node bench/large.mjs [--write docs/benchmarks.md]: an invoice of 5000 items through the built service, from its
// creation to its cancellation, several times over.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({ options: { write: { type: 'string' } } });
await ensureInstalled();
await ensureBuilt();
const { withDataFolder } = await import('./folder.mjs');
const { machine, markdownOf, milliseconds, quantile, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const ITEMS = 5000;
const ROUNDS = 9;
const PRINTS = 3;
const AIMS = {
  'Created, stamped': 'median at most 250 ms, slowest below 500 ms',
  PDF: 'at most 1.5 s',
};
const say = (message) => console.error(`  ${message}`);

const item = (n) => ({
  quantity: 1 + (n % 7),
  discount: n % 3 === 0 ? 1.5 : 0,
  product: {
    description: `Pieza número ${n}, con un texto como los de verdad`,
    product_key: '60131324',
    price: 10 + (n % 997) / 7,
    sku: `SKU-${n}`,
    taxes:
      n % 2
        ? [{ type: 'IVA', rate: 0.16 }]
        : [
            { type: 'IVA', rate: 0.16 },
            { type: 'IEPS', rate: 0.08 },
          ],
  },
});
const invoice = {
  customer: {
    legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    tax_id: 'URE180429TM6',
    tax_system: '601',
    address: { zip: '86991' },
  },
  items: Array.from({ length: ITEMS }, (_, n) => item(n)),
  payment_form: '03',
};

await withDataFolder(async (dataDir) => {
  const service = await startService(dataDir);
  const times = new Map();
  const timed = async (name, action) => {
    const since = performance.now();
    const result = await action();
    const taken = performance.now() - since;
    times.set(name, [...(times.get(name) ?? []), taken]);
    return result;
  };
  const rows = [];
  try {
    // What the client does with JSON is its own time.
    const body = JSON.stringify(invoice);
    const parsed = async (answer) => JSON.parse(await answer);
    const call = (name, ...args) => parsed(timed(name, () => service.call(...args)));
    let size = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, status } = await call('Created, stamped', 'POST', '/invoices?async=false', body);
      if (status !== 'valid') throw new Error(`the invoice is ${status}`);
      const xml = await timed('XML', () => service.call('GET', `/invoices/${id}/xml`));
      size = xml.length;
      await timed('Read', () => service.call('GET', `/invoices/${id}`));
      await timed('Listed', () => service.call('GET', '/invoices?limit=1'));
      const copy = await call('Copied', 'POST', `/invoices/${id}/copy`);
      await call('Copy stamped', 'POST', `/invoices/${copy.id}/stamp`);
      const canceled = await call('Canceled', 'DELETE', `/invoices/${id}?motive=02`);
      if (canceled.status !== 'canceled') throw new Error(`the invoice is ${canceled.status}`);
      say(`round ${round + 1} of ${ROUNDS}`);
    }
    const before = await service.peakMb();
    const { data } = await parsed(service.call('GET', '/invoices?limit=1&status=valid'));
    await timed('PDF, the browser started with it', () => service.call('GET', `/invoices/${data[0].id}/pdf`));
    for (let print = 0; print < PRINTS; print += 1)
      await timed('PDF', () => service.call('GET', `/invoices/${data[0].id}/pdf`));
    for (const [name, all] of times)
      rows.push([
        name,
        all.length > 1
          ? `median ${milliseconds(quantile(all, 0.5))}, slowest ${milliseconds(Math.max(...all))}`
          : milliseconds(all[0]),
        AIMS[name] ?? '',
      ]);
    rows.push(['XML, size', `${(size / 1e6).toFixed(2)} MB`, '']);
    rows.push(['Peak memory of the service, before PDFs', `${before} MB`, 'at most 600 MB']);
    rows.push(['Peak memory of the service, after PDFs', `${await service.peakMb()} MB`, 'at most 600 MB']);
  } finally {
    await service.stop();
  }
  const table = markdownOf(machine(), rows);
  console.log(`\n${table}`);
  if (options.write) await writeInto(options.write, table, 'bench/large.mjs');
});
