import { defineRecovery, restoreKeys, type RecoveryParts } from '#eventing';
import { FolioCounters } from '#fiscal';
import { adoptPayment } from '../invoice/balance-claims.js';
import { PaidDocuments } from '../invoice/paid-documents.js';
import { notePastReceivers } from '../invoice/past-receivers.js';
import { keptOfInvoice, keptOfRetention, type Kept } from './kept.js';

type KeptOf<Kind extends Kept['kind']> = Extract<Kept, { readonly kind: Kind }>;

/**
 * What invoices and retentions have reserved, made anew of their events: keys, folios, what payments claim and pay, and whose
 * documents of the past are looked for. Not there any more: the hashes of requests that came with keys, where somebody has set a
 * counter above what was issued, and where a payment of the past was made to count.
 */
export const invoicingRecovery = defineRecovery<Kept>({
  name: 'invoicing.reserved',
  kept: { 'invoice-': keptOfInvoice, 'retention-': keptOfRetention },
  store: restore,
});

async function restore({ pool }: RecoveryParts, all: readonly Kept[]): Promise<void> {
  const freed = new Set(all.flatMap((kept) => (kept.kind === 'never-issued' ? [kept.issue] : [])));
  const kept = all.filter((one) => !('issue' in one) || !freed.has(one.issue));
  const of = <Kind extends Kept['kind']>(kind: Kind): readonly KeptOf<Kind>[] =>
    kept.filter((one): one is KeptOf<Kind> => one.kind === kind);
  await new FolioCounters(pool, 'invoicing.folio_counters').raise(of('folio'));
  await restoreKeys(pool, 'invoicing.idempotency_keys', of('invoice-key'), { revised: true });
  await restoreKeys(pool, 'invoicing.retention_keys', of('retention-key'), { revised: true });
  for (const { tenant, payment, ...paid } of of('paid-invoice'))
    await adoptPayment(pool, tenant, payment, paid);
  const documents = new PaidDocuments(pool);
  for (const paid of byTenant(of('paid-document'))) await documents.note(paid[0].tenant, paid);
  for (const receivers of byTenant(of('past-receiver')))
    await notePastReceivers(pool, receivers[0].tenant, receivers);
}

type Some<One> = readonly [One, ...One[]];

function byTenant<One extends Kept>(kept: readonly One[]): readonly Some<One>[] {
  const lists = new Map<string, [One, ...One[]]>();
  for (const one of kept) {
    const name = JSON.stringify(one.tenant);
    const list = lists.get(name);
    if (list) list.push(one);
    else lists.set(name, [one]);
  }
  return [...lists.values()];
}
