import { randomUUID } from 'node:crypto';
import { content, customer, imported, issuer, payingElsewhere } from '#apps/invoicing/src/invoice/testing';
import { importedInvoiceId, type ImportedInvoice, type ImportOutcome, type InvoiceContent } from '#contracts';
import { newId } from '#kernel';
import type { QueryRunner } from 'typeorm';
import { PaymentsOfBefore1764290000273 } from '#apps/invoicing/src/invoice/past-payments.migration';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import { until } from '#bus/testing/until';
import { caughtUp } from '../support/commands.js';
import { bench, is, isDelayed, ours, useStampingBench } from '../support/invoicing-bench.js';
import { describe, expect, it } from '../support/story.js';

useStampingBench();

const uuid = (): string => randomUUID().toUpperCase();
const idOf = (of: string): string => importedInvoiceId(ours, of);

async function take(
  documents: readonly ImportedInvoice[],
  over: object = {},
): Promise<readonly ImportOutcome[]> {
  const outcome = await bench.send('invoicing.import', 'any', { documents }, over);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return (outcome.value.data as { outcomes: readonly ImportOutcome[] }).outcomes;
}

const dueOf = (due: string) => (row: { amount_due: string | null }) => Number(row.amount_due) === Number(due);
const issued = (content: InvoiceContent) =>
  bench.send('invoicing.create', newId(), { content, issuer, draft: false });

describe('a document that others issued', () => {
  it('is imported once, whoever imports it how often', async () => {
    const one = imported(uuid());
    const id = idOf(one.stamp.uuid);
    const first = { id: randomUUID() };
    expect(await take([one], first)).toEqual([{ status: 'imported', id }]);
    expect(await take([one], first)).toEqual([{ status: 'imported', id }]);
    expect(await take([one])).toEqual([{ status: 'duplicate', id }]);
    const two = imported(uuid());
    const both = await Promise.all([take([two, two]), take([two])]);
    const statuses = both.flat().map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['duplicate', 'duplicate', 'imported']);
    expect(await bench.events(`invoice-${idOf(two.stamp.uuid)}`)).toEqual(['InvoiceImported']);
  });

  it('is each tenant’s own', async () => {
    const one = imported(uuid());
    const ids = new Set<string>();
    for (const tenant of [ours, { ...ours, livemode: true }, { ...ours, organizationId: newId() }]) {
      const [outcome] = await take([one], { tenant });
      expect(outcome).toMatchObject({ status: 'imported' });
      ids.add(outcome?.id ?? '');
    }
    expect(ids.size).toBe(3);
  });

  it('is shown as every invoice, with the other party where customers are', async () => {
    const supplier = { id: newId(), legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9' };
    const one = imported(uuid(), { issuer_type: 'receiving', supplier, folio: 12 });
    await take([one]);
    const row = await bench.until(idOf(one.stamp.uuid), is('valid'));
    expect(row).toMatchObject({
      ...{ issuer_type: 'receiving', customer_id: supplier.id, customer_tax_id: 'EKU9003173C9' },
      ...{
        folio_number: '12',
        amount_due: '116.00',
        payment_status: 'unpaid',
        timbre_xml: '',
        outcome: null,
      },
      doc: {
        ...{ issuer_type: 'receiving', supplier, uuid: one.stamp.uuid, amount_due: 116 },
        customer: { tax_id: 'URE180429TM6' },
        issuer_info: { tax_id: 'EKU9003173C9' },
        imported: { source: 'upload', sat_status: 'valid', efos: null },
      },
    });
  });

  it('that this installation issued is the invoice it is, from before its stamp is known', async () => {
    bench.pac.stampTurns.push('loses the answer');
    const id = await bench.create();
    await bench.until(id, isDelayed);
    const [sealed] = await bench.runtime.store.read(`stamping-${id}.1`);
    const { sello } = sealed?.data as { sello: string };
    const of = uuid();
    const own = imported(of, { stamp: { ...imported(of).stamp, signature: sello } });
    expect(await take([own, imported(uuid())])).toMatchObject([
      { status: 'duplicate', id },
      { status: 'imported' },
    ]);
    expect(await bench.events(`invoice-${idOf(of)}`)).toEqual([]);
    // What another organization has sealed is none of this one's.
    const [theirs] = await take([own], { tenant: { ...ours, organizationId: newId() } });
    expect(theirs).toMatchObject({ status: 'imported' });
  });

  it('moves the folios of its series on, of its environment alone, and none back', async () => {
    const documents = [57, 9, 0].map((folio) =>
      imported(uuid(), { says: content({ series: 'PAST' }), folio }),
    );
    const received = imported(uuid(), {
      ...{ says: content({ series: 'PAST' }), folio: 900, issuer_type: 'receiving' },
    });
    await take([...documents, received]);
    const next = async () => bench.until(await bench.create({ series: 'PAST' }), is('valid'));
    expect(await next()).toMatchObject({ folio_number: '58' });
    await take([imported(uuid(), { says: content({ series: 'PAST' }), folio: 30 })]);
    expect(await next()).toMatchObject({ folio_number: '59' });
    const asked = { organizations: [ours.organizationId], series: ['PAST'] };
    const folios = await bench.send('invoicing.read-folios', 'any', asked);
    expect(folios).toMatchObject({
      value: { data: { folios: [{ invoices: [{ series: 'PAST', live: 1, test: 60 }] }] } },
    });
  });
});

