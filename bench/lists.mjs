import { performance } from 'node:perf_hooks';
import { COMMON_WORD, RARE_CUSTOMER, RARE_WORD } from './invoices.mjs';
import { quantile } from './report.mjs';

const WARM_UP = 20;

/** The lists to measure, each as a function that gives the path of the n-th request. */
const listsOf = (samples) => {
  const nth = (n) => samples[(n * 31) % samples.length];
  const q = (text) => `/invoices?limit=50&q=${encodeURIComponent(text)}`;
  const month = (n) => {
    const from = new Date(nth(n).date);
    const to = new Date(from.getTime() + 30 * 86_400_000);
    return `date[gte]=${from.toISOString()}&date[lt]=${to.toISOString()}`;
  };
  return [
    ['page 1', () => '/invoices?limit=50'],
    ['page 30 of 100 each', () => '/invoices?limit=100&page=30'],
    ['filter: customer', (n) => `/invoices?limit=50&customer=${nth(n).customer.id}`],
    ['filter: a month', (n) => `/invoices?limit=50&${month(n)}`],
    ['filter: a month, unpaid', (n) => `/invoices?limit=50&payment_status=unpaid&${month(n)}`],
    ['filter: canceled', () => '/invoices?limit=50&status=canceled'],
    ['filter: series and month', (n) => `/invoices?limit=50&series=B&${month(n)}`],
    ['filter: folio', (n) => `/invoices?limit=50&folio_number=${nth(n).folio_number}`],
    ['filter: external_id', (n) => `/invoices?limit=50&external_id=pedido-1-${n * 97}`],
    ['q: common word', () => q(COMMON_WORD)],
    ['q: common word, page 30', () => `${q(COMMON_WORD).replace('50', '100')}&page=30`],
    // From the second page on, each begins where the one before ended.
    ['q: common word, page after page', (n) => `${q(COMMON_WORD).replace('50', '100')}&page=${(n % 30) + 1}`],
    ['q: common word in a month', (n) => `${q(COMMON_WORD)}&${month(n)}`],
    ['q: rare word', () => q(RARE_WORD)],
    ['q: no such word', () => q('inexistente')],
    ['q: two letters', () => q('ma')],
    ['q: customer of few invoices', () => q(RARE_CUSTOMER)],
    ['q: surname of many customers', () => q('hernandez')],
    ['q: whole name of a customer', (n) => q(nth(n).customer.legal_name)],
    ['q: customer and status', (n) => `${q(nth(n).customer.legal_name)}&status=canceled`],
    ['q: folio', (n) => q(String(nth(n).folio_number))],
    ['q: UUID', (n) => q(nth(n).uuid)],
    ['q: RFC', (n) => q(nth(n).customer.tax_id)],
    ['q: total', (n) => q(nth(n).total)],
    ['q: id', (n) => q(nth(n).id)],
  ];
};

/**
 * Measures the lists of a running service over many invoices, one request after the other.
 * @returns rows of `[name, p50, p99]` in milliseconds
 */
export const measureLists = async (service, samples, { requests, say }) => {
  const rows = [];
  const measure = async (name, ask) => {
    const times = [];
    for (let n = 0; n < WARM_UP + requests; n += 1) {
      const since = performance.now();
      await ask(n);
      if (n >= WARM_UP) times.push(performance.now() - since);
    }
    rows.push([name, quantile(times, 0.5), quantile(times, 0.99)]);
    say(`${name}: p99 ${rows.at(-1)[2].toFixed(1)} ms`);
  };
  await measure(...cursorWalk(service));
  for (const [name, pathOf] of listsOf(samples)) await measure(name, (n) => service.call('GET', pathOf(n)));
  return rows;
};

/** Walks the list by cursor: each request continues where the one before ended. */
const cursorWalk = (service) => {
  const first = '/invoices?limit=100&pagination=cursor';
  let next = first;
  return [
    'cursor, page after page',
    async () => {
      const { next_cursor } = JSON.parse(await service.call('GET', next));
      next = next_cursor ? `${first}&after=${encodeURIComponent(next_cursor)}` : first;
    },
  ];
};
