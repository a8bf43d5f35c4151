import { describe, expect, it } from '@jest/globals';
import type { ImportedInvoice } from '#contracts';
import type { InvoiceCommand } from '#apps/invoicing/src/invoice/decide';
import {
  NOW,
  at,
  content,
  create,
  imported,
  payingElsewhere,
  recordStamp,
  totals,
} from '#apps/invoicing/src/invoice/testing';
import { docOf, rowOf } from './row.js';

const UUID = '5C5C5C5C-0000-4000-8000-0000000000AA';
const importing = (over: Parameters<typeof imported>[1] = {}): InvoiceCommand => ({
  ...{ type: 'import', now: NOW },
  invoice: imported(UUID, over),
});
const pay = (payment: string, amount: string): InvoiceCommand => ({
  ...{ type: 'record-payment', now: NOW, payment, amount },
});

describe('the answer of an imported document', () => {
  it('has the fields of one that was issued here, and how it came', () => {
    const own = docOf(create(), recordStamp());
    const { imported: came, ...doc } = docOf(importing({ says: content() }));
    expect(Object.keys(doc).sort()).toEqual(Object.keys(own).sort());
    expect(came).toEqual({ source: 'upload', at, sat_status: 'valid', sat_checked_at: at, efos: null });
    expect(doc).toMatchObject({
      status: 'valid',
      uuid: UUID,
      date: own.date,
      amount_due: 0,
      payment_status: 'paid',
    });
  });

  it('says no folio where there is none that is a number', () => {
    expect(docOf(importing())).toMatchObject({ folio_number: null });
    expect(rowOf(importing())).toMatchObject({ folio_number: null });
    expect(docOf(importing({ folio: 12 }))).toMatchObject({ folio_number: 12 });
    const { issue } = imported(UUID);
    const sat = { status: 'not_found', checked_at: null, efos: null } as const;
    const written = importing({ issue: { ...issue, folio: 'A-12' } });
    for (const more of [[], [{ type: 'record-sat-status', now: NOW, sat } as const]])
      expect(docOf(written, ...more)).toMatchObject({ folio_number: null, imported: { folio: 'A-12' } });
  });

  it('of a received one has its supplier, or who issued it where that is not known', () => {
    const supplier: ImportedInvoice['supplier'] = { id: 'S1', legal_name: 'Ñandú', tax_id: 'AAA010101AAA' };
    expect(rowOf(importing({ issuer_type: 'receiving', supplier }))).toMatchObject({
      ...{ customer_id: 'S1', customer_tax_id: 'AAA010101AAA', issuer_type: 'receiving' },
      doc: { supplier, customer: { tax_id: 'URE180429TM6' }, issuer_info: { tax_id: 'EKU9003173C9' } },
    });
    expect(rowOf(importing({ issuer_type: 'receiving' }))).toMatchObject({
      ...{ customer_id: null, customer_tax_id: 'EKU9003173C9', doc: { supplier: null } },
    });
    expect(docOf(importing())).not.toHaveProperty('supplier');
  });

  it('shows nothing due below zero where its past paid more than it was', () => {
    const row = rowOf(importing(), pay('P1', '100.00'), pay('P2', '100.00'));
    expect(row).toMatchObject({ amount_due: '-84', payment_status: 'paid', doc: { amount_due: 0 } });
  });

  it('of a payment owes nothing, and of a canceled one nothing any more', () => {
    const says = payingElsewhere([{ uuid: UUID, amount: totals.total }]);
    expect(docOf(importing({ says }))).toMatchObject({ amount_due: null, total_payment_amount: 116 });
    const sat = { status: 'canceled', checked_at: at, efos: null } as const;
    expect(docOf(importing({ sat }))).toMatchObject({
      ...{ status: 'canceled', cancellation_status: 'accepted', canceled_at: at, amount_due: 0 },
      ...{ payment_status: null, cancellation: { motive: null } },
    });
  });
});
