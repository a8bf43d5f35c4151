import { describe, expect, it } from '@jest/globals';
import type { InvoiceDoc } from '#contracts';
import { toInvoiceToCredit } from './invoice-to-credit.js';

const invoice = (over: Partial<InvoiceDoc>): InvoiceDoc =>
  ({
    ...{ id: '01a21a6ad91800b0f16ba890', uuid: 'D9D499B0-A1D9-4514-B297-2343F0D7B949', status: 'valid' },
    ...{ customer: { legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' }, global: null, items: [] },
    cancellation_status: 'none',
    ...over,
  }) as unknown as InvoiceDoc;
const asked = (over: Partial<InvoiceDoc>): string => {
  const found = toInvoiceToCredit(invoice(over), { defaultSeries: null } as never);
  return found.ok ? found.value.id : found.refusal.code;
};

describe('the invoice that a credit note is against', () => {
  it('is a valid one, also after a cancellation that came to nothing', () => {
    for (const cancellation_status of ['none', 'rejected', 'expired'] as const)
      expect(asked({ cancellation_status })).toBe('01a21a6ad91800b0f16ba890');
    expect(asked({ status: 'canceled', cancellation_status: 'accepted' })).toBe('receipt_not_open');
  });

  it('is none whose cancellation is under way: the credit note would stay when it is gone', () => {
    for (const cancellation_status of ['pending', 'verifying'] as const)
      expect(asked({ cancellation_status })).toBe('invoice_cancellation_in_progress');
  });
});
