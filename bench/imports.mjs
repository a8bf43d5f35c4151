// node bench/imports.mjs [--lines 100000] [--seconds 8] [--write docs/benchmarks.md]: a file of receipts through the built service, beside single
// receipts and a batch of the same run, and what the process's memory grows by.
import { readFile } from 'node:fs/promises';
import { Blob } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '8' },
    write: { type: 'string' },
  },
});
await ensureInstalled();
await ensureBuilt();
const { withDataFolder } = await import('./folder.mjs');
const { load, makeInvoice } = await import('./http.mjs');
const { machine, markdownOf, milliseconds, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const say = (message) => console.error(`  ${message}`);
const lines = Number(options.lines);
const seconds = Number(options.seconds);
const CONNECTIONS = 16;
const BATCH = 1_000;

const sale = (n) => ({
  items: [
    { quantity: 2, product: { description: `Ukelele ${n % 500}`, product_key: '60131324', price: 345.6 } },
  ],
  ...{ payment_form: n % 3 === 0 ? '01' : '04', branch: `Sucursal ${n % 40}`, external_id: `pos-${n}` },
});
const threeLines = (n) => ({ ...sale(n), items: [1, 2, 3].map(() => sale(n).items[0]) });

/** The same sales as rows. */
function* fileOf(count) {
  yield 'id externo,forma de pago,sucursal,descripción,clave sat,cantidad,precio,clave de idempotencia\n';
  let part = '';
  for (let n = 0; n < count; n += 1) {
    part += `csv-${n},0${n % 3 === 0 ? 1 : 4},Sucursal ${n % 40},Ukelele ${n % 500},60131324,2,345.60,csv-${n}\n`;
    if (part.length < 65_536) continue;
    yield part;
    part = '';
  }
  yield part;
}

const timed = async (action) => {
  const since = performance.now();
  const value = await action();
  return { ms: performance.now() - since, value };
};

const residentMb = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

const upload = async ({ demo }, count) => {
  const answer = await fetch(`${demo.base_url}/receipts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.test_key}`, 'content-type': 'text/csv' },
    body: new Blob([...fileOf(count)]).stream(),
    duplex: 'half',
  });
  if (answer.status !== 202)
    throw new Error(`the import was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

const finish = async (service, id) => {
  for (;;) {
    const now = JSON.parse(await service.call('GET', `/receipts/imports/${id}`));
    if (now.status === 'finished') return now;
    await sleep(100);
  }
};

await withDataFolder(async (dataDir) => {
  const service = await startService(dataDir);
  try {
    say('Single receipts');
    let sold = 0;
    const sell = () => service.call('POST', '/receipts', sale((sold += 1)));
    await load(sell, { connections: CONNECTIONS, seconds: 3 });
    const single = await load(sell, { connections: CONNECTIONS, seconds });
    say('Invoices by themselves');
    await load(() => makeInvoice(service), { connections: CONNECTIONS, seconds: 3 });
    const alone = await load(() => makeInvoice(service), { connections: 2, seconds });
    say(`Batches of ${BATCH} receipts of three lines`);
    const batches = [];
    for (let n = 0; n < 3; n += 1) {
      const receipts = Array.from({ length: BATCH }, (_, index) => threeLines(index));
      batches.push((await timed(() => service.call('POST', '/receipts/batch', { receipts }))).ms);
    }
    say(`A file of ${lines} lines`);
    const before = await residentMb(service.pid);
    let highest = before;
    const watch = setInterval(async () => (highest = Math.max(highest, await residentMb(service.pid))), 200);
    const { ms: arriving, value: begun } = await timed(() => upload(service, lines));
    say(`arrived and read in ${Math.round(arriving)} ms`);
    const beside = load(() => makeInvoice(service), { connections: 2, seconds });
    const { ms: making, value: done } = await timed(() => finish(service, begun.id));
    const besideIt = await beside;
    clearInterval(watch);
    if (done.created !== lines) throw new Error(`${done.created} receipts of ${lines}`);
    const after = await residentMb(service.pid);
    const { ms: again, value: same } = await timed(async () => {
      const answer = await fetch(`${service.demo.base_url}/receipts/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.demo.test_key}`, 'content-type': 'text/csv' },
        body: new Blob([...fileOf(lines)]).stream(),
        duplex: 'half',
      });
      return answer.json();
    });
    if (same.id !== begun.id) throw new Error('the same file is another import');
    const rate = (lines / (arriving + making)) * 1000;
    const batch = Math.min(...batches);
    const table = markdownOf(machine(), [
      [`Single receipts, ${CONNECTIONS} connections`, `${Math.round(single.perSecond)}/s`, ''],
      [
        `Batch of ${BATCH} receipts of three lines, best of 3`,
        `${milliseconds(batch)}; ${(((BATCH / batch) * 1000) / single.perSecond).toFixed(1)} times as many as single ones`,
        'a few seconds',
      ],
      [
        `File of ${lines} lines: read, then made`,
        `${(arriving / 1000).toFixed(1)} s, ${(making / 1000).toFixed(1)} s: ${Math.round(rate)}/s`,
        '',
      ],
      ['Its receipts to single ones', (rate / single.perSecond).toFixed(1), 'several times'],
      ['The same file again', `${(again / 1000).toFixed(1)} s, nothing made`, ''],
      [
        'Memory of the process before, at its highest during the import, after',
        `${before} MB, ${highest} MB, ${after} MB`,
        'bounded',
      ],
      [
        'Invoices at 2 connections, alone and beside the import',
        `p50 ${milliseconds(alone.p50)}, p99 ${milliseconds(alone.p99)}; p50 ${milliseconds(besideIt.p50)}, p99 ${milliseconds(besideIt.p99)}`,
        '',
      ],
    ]);
    console.log(`\n${table}`);
    if (options.write) await writeInto(options.write, table, 'npm run bench:imports');
  } finally {
    await service.stop();
  }
});
