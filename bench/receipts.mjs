// node bench/receipts.mjs [--count 1000000] [--seconds 8] [--globals 3] [--write docs/benchmarks.md]: receipts beside invoices through the
// built service, a global invoice of 5,000 receipts beside an invoice of 5,000 items, and the lists over very many receipts.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '8' },
    globals: { type: 'string', default: '3' },
    write: { type: 'string' },
  },
});
await ensureInstalled();
await ensureBuilt();
const { createPool, startEmbeddedPostgres } = await import('#hosting');
const { withDataFolder } = await import('./folder.mjs');
const { load, makeInvoice } = await import('./http.mjs');
const { machine, markdownOf, milliseconds, quantile, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const say = (message) => console.error(`  ${message}`);
const count = Number(options.count);
const seconds = Number(options.seconds);
const CONNECTIONS = 16;
const OF_GLOBAL = 5_000;
/** Global invoices that are made: the first meets cold code. */
const GLOBALS = Number(options.globals);

const sale = (n) => ({
  items: [
    { quantity: 2, product: { description: `Ukelele ${n % 500}`, product_key: '60131324', price: 345.6 } },
  ],
  ...{ payment_form: n % 3 === 0 ? '01' : '04', branch: `Sucursal ${n % 40}`, external_id: `pos-${n}` },
});

let sold = 0;
const sell = (service) => service.call('POST', '/receipts', sale((sold += 1)));

/** Makes receipts until there are enough for the global invoices. */
const sellUntil = async (service, enough) => {
  const work = async () => {
    while (sold < enough) await sell(service);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
};

const timed = async (action) => {
  const since = performance.now();
  await action();
  return performance.now() - since;
};

/** An invoice of as many items as a global one has receipts. */
const longInvoice = (service) =>
  service.call('POST', '/invoices', {
    customer: {
      ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
      address: { zip: '86991' },
    },
    items: Array.from({ length: OF_GLOBAL }, (_, n) => sale(n).items[0]),
    ...{ payment_form: '01', async: false },
  });

const globalInvoice = async (service) => {
  // Receipts of the last minutes, on whichever of two days they are.
  const day = new Date().toISOString();
  const doc = JSON.parse(
    await service.call('POST', '/receipts/global-invoice', {
      ...{ from: day, to: day, periodicity: 'month', limit_to_max_receipts: true },
    }),
  );
  if (doc.items.length !== OF_GLOBAL) throw new Error(`the global invoice has ${doc.items.length} receipts`);
};

const COPY = `
  INSERT INTO gateway.receipts
  SELECT copy.* FROM gateway.receipts AS made, generate_series(1, $1) AS n,
    LATERAL json_populate_record(made, json_build_object(
      'id', $2 || lpad(to_hex(n), 23, '0'), 'organization_id', coalesce($3, made.organization_id),
      'date', made.date - n * interval '60 seconds', 'folio_number', 1000000 + n,
      'status', CASE WHEN n % 50 = 0 THEN 'open' WHEN n % 3 = 0 THEN 'invoiced_to_customer' ELSE 'invoiced_globally' END,
      'key', $2 || upper(lpad(to_hex(n), 7, '0')), 'branch', 'Sucursal ' || n % 40, 'external_id', 'copy-' || n,
      'payment_form', CASE WHEN n % 3 = 0 THEN '01' ELSE '04' END, 'search', 'ukelele ' || n % 5000)) AS copy
  WHERE made.id = (SELECT min(id) FROM gateway.receipts)`;

/** Fills the list of a stopped service: its own organization's, and a fifth as many of another beside it. */
const fill = async (dataDir) => {
  const database = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(database.url, { max: 2, applicationName: 'timbra-bench' });
  try {
    await pool.query(COPY, [count, 'e', null]);
    await pool.query(COPY, [Math.floor(count / 5), 'd', 'b'.repeat(24)]);
    await pool.query('VACUUM ANALYZE gateway.receipts');
  } finally {
    await pool.end();
    await database.stop();
  }
};

const LISTS = [
  ['page 1', () => '?limit=50'],
  ['page 30 of 100 each', () => '?limit=100&page=30'],
  ['filter: open', () => '?limit=50&status=open'],
  ['filter: branch', (n) => `?limit=50&branch=Sucursal%20${n % 40}`],
  ['filter: branch and status', (n) => `?limit=50&status=open&branch=Sucursal%20${n % 40}`],
  ['filter: payment form', () => '?limit=50&payment_form=01'],
  ['filter: key', (n) => `?limit=50&key=e${(n * 31).toString(16).padStart(7, '0')}`],
  ['filter: external_id', (n) => `?limit=50&external_id=copy-${n * 31}`],
  ['q: a word of all', () => '?limit=50&q=ukelele'],
  ['q: a word of few', (n) => `?limit=50&q=ukelele%20${n}`],
];

const measureLists = async (service) => {
  const rows = [];
  const measure = async (name, pathOf) => {
    const times = [];
    for (let n = 0; n < 70; n += 1) {
      const took = await timed(() => service.call('GET', `/receipts${pathOf(n)}`));
      if (n >= 10) times.push(took);
    }
    rows.push([name, quantile(times, 0.5), quantile(times, 0.99)]);
    say(`${name}: p99 ${rows.at(-1)[2].toFixed(1)} ms`);
  };
  for (const [name, pathOf] of LISTS) await measure(name, pathOf);
  return [...rows, await walk(service)];
};

/** By cursor, far into the list: each request continues where the one before ended. */
const walk = async (service) => {
  const times = [];
  let after = '';
  for (let n = 0; n < 70; n += 1) {
    const since = performance.now();
    const page = JSON.parse(await service.call('GET', `/receipts?limit=100&pagination=cursor${after}`));
    times.push(performance.now() - since);
    after = `&after=${encodeURIComponent(page.next_cursor)}`;
  }
  return ['cursor, page after page', quantile(times, 0.5), quantile(times, 0.99)];
};

await withDataFolder(async (dataDir) => {
  let service = await startService(dataDir);
  try {
    say('Invoices and receipts through HTTP');
    await load(() => makeInvoice(service), { connections: CONNECTIONS, seconds: 2 });
    const invoices = await load(() => makeInvoice(service), { connections: CONNECTIONS, seconds });
    await load(() => sell(service), { connections: CONNECTIONS, seconds: 2 });
    const receipts = await load(() => sell(service), { connections: CONNECTIONS, seconds });
    say(`${OF_GLOBAL * GLOBALS} receipts for global invoices`);
    await sellUntil(service, OF_GLOBAL * GLOBALS);
    const long = [];
    const global = [];
    for (let n = 0; n < GLOBALS; n += 1) {
      long.push(await timed(() => longInvoice(service)));
      global.push(await timed(() => globalInvoice(service)));
      say(`global invoice ${Math.round(global[n])} ms, invoice of as many items ${Math.round(long[n])} ms`);
    }
    await service.stop();
    say(`A list of ${count} receipts`);
    await fill(dataDir);
    service = await startService(dataDir);
    const lists = await measureLists(service);
    const perSecond = ({ perSecond: rate, p50, p99 }) =>
      `${Math.round(rate)}/s; p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
    const best = (times) => Math.min(...times);
    const table = markdownOf(machine(), [
      [`Stamped invoices, ${CONNECTIONS} connections`, perSecond(invoices), ''],
      [`Receipts, ${CONNECTIONS} connections`, perSecond(receipts), ''],
      ['Receipts to invoices', `${(receipts.perSecond / invoices.perSecond).toFixed(2)}`, ''],
      [
        `Global invoice of ${OF_GLOBAL} receipts, best of ${GLOBALS} (the first)`,
        `${milliseconds(best(global))} (${milliseconds(global[0])})`,
        'at most 1.5 s',
      ],
      [
        `Invoice of ${OF_GLOBAL} items; the global one is that many times as long`,
        `${milliseconds(best(long))}; ${(best(global) / best(long)).toFixed(2)}`,
        '',
      ],
      ['Receipts in the list; of another organization beside them', `${count}; ${Math.floor(count / 5)}`, ''],
      ...lists.map(([name, p50, p99]) => [
        `List, ${name}`,
        `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
        p99 < 50 ? '' : 'below 50 ms',
      ]),
    ]);
    console.log(`\n${table}`);
    if (options.write) await writeInto(options.write, table, 'npm run bench:receipts');
  } finally {
    await service.stop();
  }
});
