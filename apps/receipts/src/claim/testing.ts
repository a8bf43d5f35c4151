import {
  emptyAddress,
  type AskCustomerInvoice,
  type AskGlobalInvoice,
  type IssuerSnapshot,
} from '#contracts';
import type { FoundReceipt } from '../receipt/store.js';

/** Claims for specs. */

export const at = '2026-11-21T18:00:00.000Z';

export const issuer: IssuerSnapshot = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { ...emptyAddress, zip: '42501' },
};

export const askGlobal: AskGlobalInvoice = {
  ...{ kind: 'global', from: '2026-11-01T06:00:00.000Z', until: '2026-12-01T06:00:00.000Z' },
  ...{ global: { periodicity: 'month', months: '11', year: 2026 }, payment_form: null, receipts: null },
  ...{ limit_to_max_receipts: false, date: null, origin: 'api' },
  extras: { folio_number: null, series: null },
};

export const askKeys = (...keys: string[]): AskCustomerInvoice => ({
  ...{ kind: 'customer', receipts: { by: 'key', keys }, customer: null, use: 'G03', payment_form: null },
  ...{ date: null, apply_resico_isr: false, origin: 'api', refuse_expired: false },
  extras: { conditions: null, folio_number: null, series: null, pdf_custom_section: null, pdf_options: null },
});

/** The row of an open receipt, whose id is `id-<key>`. */
export const row = (key: string, over: Partial<FoundReceipt> = {}): FoundReceipt => ({
  ...{ id: `id-${key}`, organization_id: 'o', livemode: false, key, revision: 0, status: 'open' },
  ...{ invoice_id: null, holder: null, held_at: null, date: '2026-11-20T18:00:00.000Z' },
  ...{ expires_at: '2026-12-01T05:59:59.999Z', folio_number: '1', payment_form: '01', currency: 'MXN' },
  ...{ total: '116.00', item_count: 1, withholds: false, settled: true },
  content: {
    ...{ date: '2026-11-20T18:00:00.000Z', payment_form: '01', currency: 'MXN', exchange: '1' },
    ...{ items: [], customer: null, address: null, branch: null, external_id: null, idempotency_key: null },
  },
  totals: { subtotal: '100.00', discount: '0', total: '116.00', taxes: [] },
  ...over,
});
