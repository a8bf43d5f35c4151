import { ok, refuseFields, type Result } from '#kernel';
import type {
  CustomerSnapshot,
  InvoiceContent,
  InvoiceTotals,
  IssuerSnapshot,
  ReceiptContent,
} from '#contracts';
import { emptyAddress } from '#contracts';
import { NO_OBLIGACIONES, RFC_PUBLICO_GENERAL, builtInCatalogues, type LargeCatalogues } from '#sat';
import { judgeInvoice } from '../invoices/judge.js';
import { dateProblems } from '../invoices/rules/rules.js';

/** Somebody who buys, of whom nothing is known yet. */
const ANYBODY: CustomerSnapshot = {
  id: null,
  legal_name: 'VENTA',
  tax_id: RFC_PUBLICO_GENERAL,
  tax_system: NO_OBLIGACIONES,
  email: null,
  address: emptyAddress,
};

/** What an invoice has beside what a receipt says. */
export const EMPTY_INVOICE = {
  type: 'I',
  payment_method: 'PUE',
  conditions: null,
  related_documents: [],
  global: null,
  export: '01',
  external_id: null,
  idempotency_key: null,
  folio_number: null,
  series: null,
  pdf_custom_section: null,
  pdf_options: null,
  complements: [],
  addenda: null,
  namespaces: [],
  third_party: null,
} as const satisfies Partial<InvoiceContent>;

/**
 * The amounts of a sale, or what is wrong with it: everything that would keep its invoice from being stamped but for the
 * receiver, who may come later. Its date may lie in the past, however far, and not in the future.
 */
export function judgeReceipt(
  content: ReceiptContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): Result<InvoiceTotals> {
  const { payment_form, items, currency, exchange, address } = content;
  const early = Date.parse(content.date) > now.getTime() ? dateProblems(content, now) : [];
  const judged = judgeInvoice(
    {
      ...EMPTY_INVOICE,
      ...{ payment_form, items, currency, exchange, address },
      customer: ANYBODY,
      use: 'S01',
      date: null,
    },
    issuer,
    now,
    large,
  );
  if (judged.ok && early.length === 0) return ok(judged.value.totals);
  if (judged.ok) return refuseFields(early);
  if (early.length === 0) return judged;
  return refuseFields([...early, ...(judged.refusal.details ?? [])]);
}