/** Every order of a list. */
const orders = <Of>(list: readonly Of[]): Of[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one, ...rest]));

describe('payments among documents of others', () => {
  it('count in whichever order the documents come, and all at once', async () => {
    for (const order of [...orders([0, 1, 2]), undefined]) {
      const of = uuid();
      const invoice = imported(of);
      const payments = ['16.00', '40.00'].map((amount, index) =>
        imported(uuid(), { says: payingElsewhere([{ uuid: of, amount, installment: index + 1 }]) }),
      );
      const all = [invoice, ...payments];
      if (order) for (const at of order) await take([all[at] as ImportedInvoice]);
      else await take(all);
      const row = await bench.until(idOf(of), dueOf('60'));
      expect([...row.doc.received_payment_ids].sort()).toEqual(
        payments.map(({ stamp }) => idOf(stamp.uuid)).sort(),
      );
      for (const { stamp } of payments)
        await bench.until(idOf(stamp.uuid), ({ doc }) => doc.target_invoice_ids.join() === idOf(of));
    }
    expect(await bench.differences()).toEqual([]);
  });

  it('that were canceled are due again, whatever is heard of first', async () => {
    const of = uuid();
    const payment = imported(uuid(), { says: payingElsewhere([{ uuid: of, amount: '16.00' }]) });
    await take([imported(of), payment]);
    await bench.until(idOf(of), dueOf('100'));
    const sat = { status: 'canceled', checked_at: '2026-11-22T00:00:00.000Z', efos: null };
    const cancel = { id: randomUUID() };
    for (const _ of [1, 2])
      await bench.send('invoicing.record-sat-status', idOf(payment.stamp.uuid), { sat }, cancel);
    await bench.until(idOf(of), dueOf('116'));
    expect(await bench.row(idOf(payment.stamp.uuid))).toMatchObject({ status: 'canceled' });
    // Canceled before what it pays was here: it never counts.
    const late = uuid();
    const dead = imported(uuid(), {
      says: payingElsewhere([{ uuid: late, amount: '16.00' }]),
      sat: { ...sat, status: 'canceled' },
    });
    await take([dead]);
    await take([imported(late)]);
    await bench.send('invoicing.match-payments', idOf(late));
    expect(await bench.events(`invoice-${idOf(late)}`)).toEqual(['InvoiceImported']);
  });

  it('may exceed what there was to pay, and leave nothing due', async () => {
    const of = uuid();
    const payments = [1, 2].map((installment) =>
      imported(uuid(), { says: payingElsewhere([{ uuid: of, amount: '100.00', installment }]) }),
    );
    await take([...payments, imported(of)]);
    const row = await bench.until(idOf(of), dueOf('-84'));
    expect(row).toMatchObject({ payment_status: 'paid', doc: { amount_due: 0, payment_status: 'paid' } });
    const more = await issued(paying(idOf(of), of, '1'));
    expect(more).toMatchObject({ ok: false, refusal: { details: [{ params: { balance: '0' } }] } });
  });

  it('that somebody else says to have received do not count', async () => {
    const of = uuid();
    const theirs = imported(uuid(), { says: payingElsewhere([{ uuid: of, amount: '16.00' }]) });
    const other = { ...issuer, tax_id: 'URE180429TM6' };
    await take([imported(of), { ...theirs, issue: { ...theirs.issue, issuer: other } }]);
    await bench.send('invoicing.match-payments', idOf(theirs.stamp.uuid));
    expect(await bench.events(`invoice-${idOf(of)}`)).toEqual(['InvoiceImported']);
  });

  it('pay invoices of ours, too', async () => {
    const id = await bench.create({ payment_method: 'PPD', payment_form: '99' });
    const { uuid: of } = await bench.until(id, is('valid'));
    await take([imported(uuid(), { says: payingElsewhere([{ uuid: of ?? '', amount: '16.00' }]) })]);
    await bench.until(id, dueOf('100'));
  });

  it('name the invoices that they pay as far as these are here', async () => {
    const [here, late, never] = [uuid(), uuid(), uuid()];
    const says = payingElsewhere([here, late, never].map((of) => ({ uuid: of, amount: '16.00' })));
    const payment = imported(uuid(), { says });
    const targets = (of: readonly string[]) => (row: { doc: { target_invoice_ids: readonly string[] } }) =>
      row.doc.target_invoice_ids.join() === of.map(idOf).join();
    await take([imported(here), payment]);
    await bench.until(idOf(payment.stamp.uuid), targets([here]));
    await take([imported(late)]);
    await bench.until(idOf(payment.stamp.uuid), targets([here, late]));
  });
});

