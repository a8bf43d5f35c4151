import type { Complement } from '../complements.js';
import type {
  CustomerSnapshot,
  InvoiceContent,
  InvoiceItem,
  LocalTax,
  RelatedDocuments,
  Tax,
} from '../invoice-content.js';
import type { SatStanding } from '../imported-invoices.js';
import type { InvoiceTotals } from '../invoice-issue.js';
import type { InvoiceEvent, PaidInvoice } from '../invoicing.js';
import {
  cancellationRequestV1,
  cancellationStateV1,
  issuerV1,
  lateV1,
  reasonsV1,
  refusalV1,
  settledV1,
  stampV1,
  surplusV1,
} from './document-lines.js';
import { excerpt } from './excerpt.js';
import type {
  InvoiceContentV1,
  InvoiceCustomerV1,
  InvoiceItemV1,
  InvoiceTotalsV1,
  ItemTaxV1,
  RelatedDocumentsV1,
} from './invoice-types.js';
import { internal, type Lines } from './lines.js';

const itemTaxV1 = ({ type, factor, rate, withholding }: Tax): ItemTaxV1 => ({
  ...{ type, factor, rate, withholding },
  local: false,
});
const localTaxV1 = ({ type, rate, withholding }: LocalTax): ItemTaxV1 => ({
  ...{ type, factor: null, rate, withholding },
  local: true,
});

/** A line, of an invoice or a receipt. */
export const itemV1 = ({ quantity, discount, product }: InvoiceItem): InvoiceItemV1 => ({
  product: product.id,
  description: product.description,
  product_key: product.product_key,
  unit_key: product.unit_key,
  sku: product.sku,
  quantity,
  price: product.price,
  discount,
  tax_included: product.tax_included,
  taxability: product.taxability,
  taxes: [...product.taxes.map(itemTaxV1), ...product.local_taxes.map(localTaxV1)],
});

/** Whose it is. */
export const customerV1 = (customer: CustomerSnapshot): InvoiceCustomerV1 => ({
  id: customer.id,
  legal_name: customer.legal_name,
  tax_id: customer.tax_id,
  tax_system: customer.tax_system,
  zip: customer.address.zip,
  country: customer.address.country,
});

/** Documents that it is related to. */
export const relatedV1 = (related: readonly RelatedDocuments[]): RelatedDocumentsV1 =>
  excerpt(
    related.flatMap(({ relationship, documents }) => documents.map((uuid) => ({ relationship, uuid }))),
    (document) => document,
  );

const contentV1 = (content: InvoiceContent): InvoiceContentV1 => ({
  type: content.type,
  customer: content.customer && customerV1(content.customer),
  items: excerpt(content.items, itemV1),
  payment_form: content.payment_form,
  payment_method: content.payment_method,
  use: content.use,
  currency: content.currency,
  // Readers were promised a number: that of a draft without a rate is named among its problems.
  exchange: content.exchange ?? '1',
  export: content.export,
  related_documents: relatedV1(content.related_documents),
  global: content.global && {
    periodicity: content.global.periodicity,
    months: content.global.months,
    year: content.global.year,
  },
  complements: [...new Set((content.complements ?? []).map(({ type }: Complement) => type))],
  external_id: content.external_id,
});

/** Amounts of a whole document. */
export const totalsV1 = ({ subtotal, discount, total, taxes }: InvoiceTotals): InvoiceTotalsV1 => ({
  ...{ subtotal, discount, total },
  taxes: excerpt(taxes, ({ type, factor, rate, base, amount, withholding, local }) => ({
    ...{ type, factor, rate, base, amount, withholding, local },
  })),
});

const satV1 = ({ status, checked_at, efos }: SatStanding) => ({
  ...{ sat_status: status, sat_checked_at: checked_at, efos },
});

const paymentsV1 = (payments: readonly PaidInvoice[] = []) =>
  excerpt(payments, ({ invoice, amount }) => ({ invoice, amount }));

