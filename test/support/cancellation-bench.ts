import { afterAll, afterEach, beforeAll, beforeEach, expect } from './story.js';
import { LOOKS_MS } from '#apps/cancellation/src/cancellation/schedule';
import type { InvoiceRow } from '#contracts';
import { openInvoicingBench, type InvoicingBench } from './invoicing-bench.js';

/** For specs of cancellations: the bench of a spec, and what is done on it over and over. */

export let bench: InvoicingBench;

/** Opens the bench for the specs of a file; after each, the read models are the fold of their streams. */
export function useCancellationBench(): void {
  beforeAll(async () => {
    bench = await openInvoicingBench();
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    bench.pac.cancelsAsked.length = 0;
    bench.pac.statusesAsked.length = 0;
  });
  afterEach(async () => expect(await bench.differences()).toEqual([]));
}

export const DAY = 86_400_000;
export const REPLACING = 'AAAAAAAA-0000-4000-8000-000000000002';
/** No answer: perhaps it arrived. */
export const lost = { kind: 'unknown', reason: 'timeout' } as const;

export const stands = (status: string) => (row: InvoiceRow) =>
  row.cancellation_status === status && row.outcome?.kind !== 'requested';

export async function valid(): Promise<string> {
  const id = await bench.create();
  await bench.until(id, ({ status }) => status === 'valid');
  return id;
}

export const cancel = (id: string, motive = '02', substitution: string | null = null) =>
  bench.send('invoicing.cancel', id, { motive, substitution });
export const refresh = (id: string) => bench.send('invoicing.refresh', id);

/** An invoice whose cancellation waits for its receiver. */
export async function pending(): Promise<string> {
  const id = await valid();
  const at = '2026-11-21T18:00:05.000Z';
  bench.pac.cancelTurns.push({ kind: 'pending', acuse: '<Acuse n="1"/>', at });
  await cancel(id);
  await bench.until(id, stands('pending'));
  return id;
}

/** Lets the time of the n-th look at a request come. */
export const look = (n: number): void => bench.clock.advance((LOOKS_MS[n - 1] ?? 0) - (LOOKS_MS[n - 2] ?? 0));

/** How many commands are planned, or under way. */
export async function pendingCommands(): Promise<number> {
  const { dispatcher, pool } = bench.runtime;
  // One that is answered soon is never stored.
  const { inFlight } = dispatcher.status();
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM platform.pending_commands');
  return inFlight + (rows[0] as { n: number }).n;
}