/** A payment of ours, of an invoice whose number and balance are left to us. */
const paying = (invoice: string, of: string, amount: string): InvoiceContent => {
  const [complement] = payingElsewhere([{ uuid: of, amount }]).complements ?? [];
  if (complement?.type !== 'pago') throw new Error('no payment');
  const data = complement.data.map((payment) => ({
    ...payment,
    related_documents: payment.related_documents.map((document) => ({
      ...document,
      ...{ invoice, derived: ['installment', 'last_balance'] as const },
    })),
  }));
  return payingElsewhere([], { complements: [{ type: 'pago', data }] });
};

describe('payments of ours', () => {
  it('go on where those of the past have ended', async () => {
    const of = uuid();
    const past = imported(uuid(), { says: payingElsewhere([{ uuid: of, amount: '16.00', installment: 4 }]) });
    await take([imported(of), past]);
    await bench.until(idOf(of), dueOf('100'));
    const id = newId();
    await bench.send('invoicing.create', id, { content: paying(idOf(of), of, '60'), issuer, draft: false });
    await bench.until(id, is('valid'));
    const [{ data } = { data: {} }] = await bench.runtime.store.read(`invoice-${id}`);
    expect(data).toMatchObject({
      content: {
        complements: [{ data: [{ related_documents: [{ installment: 5, last_balance: '100' }] }] }],
      },
    });
    await bench.until(idOf(of), dueOf('40'));
    const more = await issued(paying(idOf(of), of, '41'));
    expect(more).toMatchObject({ ok: false });
  });

  it('that named a document before it was imported count from then on, until they are canceled', async () => {
    const of = uuid();
    const id = newId();
    const says = payingElsewhere([{ uuid: of, amount: '16.00' }]);
    await bench.send('invoicing.create', id, { content: says, issuer, draft: false });
    await bench.until(id, is('valid'));
    await take([imported(of)]);
    await bench.until(idOf(of), dueOf('100'));
    await bench.until(id, ({ doc }) => doc.target_invoice_ids.includes(idOf(of)));
    const answer = { number: 0, status: 'accepted', at: '2026-11-22T00:00:00.000Z', receipt_key: null };
    await bench.send('invoicing.record-cancellation', id, { ...answer, code: null, details: [] });
    await bench.until(idOf(of), dueOf('116'));
    expect(await bench.differences()).toEqual([]);
  });
});

