import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { DomainEvent, StreamEvent, Tenant } from '#kernel';
import { importedInvoiceId, type Payment } from '#contracts';
import { PostgresEventStore, type EventStore } from '#event-store';
import { createPool, migrate, migrationsOf } from '#hosting';
import { invoicingService } from '#apps/invoicing/src/service';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { InvoiceCommand } from '../invoice/decide.js';
import { Reservations } from '../invoice/reservations.js';
import {
  content,
  create,
  deleteDraft,
  draft,
  edit,
  folio,
  history,
  imported,
  NOW,
  payingElsewhere,
  recordRefusal,
  recordStamp,
  stampDraft,
} from '../invoice/testing.js';
import * as retentions from '../retention/testing.js';
import { invoicingRecovery } from './restore.js';

/** What events say of folios, keys and payments, put into a database that lacks it. */

const tenant: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const [FIRST, SECOND] = ['66f0c0c0c0c0c0c0c0c0c001', '66f0c0c0c0c0c0c0c0c0c002'];
const RECORDED = new Date('2026-11-29T12:00:00.000Z');

/** The same payment, of an invoice of ours. */
const toOurs = (payment: Payment): Payment => ({
  ...payment,
  related_documents: payment.related_documents.map((document) => ({ ...document, invoice: SECOND })),
});

let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let reservations: Reservations;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, migrationsOf([invoicingService]));
  pool = createPool(database.url, { applicationName: 'test', max: 4 });
  store = new PostgresEventStore(pool);
  reservations = new Reservations(pool, { claimGraceMs: 2_000 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() =>
  pool.query(
    `TRUNCATE invoicing.folio_counters, invoicing.idempotency_keys, invoicing.retention_keys, invoicing.balance_claims,
       invoicing.paid_documents, invoicing.past_receivers`,
  ),
);

const inStream = (streamId: string, events: readonly DomainEvent[]): StreamEvent[] =>
  events.map((event, revision) => ({
    ...event,
    ...{ id: `${streamId} ${revision}`, streamId, revision, recordedAt: RECORDED },
    metadata: { ...tenant, commandId: 'c', correlationId: 'r', actor: 'spec' },
  }));
const given = (id: string, ...commands: readonly InvoiceCommand[]): Promise<void> =>
  invoicingRecovery.restore({ pool, store }, inStream(`invoice-${id}`, history(...commands)));
const nextFolio = (series = '') => reservations.nextFolio(tenant, series, 'another');
const rows = async (sql: string): Promise<unknown[]> => (await pool.query(sql)).rows;
const keys = () => rows('SELECT key, holder, revision FROM invoicing.idempotency_keys ORDER BY key');

describe('folios', () => {
  it('go on above the highest that was issued, by series, also where the counter knew a lower one', async () => {
    await pool.query(
      `INSERT INTO invoicing.folio_counters (organization_id, livemode, series, next) VALUES ($1, false, 'A', 3)`,
      [tenant.organizationId],
    );
    await given(FIRST, create({}, folio(8, 'A')), recordStamp());
    await given(SECOND, create({}, folio(5, 'A')));
    expect([await nextFolio('A'), await nextFolio('B')]).toEqual([9, 1]);
  });

  it('of documents that were imported count too', async () => {
    const invoice = imported('5C5C5C5C-0000-4000-8000-0000000000AA', { says: content() });
    await given(FIRST, { type: 'import', now: NOW, invoice });
    expect(await nextFolio(invoice.issue.series ?? '')).toBe(invoice.issue.folio_number + 1);
  });

  it('of what was refused are free, and a counter that is higher stays as it is', async () => {
    await given(FIRST, create({}, folio(4)), recordRefusal());
    expect(await nextFolio()).toBe(1);
    const before = await rows('SELECT * FROM invoicing.folio_counters');
    await given(SECOND, create({}, folio(1)));
    expect(await rows('SELECT * FROM invoicing.folio_counters')).toEqual(before);
  });
});

describe('idempotency keys', () => {
  it('are those of drafts, their edits and what was issued, at the revision of the attempt', async () => {
    await given(
      FIRST,
      draft({ idempotency_key: 'a' }),
      edit({ idempotency_key: 'b' }),
      stampDraft(folio(1), NOW, { at: 1, idempotency_key: 'b' }),
    );
    expect(await keys()).toEqual([
      { key: 'a', holder: FIRST, revision: -1 },
      { key: 'b', holder: FIRST, revision: 1 },
    ]);
    expect(await reservations.claimKey(tenant, 'b', { holder: SECOND, at: -1 })).toMatchObject({
      kind: 'held',
      holder: FIRST,
    });
  });

  it('go to the last document that names them', async () => {
    await given(FIRST, draft({ idempotency_key: 'a' }), deleteDraft);
    await pool.query("UPDATE invoicing.idempotency_keys SET claimed_at = claimed_at - interval '1 hour'");
    await given(SECOND, create({ idempotency_key: 'a' }));
    expect(await keys()).toEqual([{ key: 'a', holder: SECOND, revision: -1 }]);
  });

  it('that were claimed since stay with who claimed them', async () => {
    await reservations.claimKey(tenant, 'a', { holder: SECOND, at: -1, request: 'hash' });
    await given(FIRST, draft({ idempotency_key: 'a' }), deleteDraft);
    expect(await keys()).toEqual([{ key: 'a', holder: SECOND, revision: -1 }]);
  });

  it('of retentions are their own', async () => {
    const events = retentions.history(retentions.create({ idempotency_key: 'a' }));
    await invoicingRecovery.restore({ pool, store }, inStream(`retention-${FIRST}`, events));
    expect(await keys()).toEqual([]);
    expect(await rows('SELECT key, holder FROM invoicing.retention_keys')).toEqual([
      { key: 'a', holder: FIRST },
    ]);
  });
});

describe('payments', () => {
  const UUID = '5C5C5C5C-0000-4000-8000-0000000000AA';
  const paying = payingElsewhere([{ uuid: UUID, amount: '16' }]);
  const ofOurs = {
    ...paying,
    complements: (paying.complements ?? []).map((complement) =>
      complement.type === 'pago' ? { ...complement, data: complement.data.map(toOurs) } : complement,
    ),
  };
  const claims = () =>
    rows('SELECT invoice_id, payment_id, amount::text, installment FROM invoicing.balance_claims');

  it('claim what they pay of invoices of ours, until they are refused', async () => {
    await given(FIRST, create(ofOurs));
    await given(FIRST, create(ofOurs));
    expect(await claims()).toEqual([{ invoice_id: SECOND, payment_id: FIRST, amount: '16', installment: 1 }]);
    await pool.query('TRUNCATE invoicing.balance_claims');
    await given(FIRST, create(ofOurs), recordRefusal());
    expect(await claims()).toEqual([]);
  });

  it('wait for documents of others that they name, issued here or imported', async () => {
    await given(FIRST, create(paying));
    const invoice = imported(UUID, { says: paying });
    const other = importedInvoiceId(tenant, invoice.stamp.uuid);
    await given(other, { type: 'import', now: NOW, invoice });
    expect(await rows('SELECT uuid, payment_id FROM invoicing.paid_documents ORDER BY payment_id')).toEqual(
      [FIRST, other].toSorted().map((payment_id) => ({ uuid: UUID, payment_id })),
    );
  });
});
