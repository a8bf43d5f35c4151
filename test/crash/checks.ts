import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceDoc, PatientClient, StampDoc } from './client.js';
import type { Wish } from './load.js';

const SETTLE_MS = 120_000;

/** Everything that the service and its provider have at the end, each from its own side. */
export interface Books {
  readonly invoices: readonly InvoiceDoc[];
  readonly stamps: readonly StampDoc[];
}

/** Refreshes every pending invoice and cancellation until none is left; returns the ids of those left. */
export async function settle(client: PatientClient): Promise<string[]> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const invoices = await client.allByCursor<InvoiceDoc>('/invoices');
    const open = invoices.filter(isOpen).map(({ id }) => id);
    if (open.length === 0 || Date.now() > deadline) return open;
    for (const id of open) await client.send(`PUT /invoices/${id}/status`);
    await sleep(50);
  }
}

const isOpen = ({ status, cancellation_status }: InvoiceDoc): boolean =>
  status === 'pending' || (status === 'valid' && cancellation_status !== 'none');

export async function readBooks(client: PatientClient): Promise<Books> {
  return {
    invoices: await client.allByCursor<InvoiceDoc>('/invoices'),
    stamps: await client.all<StampDoc>('/sandbox/stamps'),
  };
}

/** What was promised and is not so: invoices that are missing, differ, or were not canceled. */
export function brokenPromises(wishes: readonly Wish[], { invoices }: Books): string[] {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return wishes.flatMap(({ id, external_id, promised, canceled }) => {
    const found = byId.get(id);
    if (!found) return [`${external_id}: ${id} is missing`];
    const { folio_number, series, total, uuid } = promised;
    const differs =
      found.external_id !== external_id ||
      found.folio_number !== folio_number ||
      found.series !== series ||
      found.total !== total ||
      (uuid !== null && found.uuid !== uuid);
    const wrong = differs || found.status !== (canceled ? 'canceled' : 'valid');
    return wrong ? [`${external_id}: promised ${JSON.stringify(promised)}, is ${JSON.stringify(found)}`] : [];
  });
}

/** Stamps without exactly one invoice, invoices without exactly one stamp, totals that differ. */
export function ledgerDifferences({ invoices, stamps }: Books): string[] {
  const issued = invoices.filter(({ status }) => status !== 'draft');
  const byUuid = new Map(issued.map((invoice) => [invoice.uuid, invoice]));
  const requests = repeated(stamps.map(({ request_id }) => request_id));
  return [
    ...repeated(issued.map(({ uuid }) => uuid)).map((uuid) => `two invoices have ${uuid}`),
    ...repeated(stamps.map(({ uuid }) => uuid)).map((uuid) => `the ledger has ${uuid} twice`),
    ...requests.map((request) => `${request} was stamped twice`),
    ...stamps
      .filter(({ uuid, total }) => byUuid.get(uuid)?.total !== total)
      .map((stamp) => `no invoice fits the stamp ${JSON.stringify(stamp)}`),
    ...(stamps.length === issued.length ? [] : [`${issued.length} invoices, ${stamps.length} stamps`]),
  ];
}

/** Folios, keys and references that two invoices have. */
export function sharedByTwo({ invoices }: Books): string[] {
  return [
    ...repeated(invoices.map(({ series, folio_number }) => `folio ${series ?? ''} ${folio_number}`)),
    // Each external id went with one idempotency key.
    ...repeated(invoices.map(({ external_id }) => `external_id ${external_id}`)),
  ];
}

const repeated = <Value>(values: readonly Value[]): Value[] => {
  const seen = new Set<Value>();
  return values.filter((value) => seen.size === seen.add(value).size);
};