/** The public events of invoices. */
export const invoiceLines: Lines<InvoiceEvent> = {
  InvoiceDrafted: [
    {
      as: 'invoice.drafted.v1',
      data: ({ content, totals, problems, copied_from = null }) => ({
        content: contentV1(content),
        totals: totals && totalsV1(totals),
        problems: reasonsV1(problems),
        copied_from,
      }),
    },
  ],
  DraftEdited: [
    {
      as: 'invoice.edited.v1',
      data: ({ content, totals, problems }) => ({
        content: contentV1(content),
        totals: totals && totalsV1(totals),
        problems: reasonsV1(problems),
      }),
    },
  ],
  DraftDeleted: [{ as: 'invoice.deleted.v1', data: () => ({}) }],
  InvoiceForgone: internal('takes an id out of use that never was an invoice'),
  ClaimsForgone: internal('lets go of reservations; the draft says what it said'),
  InvoiceIssued: [
    {
      as: 'invoice.issued.v1',
      data: ({ content, issue }) => ({
        number: issue.number,
        issuer: issuerV1(issue.issuer),
        series: issue.series,
        folio_number: issue.folio_number,
        date: issue.date,
        fecha: issue.fecha,
        content: contentV1(content),
        totals: totalsV1(issue.totals),
      }),
    },
  ],
  InvoiceStamped: [
    {
      as: 'invoice.stamped.v1',
      data: ({ number, stamp, payments }) => ({
        ...stampV1({ number, stamp }),
        payments: paymentsV1(payments),
      }),
    },
  ],
  PaymentReceived: [
    { as: 'invoice.payment_received.v1', data: ({ payment, amount }) => ({ payment, amount }) },
  ],
  PaymentReverted: [
    { as: 'invoice.payment_reverted.v1', data: ({ payment, amount }) => ({ payment, amount }) },
  ],
  PaymentDisregarded: internal('a payment that never counted here still does not'),
  PaymentMatched: internal('the invoice says that it was paid'),
  CustomerRecognized: internal('an id that a later list of customers gives; the document has the RFC'),
  ReceiptsHeld: internal('what receipts say of their invoice, they say themselves'),
  InvoiceRefused: [{ as: 'invoice.stamping_refused.v1', data: refusalV1 }],
  StampingDelayed: [{ as: 'invoice.stamping_delayed.v1', data: lateV1 }],
  InvoiceSurplusStampFound: [{ as: 'invoice.surplus_stamp_found.v1', data: surplusV1 }],
  InvoiceSurplusStampSettled: [{ as: 'invoice.surplus_stamp_settled.v1', data: settledV1 }],
  StampingFailed: [{ as: 'invoice.stamping_failed.v1', data: lateV1 }],
  CancellationRequested: [{ as: 'invoice.cancellation_requested.v1', data: cancellationRequestV1 }],
  CancellationUpdated: [{ as: 'invoice.cancellation_updated.v1', data: cancellationStateV1 }],
  CancellationRefused: [{ as: 'invoice.cancellation_refused.v1', data: refusalV1 }],
  InvoiceCanceled: [
    {
      as: 'invoice.canceled.v1',
      data: ({ number, payments }) => ({ number, payments: paymentsV1(payments) }),
    },
  ],
  StatusChecked: internal('says that nothing is new'),
  InvoiceImported: [
    {
      as: 'invoice.imported.v1',
      data: ({ invoice: { content, issue, stamp, pays, sat, supplier, issuer_type, source } }) => ({
        ...{ issuer_type, source, ...satV1(sat) },
        supplier: supplier && { id: supplier.id, legal_name: supplier.legal_name, tax_id: supplier.tax_id },
        issuer: issuerV1(issue.issuer),
        ...{ series: issue.series, folio_number: issue.folio_number, date: issue.date, fecha: issue.fecha },
        ...{ uuid: stamp.uuid, stamp_date: stamp.date },
        content: contentV1(content),
        totals: totalsV1(issue.totals),
        pays: excerpt(pays, ({ uuid, amount }) => ({ uuid, amount })),
      }),
    },
  ],
  SatStatusRecorded: [
    {
      as: 'invoice.sat_status_recorded.v1',
      data: ({ issuer_type, sat }) => ({ issuer_type, ...satV1(sat) }),
    },
  ],
};
