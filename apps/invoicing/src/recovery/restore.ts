import { defineRecovery, type OwnPool, type RecoveryParts } from '#eventing';
import { FolioCounters } from '#fiscal';
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
  await restoreKeys(pool, 'invoicing.idempotency_keys', of('invoice-key'));
  await restoreKeys(pool, 'invoicing.retention_keys', of('retention-key'));
  for (const { tenant, payment, invoice, amount, installment, replaces } of of('paid-invoice'))
    await pool.query('SELECT invoicing.adopt_payment($1, $2, $3, $4, $5, $6, $7)', [
      ...[tenant.organizationId, tenant.livemode, invoice, payment, amount, installment, replaces],
    ]);
  await restorePaid(pool, of('paid-document'));
  await restoreReceivers(pool, of('past-receiver'));
}

/**
 * The last document whose event names a key has it. One that has claimed it since the event keeps it: its own event is yet to come.
 */
async function restoreKeys(
  pool: OwnPool,
  table: 'invoicing.idempotency_keys' | 'invoicing.retention_keys',
  keys: readonly KeptOf<'invoice-key' | 'retention-key'>[],
): Promise<void> {
  if (keys.length === 0) return;
  const nameOf = ({ tenant, key }: Kept & { readonly key: string }): string =>
    JSON.stringify([tenant.organizationId, tenant.livemode, key]);
  const last = [...new Map(keys.map((one) => [nameOf(one), one])).values()];
  await pool.query(
    `INSERT INTO ${table} AS k (organization_id, livemode, key, holder, revision, claimed_at)
     SELECT * FROM unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::int[], $6::timestamptz[])
       AS said(organization_id, livemode, key, holder, revision, claimed_at)
     ORDER BY organization_id, livemode, key
     ON CONFLICT (organization_id, livemode, key) DO UPDATE
       SET holder = excluded.holder, revision = excluded.revision, request = NULL, claimed_at = excluded.claimed_at
       WHERE k.holder <> excluded.holder AND k.claimed_at < excluded.claimed_at`,
    [
      ...tenantsOf(last),
      last.map(({ key }) => key),
      last.map(({ holder }) => holder),
      last.map(({ at }) => at),
      last.map(({ by }) => by),
    ],
  );
}

async function restorePaid(pool: OwnPool, paid: readonly KeptOf<'paid-document'>[]): Promise<void> {
  if (paid.length === 0) return;
  await pool.query(
    `INSERT INTO invoicing.paid_documents (organization_id, livemode, uuid, payment_id, amount, installment)
     SELECT * FROM unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::numeric[], $6::int[])
     ON CONFLICT DO NOTHING`,
    [
      ...tenantsOf(paid),
      paid.map(({ uuid }) => uuid),
      paid.map(({ payment }) => payment),
      paid.map(({ amount }) => amount),
      paid.map(({ installment }) => installment),
    ],
  );
}

async function restoreReceivers(pool: OwnPool, receivers: readonly KeptOf<'past-receiver'>[]): Promise<void> {
  if (receivers.length === 0) return;
  await pool.query(
    `INSERT INTO invoicing.past_receivers (organization_id, livemode, tax_id, invoice_id)
     SELECT * FROM unnest($1::text[], $2::boolean[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
    [...tenantsOf(receivers), receivers.map(({ tax_id }) => tax_id), receivers.map(({ invoice }) => invoice)],
  );
}

const tenantsOf = (kept: readonly Kept[]): [organizations: string[], livemodes: boolean[]] => [
  kept.map(({ tenant }) => tenant.organizationId),
  kept.map(({ tenant }) => tenant.livemode),
];