describe('payments of ours that the release before has stamped', () => {
  /** Nothing has noted what it pays, and its event does not say it. */
  const stampedBefore = async (says: InvoiceContent): Promise<string> => {
    const id = newId();
    await bench.send('invoicing.create', id, { content: says, issuer, draft: false });
    await bench.until(id, is('valid'));
    // Its own look comes first: it would note it again.
    await caughtUp(bench.runtime, 'invoicing.process');
    await until(async () => (await noted(id)) > 0);
    await bench.runtime.pool.query('DELETE FROM invoicing.paid_documents WHERE payment_id = $1', [id]);
    return id;
  };
  const noted = async (payment: string): Promise<number> => {
    const { rowCount } = await bench.runtime.pool.query(
      'SELECT FROM invoicing.paid_documents WHERE payment_id = $1',
      [payment],
    );
    return rowCount ?? 0;
  };
  const migrateNow = () =>
    new PaymentsOfBefore1764290000273().up({
      query: async (text: string, values: unknown[]) => (await bench.runtime.pool.query(text, values)).rows,
    } as unknown as QueryRunner);

  it('count on what is imported later, until they are canceled', async () => {
    const [of, twice, ignored] = [uuid(), uuid(), uuid()];
    const id = await stampedBefore(
      payingElsewhere([
        { uuid: of.toLowerCase(), amount: '16.05', installment: 3 },
        { uuid: twice, amount: '10.00' },
        { uuid: twice, amount: '6.50', installment: 2 },
      ]),
    );
    const gone = await stampedBefore(payingElsewhere([{ uuid: ignored, amount: '1.00' }]));
    const answer = { number: 0, status: 'accepted', at: '2026-11-22T00:00:00.000Z', receipt_key: null };
    const cancel = (payment: string) =>
      bench.send('invoicing.record-cancellation', payment, { ...answer, code: null, details: [] });
    await cancel(gone);
    await bench.until(gone, is('canceled'));
    await caughtUp(bench.runtime, invoicesProjection.name);
    for (const _ of [1, 2]) await migrateNow();
    expect([await noted(id), await noted(gone)]).toEqual([2, 0]);
    await take([imported(of), imported(twice), imported(ignored)]);
    await bench.until(idOf(of), dueOf('99.95'));
    await bench.until(idOf(twice), dueOf('99.5'));
    await bench.until(idOf(ignored), dueOf('116'));
    await bench.until(id, ({ doc }) => doc.target_invoice_ids.length === 2);
    const next = newId();
    await bench.send('invoicing.create', next, {
      ...{ content: paying(idOf(of), of, '9.95'), issuer, draft: false },
    });
    await bench.until(idOf(of), dueOf('90'));
    expect(await bench.row(next)).toMatchObject({
      doc: { complements: [{ data: [{ related_documents: [{ installment: 4, last_balance: 99.95 }] }] }] },
    });
    await cancel(id);
    await bench.until(idOf(of), dueOf('106.05'));
    await bench.until(idOf(twice), dueOf('116'));
    expect(await bench.differences()).toEqual([]);
  });
});

