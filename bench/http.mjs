import { performance } from 'node:perf_hooks';
import { quantile } from './report.mjs';

const receiver = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  address: { zip: '86991' },
};

const invoice = (customer, n) => ({
  customer,
  items: [{ quantity: 2, product: { description: `Ukelele ${n}`, product_key: '60131324', price: 345.6 } }],
  payment_form: '28',
  external_id: `bench-${n}`,
});

let made = 0;
const customers = new WeakMap();

/** The customer of all invoices, made by the first. */
const customerOf = (service) => {
  if (!customers.has(service))
    customers.set(
      service,
      service.call('POST', '/customers', receiver).then((doc) => JSON.parse(doc).id),
    );
  return customers.get(service);
};

/** Makes one invoice, which must come back stamped. */
export const makeInvoice = async (service) => {
  const n = (made += 1);
  const customer = await customerOf(service);
  const doc = (await service.call('POST', '/invoices', invoice(customer, n))).latin1Slice();
  if (!doc.includes('"status":"valid"')) throw new Error(`the invoice was not stamped: ${doc}`);
  return doc.slice(7, 31);
};

/** Repeats an action, this many at a time, for this many seconds or this often. */
export const load = async (action, { connections, seconds = Infinity, count = Infinity }) => {
  const times = [];
  const since = performance.now();
  const until = since + seconds * 1_000;
  let begun = 0;
  const work = async () => {
    while (begun < count && performance.now() < until) {
      begun += 1;
      const at = performance.now();
      await action();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const perSecond = (times.length * 1_000) / (performance.now() - since);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(times, share));
  return { connections, count: times.length, perSecond, p50, p95, p99 };
};

/** Stamped invoices a second with 1 and with 32 connections; gives the invoices' ids too. */
export const measureInvoices = async (service, { quick }) => {
  const ids = [];
  const make = async () => ids.push(await makeInvoice(service));
  await load(make, { connections: 32, seconds: quick ? 3 : 6 });
  const seconds = quick ? 3 : 10;
  const runs = [];
  for (const connections of [1, 32]) runs.push(await load(make, { connections, seconds }));
  return { ids, runs };
};

/** PDFs a second, each of another invoice, none made before. */
export const measurePdfs = async (service, ids, { quick }) => {
  let next = 0;
  const print = async () => {
    const pdf = await service.call('GET', `/invoices/${ids[next++ % ids.length]}/pdf`);
    if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error('that is no PDF');
  };
  // Starts the browser.
  const first = await load(print, { connections: 1, seconds: 0.001 });
  const run = await load(print, { connections: 4, seconds: quick ? 3 : 10 });
  return { firstMs: first.p50, ...run };
};
