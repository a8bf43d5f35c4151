// node bench/received.mjs [--received 100000] [--issued 20000] [--write docs/benchmarks.md]: the lists of an organization that
// receives more than it issues.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: {
    received: { type: 'string', default: '100000' },
    issued: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '60' },
    write: { type: 'string' },
  },
});
await ensureInstalled();
await ensureBuilt();
const { createPool, startEmbeddedPostgres } = await import('#hosting');
const { fillWithInvoices } = await import('./dataset.mjs');
const { withDataFolder } = await import('./folder.mjs');
const { makeInvoice } = await import('./http.mjs');
const { COMMON_WORD, RARE_CUSTOMER, RARE_WORD } = await import('./invoices.mjs');
const { machine, markdownOf, milliseconds, quantile, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const WARM_UP = 10;
const say = (message) => console.error(`  ${message}`);
const [received, issued, requests] = [options.received, options.issued, options.requests].map(Number);

/** The lists to measure, each as a function that gives the query of the n-th request. */
const listsOf = (samples) => {
  const nth = (n) => samples[(n * 31) % samples.length];
  const month = (n) => {
    const from = new Date(nth(n).date);
    return `date[gte]=${from.toISOString()}&date[lt]=${new Date(from.getTime() + 30 * 86_400_000).toISOString()}`;
  };
  const q = (text) => `q=${encodeURIComponent(text)}`;
  return [
    ['page 1', () => ''],
    ['cursor', () => 'pagination=cursor'],
    ['a month', month],
    ['a month, unpaid', (n) => `payment_status=unpaid&${month(n)}`],
    ['canceled', () => 'status=canceled'],
    ['customer or supplier', (n) => `customer=${nth(n).customer.id}`],
    ['q: common word', () => q(COMMON_WORD)],
    ['q: rare word', () => q(RARE_WORD)],
    ['q: no such word', () => q('inexistente')],
    ['q: customer of few invoices', () => q(RARE_CUSTOMER)],
    ['q: surname of many', () => q('hernandez')],
    ['q: surname of many in a month', (n) => `${q('hernandez')}&${month(n)}`],
    ['q: whole name', (n) => q(nth(n).customer.legal_name)],
    ['q: total', (n) => q(nth(n).total)],
  ];
};

/** Measures the lists of one issuer type: rows of `[name, p50, p99]` in milliseconds. */
async function measure(dataDir, samples, title, issuerType) {
  const service = await startService(dataDir);
  const rows = [];
  try {
    for (const [name, queryOf] of listsOf(samples)) {
      const times = [];
      for (let n = 0; n < WARM_UP + requests; n += 1) {
        const since = performance.now();
        await service.call('GET', `/invoices?limit=50&${issuerType}&${queryOf(n)}`.replace(/&+/g, '&'));
        if (n >= WARM_UP) times.push(performance.now() - since);
      }
      rows.push([name, quantile(times, 0.5), quantile(times, 0.99)]);
      say(`${title}, ${name}: p50 ${rows.at(-1)[1].toFixed(1)} p99 ${rows.at(-1)[2].toFixed(1)} ms`);
    }
  } finally {
    await service.stop();
  }
  return rows;
}

/** Makes somebody else the issuer of a share of the rows, as if they had been imported. */
async function receive(dataDir) {
  const database = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(database.url, { max: 1, applicationName: 'timbra-bench' });
  try {
    const { rowCount } = await pool.query(
      `UPDATE gateway.invoices SET issuer_type = 'receiving'
       WHERE organization_id <> $1 AND mod(abs(hashtext(id)), $2::int) < $3::int`,
      ['b'.repeat(24), received + issued, received],
    );
    await pool.query('VACUUM (FULL, ANALYZE) gateway.invoices');
    // Only this one says which pages all can see, as the server's own vacuum does.
    await pool.query('VACUUM gateway.invoices');
    return rowCount;
  } finally {
    await pool.end();
    await database.stop();
  }
}

await withDataFolder(async (dataDir) => {
  const first = await startService(dataDir);
  await makeInvoice(first);
  const { organization_id: organizationId } = first.demo;
  await first.stop();
  const { samples } = await fillWithInvoices({ dataDir, organizationId, count: received + issued, say });
  const alone = await measure(dataDir, samples, 'all issued', '');
  const count = await receive(dataDir);
  say(`${count} are received`);
  const issuing = await measure(dataDir, samples, 'issued', '');
  const receiving = await measure(dataDir, samples, 'received', 'issuer_type=receiving');
  const cell = ([, p50, p99]) => `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
  const rows = alone.flatMap((row, n) => [
    [`List, ${row[0]}: of ${received + issued} issued alone`, cell(row), ''],
    [
      `List, ${row[0]}: of ${issued} issued beside ${received} received`,
      `${cell(issuing[n])}; ${(issuing[n][1] / row[1]).toFixed(2)} of the p50 alone`,
      '',
    ],
    [
      `List, ${row[0]}: of what is received`,
      `${cell(receiving[n])}; ${(receiving[n][1] / row[1]).toFixed(2)} of the p50 alone`,
      '',
    ],
  ]);
  const table = markdownOf(machine(), rows);
  console.log(`\n${table}`);
  if (options.write) await writeInto(options.write, table, 'bench/received.mjs');
});