describe('a received document', () => {
  it('is not canceled, copied or paid by who received it', async () => {
    const of = uuid();
    await take([imported(of, { issuer_type: 'receiving' })]);
    const id = idOf(of);
    const cancel = await bench.send('invoicing.cancel', id, { motive: '02', substitution: null });
    expect(cancel).toMatchObject({ refusal: { code: 'invoice_cancellation_not_allowed', details: [{}] } });
    const copy = await bench.send('invoicing.copy', newId(), { source: id, issuer });
    expect(copy).toMatchObject({ refusal: { code: 'invalid_request', path: 'invoice_id' } });
    expect(await issued(paying(id, of, '1'))).toMatchObject({ refusal: { code: 'invalid_request' } });
    expect(await bench.events(`invoice-${id}`)).toEqual(['InvoiceImported']);
  });
});

describe('the customer of a document of the past', () => {
  const receivedBy = (tax_id: string, over: Parameters<typeof imported>[1] = {}) => {
    const says = content({
      ...{ payment_method: 'PPD', payment_form: '99' },
      customer: { ...customer, id: null, tax_id, legal_name: `RECEPTOR ${tax_id}` },
    });
    return imported(uuid(), { says, ...over });
  };
  const create = async (tax_id: string, external_id: string | null = null) => {
    const customer_id = newId();
    const fields = { legal_name: `RECEPTOR ${tax_id}`, tax_id, tax_system: '601', external_id };
    const body = { ...fields, address: { zip: '86991' } };
    const created = await bench.send('customers.create', newId(), { customer_id, customer: body });
    if (!created.ok) throw new Error(JSON.stringify(created.refusal));
    return customer_id;
  };
  const customerOf = async ({ stamp }: ImportedInvoice) => (await bench.row(idOf(stamp.uuid)))?.customer_id;
  const isOf = (id: string) => (row: { customer_id: string | null; doc: { customer: unknown } }) =>
    row.customer_id === id && (row.doc.customer as { id: string }).id === id;

  it('is the one who has the RFC, at the import', async () => {
    const id = await create('ACM010101AB1');
    const one = receivedBy('ACM010101AB1');
    await take([one]);
    await bench.until(idOf(one.stamp.uuid), isOf(id));
    expect(await bench.events(`invoice-${idOf(one.stamp.uuid)}`)).toEqual(['InvoiceImported']);
  });

  it('is who comes to have it later, by a new customer or by an edit', async () => {
    const [first, second, edited] = [
      receivedBy('ACN010101AB1'),
      receivedBy('ACN010101AB1'),
      receivedBy('ACO010101AB1'),
    ];
    await take([first, second, edited]);
    await bench.until(idOf(edited.stamp.uuid), is('valid'));
    expect(await customerOf(first)).toBeNull();
    const id = await create('ACN010101AB1');
    for (const { stamp } of [first, second]) await bench.until(idOf(stamp.uuid), isOf(id));
    const changes = { tax_id: 'ACO010101AB1' };
    await bench.send('customers.edit', id, { changes });
    await bench.until(idOf(edited.stamp.uuid), isOf(id));
    expect(await customerOf(first)).toBe(id);
    expect(await bench.differences()).toEqual([]);
    const { rows } = await bench.runtime.pool.query('SELECT * FROM invoicing.past_receivers');
    expect(rows).toEqual([]);
  });

  it('is nobody where two have the RFC, or it is a generic one, or of who received it', async () => {
    await create('ACP010101AB1', 'one');
    await create('ACP010101AB1', 'two');
    const documents = [
      receivedBy('ACP010101AB1'),
      receivedBy('XAXX010101000'),
      receivedBy('ACP010101AB1', { issuer_type: 'receiving' }),
    ];
    await take(documents);
    for (const { stamp } of documents) await bench.until(idOf(stamp.uuid), is('valid'));
    for (const document of documents) expect(await customerOf(document)).toBeNull();
  });

  it('is found, whichever of the two comes first', async () => {
    const documents = Array.from({ length: 10 }, () => receivedBy('ACQ010101AB1'));
    const [, id] = await Promise.all([
      Promise.all(documents.map((one) => take([one]))),
      create('ACQ010101AB1'),
    ]);
    for (const { stamp } of documents) await bench.until(idOf(stamp.uuid), isOf(id));
  });
});
