import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../cpu.mjs';
import { makeInvoice } from '../http.mjs';
import { FEWEST, judge, MOST } from './verdict.mjs';

/** The loads: how many invoices at a time, and how many in a slice (about a second on two cores). */
export const LOADS = [
  { connections: 32, invoices: 320 },
  { connections: 1, invoices: 100 },
];

/** What follows an answer (rows, public events) is over by then. */
const SETTLE_MS = 150;

const stamp = async (service, { connections, invoices }) => {
  let left = invoices;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await makeInvoice(service);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
};

/** Milliseconds of a processor that an invoice takes of the service and of its PostgreSQL, over a slice. */
const slice = async (service, load) => {
  const before = cpuSeconds([service.pid]);
  await stamp(service, load);
  await sleep(SETTLE_MS);
  return ((cpuSeconds([service.pid]) - before) * 1_000) / load.invoices;
};

/** Both compile their code and fill their caches. */
export const warmUp = async ({ base, head }) => {
  for (const service of [base, head, base, head]) await stamp(service, { connections: 32, invoices: 700 });
};

/**
 * Slices of load in turns, on two services that both run all the time: base, head, head, base, ... so that whatever else
 * the machine does meets both. Ends when every load has its verdict, or no more time: the fewest are made in any case.
 * @param until no more than the fewest pairs are begun after this, in milliseconds of performance.now()
 * @returns pairs `{ base, head }` of milliseconds, by the connections of the load
 */
export const measurePairs = async (services, { until, say }) => {
  const pairs = new Map(LOADS.map(({ connections }) => [connections, []]));
  for (let round = 0; round < MOST && (round < FEWEST || performance.now() < until); round += 1) {
    const open = LOADS.filter(({ connections }) => judgeOf(pairs.get(connections)) === 'unsure');
    if (open.length === 0) break;
    const order = round % 2 === 0 ? ['base', 'head'] : ['head', 'base'];
    for (const load of open) {
      const pair = {};
      for (const name of order) pair[name] = await slice(services[name], load);
      pairs.get(load.connections).push(pair);
      say(
        `pair ${round + 1}, ${load.connections} at a time: ${pair.base.toFixed(2)} ms, ${pair.head.toFixed(2)} ms`,
      );
    }
  }
  return pairs;
};

const judgeOf = (pairs) => (pairs.length === 0 ? 'unsure' : judge(pairs).verdict);
