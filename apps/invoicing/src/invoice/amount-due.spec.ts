import { expect, it } from '@jest/globals';
import { invoiceRow } from '#answers';
import type { InvoiceRow } from '#contracts';
import type { InvoiceCommand } from './decide.js';
import { NOW, create, history, recordStamp } from './testing.js';

const owing = [create({ payment_method: 'PPD', payment_form: '99' }), recordStamp()];
const paid = (payment: string, amount: string): InvoiceCommand => ({
  ...{ type: 'record-payment', now: NOW, payment, amount },
});
const reverted = (payment: string): InvoiceCommand => ({ type: 'revert-payment', now: NOW, payment });

/** The row after commands, as the gateway has it. */
const rowAfter = (...commands: readonly InvoiceCommand[]): InvoiceRow =>
  history(...owing, ...commands).reduce<InvoiceRow | undefined>(
    (row, event, revision) =>
      invoiceRow(row, {
        ...{ ...event, streamId: 'invoice-i', revision },
        metadata: { organizationId: 'o', livemode: false },
      }),
    undefined,
  )!;

it('a payment that is heard of late and then goes leaves what the others leave', () => {
  const { amount_due: total } = rowAfter();
  // It was canceled, and others had taken its place, before anybody told the invoice of it.
  const late = [paid('a', '80'), paid('late', '100')];
  expect(Number(total)).toBe(116);
  expect(rowAfter(...late).doc).toMatchObject({ amount_due: 0, payment_status: 'paid' });
  const row = rowAfter(...late, reverted('late'));
  expect(row.amount_due).toBe('36');
  expect(row.doc).toMatchObject({ amount_due: 36, payment_status: 'unpaid', received_payment_ids: ['a'] });
});
