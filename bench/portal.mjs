/**
 * 200 visitors at the self-invoice portal at the same time, each with a receipt: they look at it, see the preview, issue the
 * invoice and download its XML. Afterwards every receipt must have exactly one invoice.
 *
 * `node bench/portal.mjs [visitors]`, after `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './report.mjs';
import { startService } from './service.mjs';

const VISITORS = Number(process.argv[2] ?? 200);
const FORM = {
  tax_id: 'URE180429TM6',
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  'address.zip': '86991',
  tax_system: '601',
  use: 'G03',
};

const sale = (n) => ({
  items: [{ quantity: 2, product: { description: `Ukelele ${n}`, product_key: '60131324', price: 345.6 } }],
  payment_form: '01',
});

/** What each step took, by its name. */
const times = new Map();

async function timed(step, work) {
  const begun = performance.now();
  const result = await work();
  times.set(step, [...(times.get(step) ?? []), performance.now() - begun]);
  return result;
}

/** Answers that asked the visitor to wait: a machine that is full says so, and the same form is sent again. */
let told503 = 0;

async function ask(link, fields, visitor) {
  const answer = await fetch(link, {
    headers: { accept: 'text/html', 'x-forwarded-for': `10.1.${visitor >> 8}.${visitor & 255}` },
    redirect: 'manual',
    ...(fields && { method: 'POST', body: new globalThis.URLSearchParams(fields) }),
  });
  if (answer.status === 503) {
    told503 += 1;
    await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 2));
    return ask(link, fields, visitor);
  }
  return { status: answer.status, text: await answer.text() };
}

const hiddenOf = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

function expectStatus(step, { status, text }, wanted) {
  if (status !== wanted)
    throw new Error(`${step}: ${status} ${/<h1>(.*?)</.exec(text)?.[1] ?? text.slice(0, 300)}`);
}

async function visit(link, visitor) {
  expectStatus('receipt', await timed('receipt', () => ask(link, undefined, visitor)), 200);
  const preview = await timed('preview', () => ask(link, { ...FORM, step: 'preview' }, visitor));
  expectStatus('preview', preview, 200);
  // The typed values come back escaped; the form is sent as it was typed.
  const issued = await timed('issue', () =>
    ask(link, { ...hiddenOf(preview.text), ...FORM, step: 'issue' }, visitor),
  );
  expectStatus('issue', issued, 303);
  expectStatus('xml', await timed('xml', () => ask(`${link}/xml`, undefined, visitor)), 200);
}

// Each visitor has an address of their own, as behind a proxy: one address has 600 visits a minute.
process.env.TIMBRA_TRUST_PROXY = 'true';
const folder = await mkdtemp(join(tmpdir(), 'timbra-portal-'));
const service = await startService(folder);
try {
  const json = async (method, path, body) => JSON.parse(await service.call(method, path, body));
  const receipts = [];
  // One by itself: it makes what is made once, as certificates and the customer.
  for (let n = 0; n <= VISITORS; n += 1) receipts.push(await json('POST', '/receipts', sale(n)));
  const links = receipts.map(({ self_invoice_url: link }) => link);
  await visit(links[0], 0);
  times.clear();
  const begun = performance.now();
  await Promise.all(links.slice(1).map((link, n) => visit(link, n + 1)));
  const seconds = (performance.now() - begun) / 1_000;
  const invoices = new Set();
  for (const { id } of receipts) {
    const { status, invoice } = await json('GET', `/receipts/${id}`);
    if (status !== 'invoiced_to_customer') throw new Error(`receipt ${id} is ${status}`);
    invoices.add(invoice);
  }
  if (invoices.size !== receipts.length) throw new Error('receipts share an invoice');
  console.log(
    `${VISITORS} visitors at once, ${availableParallelism()} processors: all done in ${seconds.toFixed(1)} s,`,
  );
  console.log(
    `${(VISITORS / seconds).toFixed(1)} visits a second; each receipt has one invoice; ${told503} answers said to wait.`,
  );
  for (const [step, taken] of times) {
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(taken, share).toFixed(0));
    console.log(`  ${step.padEnd(8)} p50 ${p50} ms, p95 ${p95} ms`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
