import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import { fiscalDocument, type Invoice } from './invoice.js';
import {
  NOW,
  at,
  cancel,
  content,
  create,
  customer,
  history,
  imported,
  issuer,
  payingElsewhere,
  recordAnswer,
  recordStamp,
} from './testing.js';

const UUID = '5C5C5C5C-0000-4000-8000-0000000000AA';
const PAID = '5C5C5C5C-0000-4000-8000-0000000000BB';
const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));
const importing = (...of: Parameters<typeof imported>): InvoiceCommand => ({
  ...{ type: 'import', now: NOW },
  invoice: imported(...of),
});
const stateOf = (...commands: InvoiceCommand[]): Invoice => fold(invoiceDecider, history(...commands));
const valid = (...commands: InvoiceCommand[]) => {
  const state = stateOf(...commands);
  if (state.status !== 'valid') throw new Error(state.status);
  return state;
};

describe('an import', () => {
  it('begins an invoice, once', () => {
    const invoice = imported(UUID);
    given()
      .when(importing(UUID))
      .then([{ type: 'InvoiceImported', data: { invoice, at } }]);
    given(importing(UUID)).when(importing(UUID)).thenRefused('conflict');
  });

  it('of what the tax authority has as canceled makes it that: it is never due', () => {
    const sat = { status: 'canceled', checked_at: at, efos: null } as const;
    expect(stateOf(importing(UUID, { sat }))).toMatchObject({ status: 'canceled', stamp: { uuid: UUID } });
  });
});

describe('whose a document of the past is', () => {
  const recognize: InvoiceCommand = { type: 'recognize-customer', now: NOW, customer: 'c' };
  const nobodys = content({ customer: { ...customer, id: null } });

  it('is said once, where it was not known', () => {
    const event = { type: 'CustomerRecognized', data: { customer: 'c', at } } as const;
    given(importing(UUID, { says: nobodys }))
      .when(recognize)
      .then([event]);
    const sat = { status: 'canceled', checked_at: at, efos: null } as const;
    given(importing(UUID, { says: nobodys, sat }))
      .when(recognize)
      .then([event]);
    given(importing(UUID, { says: nobodys }), recognize)
      .when(recognize)
      .then([]);
    expect(stateOf(importing(UUID, { says: nobodys }), recognize)).toMatchObject({
      content: { customer: { id: 'c', tax_id: customer.tax_id } },
    });
  });

  it('is not said of others', () => {
    given(importing(UUID)).when(recognize).then([]);
    given(importing(UUID, { says: nobodys, issuer_type: 'receiving' }))
      .when(recognize)
      .then([]);
    given(create({ customer: { ...customer, id: null } }), recordStamp())
      .when(recognize)
      .then([]);
    given().when(recognize).then([]);
  });
});

describe('an imported document of ours', () => {
  it('is canceled as any other, through who stamped it', () => {
    const stampedBy = (rfc: string) => {
      const { stamp } = imported(UUID);
      return fiscalDocument(valid(importing(UUID, { stamp: { ...stamp, rfc_provider_cert: rfc } })));
    };
    expect(stampedBy('LSO1306189R5')).toMatchObject({ uuid: UUID, issuer_rfc: issuer.tax_id, pac: 'sw' });
    expect(stampedBy('TSP261101TB0')).toMatchObject({ pac: 'sandbox' });
    expect(stampedBy('AAA010101AAA')).toMatchObject({ pac: 'AAA010101AAA' });
    expect(stateOf(importing(UUID), cancel(), recordAnswer('accepted'))).toMatchObject({
      status: 'canceled',
    });
  });

  it('that is a payment says what is due again once it is canceled', () => {
    const says = payingElsewhere([{ uuid: PAID, amount: '16.00' }]);
    const canceled = history(importing(UUID, { says }), cancel(), recordAnswer('accepted')).at(-1);
    expect(canceled).toMatchObject({
      type: 'InvoiceCanceled',
      data: { pays: [{ uuid: PAID, amount: '16' }] },
    });
    expect(canceled?.data).not.toHaveProperty('payments');
  });
});

describe('a received document', () => {
  it('is canceled by its issuer alone', () => {
    given(importing(UUID, { issuer_type: 'receiving' }))
      .when(cancel())
      .thenRefused('invoice_cancellation_not_allowed');
  });
});
