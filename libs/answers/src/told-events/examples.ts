import type { StreamEvent, Tenant } from '#kernel';
import { importedEvents, surplusEvents } from './example-imported.js';
import { petitionEvents } from './example-petition.js';
import { receiptEvents } from './example-receipt.js';
import { retentionEvents } from './example-retention.js';
import {
  emptyAddress,
  TOLD_TYPES,
  type ArchiveEvent,
  type CustomerEvent,
  type GlobalsEvent,
  type InvoiceContent,
  type InvoiceEvent,
  type InvoiceIssue,
  type InvoiceStamp,
  type ProductEvent,
  type SupplierEvent,
  type ToldResource,
  type ToldType,
  type WebhooksEvent,
} from '#contracts';

/** Of which resource an example is, when it happened, and to whom. */
export interface ExampleOf {
  readonly id: string;
  readonly at: string;
  readonly tenant: Tenant;
}

export interface Example {
  readonly stream: string;
  readonly events: readonly StreamEvent[];
}

const CUSTOMER_ID = '6743f1c2a1b2c3d4e5f60701';
const PRODUCT_ID = '6743f1c2a1b2c3d4e5f60702';
const PAYMENT_ID = '6743f1c2a1b2c3d4e5f60703';
const UUID = '5f3a1c9e-7b24-4d86-9a0e-2c61d4f8b735';

const customerAddress = {
  ...emptyAddress,
  zip: '77500',
  state: 'Quintana Roo',
  municipality: 'Benito Juárez',
};
const tax = {
  ...({ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null } as const),
  ...({ withholding: false, ieps_mode: 'sum_before_taxes' } as const),
};
const product = {
  ...{
    description: 'Servicio de consultoría',
    product_key: '80101500',
    unit_key: 'E48',
    unit_name: 'Servicio',
  },
  ...{ price: '1000', tax_included: false, taxability: '02', taxes: [tax], local_taxes: [], sku: 'CONS-1' },
};

const content: InvoiceContent = {
  type: 'I',
  customer: {
    ...{ id: CUSTOMER_ID, legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
    ...{ email: 'compras@example.com', address: customerAddress },
  },
  items: [
    {
      ...{
        quantity: '1',
        discount: '0',
        product: { id: PRODUCT_ID, ...product },
        parts: [],
        customs_keys: [],
      },
      ...{ third_party: null, property_tax_account: [], complement: null },
    },
  ],
  ...{ payment_form: '03', payment_method: 'PUE', use: 'G03', currency: 'MXN', exchange: '1' },
  ...{ conditions: null, related_documents: [], global: null, export: '01', date: null, address: null },
  ...{ external_id: 'PEDIDO-42', idempotency_key: null, folio_number: null, series: 'F' },
  ...{ pdf_custom_section: null, pdf_options: null, complements: [], addenda: null, namespaces: [] },
  third_party: null,
};
/** Paid later, so that payments can come. */
const credit: InvoiceContent = { ...content, payment_form: '99', payment_method: 'PPD' };
const toPublic: InvoiceContent = {
  ...content,
  customer: {
    ...{ id: null, legal_name: 'PUBLICO EN GENERAL', tax_id: 'XAXX010101000', tax_system: '616' },
    ...{ email: null, address: { ...emptyAddress, zip: '26015' } },
  },
  ...{ use: 'S01', external_id: null },
  global: { periodicity: 'month', months: '11', year: 2026 },
};
const totals = {
  ...{ subtotal: '1000.00', discount: '0.00', total: '1160.00' },
  taxes: [
    {
      ...{ type: 'IVA', factor: 'Tasa', rate: '0.160000', base: '1000.00', amount: '160.00' },
      ...{ withholding: false, local: false },
    },
  ],
};

/** An instant as the provider writes it into the document. */
const local = (at: string): string => at.slice(0, 19);

const drafted = (at: string): Extract<InvoiceEvent, { type: 'InvoiceDrafted' }> => ({
  type: 'InvoiceDrafted',
  data: { content, totals, problems: [], at },
});
const issueOf = (at: string): InvoiceIssue => ({
  number: 1,
  issuer: {
    ...{ legal_name: 'INNOVACION VALOR Y DESARROLLO', tax_id: 'IVD920810GU2', tax_system: '601' },
    address: { ...emptyAddress, zip: '26015' },
  },
  ...{ series: 'F', folio_number: 101, date: at, fecha: local(at), totals },
});
const stampOf = (at: string): InvoiceStamp => ({
  ...{ uuid: UUID, date: at, signature: 'c2VsbG8gZGVsIGVtaXNvcg==', sat_cert_number: '30001000000500003456' },
  ...{ sat_signature: 'c2VsbG8gZGVsIFNBVA==', rfc_provider_cert: 'SPR190613I52' },
  complement_string: `||1.1|${UUID}|${local(at)}|SPR190613I52|c2VsbG8=|30001000000500003456||`,
  ...{ issuer_cert_number: '30001000000500003416', xml_key: '', timbre_xml: '' },
  verification_url: `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${UUID}`,
});
const issued = (at: string, of: InvoiceContent): InvoiceEvent => ({
  type: 'InvoiceIssued',
  data: { content: of, issue: issueOf(at), at },
});
const stamped = (at: string): InvoiceEvent => ({
  type: 'InvoiceStamped',
  data: { number: 1, stamp: stampOf(at), at },
});
const requested = (at: string): InvoiceEvent => ({
  type: 'CancellationRequested',
  data: {
    ...{ number: 1, motive: '02', substitution: null, at },
    document: {
      ...{ uuid: UUID, issuer_rfc: 'IVD920810GU2', receiver_rfc: 'EKU9003173C9' },
      ...{ total: '1160.00', sello_tail: 'emlzb3I=' },
    },
  },
});

/** An invoice's history up to the event that is told. */
function invoiceEvents(type: ToldType, at: string): readonly InvoiceEvent[] {
  const whole = [issued(at, content), stamped(at)];
  const onCredit = [issued(at, credit), stamped(at)];
  const payment = { payment: PAYMENT_ID, amount: '1160.00', at };
  const paid: InvoiceEvent = { type: 'PaymentReceived', data: payment };
  const refusal = { number: 1, code: 'invoice_stamping_validation_error' as const, details: refusedBy, at };
  const canceled: InvoiceEvent = { type: 'InvoiceCanceled', data: { number: 1, at, receipt_key: null } };
  const notCanceled = { ...refusal, code: 'invoice_not_cancelable' as const, details: [] };
  const stories: Partial<Record<ToldType, readonly InvoiceEvent[]>> = {
    'invoice.created': [issued(at, content)],
    'invoice.edited': [drafted(at), { ...drafted(at), type: 'DraftEdited' }],
    'invoice.deleted': [drafted(at), { type: 'DraftDeleted', data: { at } }],
    'invoice.global_invoice_created': [issued(at, toPublic), stamped(at)],
    'invoice.stamping_refused': [
      issued(at, content),
      { type: 'InvoiceRefused', data: { ...refusal, kept: true } },
    ],
    'invoice.stamping_delayed': [
      issued(at, content),
      { type: 'StampingDelayed', data: { number: 1, reason: 'no_answer', at } },
    ],
    'invoice.stamping_failed': [
      issued(at, content),
      { type: 'StampingFailed', data: { number: 1, reason: 'too_old', at } },
    ],
    'invoice.payment_received': [...onCredit, paid],
    'invoice.payment_reverted': [...onCredit, paid, { type: 'PaymentReverted', data: payment }],
    'invoice.cancellation_requested': [...whole, requested(at)],
    'invoice.cancellation_updated': [
      ...[...whole, requested(at)],
      { type: 'CancellationUpdated', data: { ...waiting, at } },
    ],
    'invoice.cancellation_refused': [
      ...[...whole, requested(at)],
      { type: 'CancellationRefused', data: notCanceled },
    ],
    'invoice.cancellation_status_updated': [...whole, requested(at), canceled],
    'invoice.canceled': [...whole, requested(at), canceled],
  };
  const document = { content, issue: issueOf(at), stamp: stampOf(at) };
  return stories[type] ?? importedEvents(type, at, document) ?? [...whole, ...surplusEvents(type, at)];
}

const waiting = { number: 1, status: 'pending', receipt_key: null } as const;
const refusedBy = [
  {
    ...({ code: 'CFDI40147', source: 'sat' } as const),
    message: 'El campo DomicilioFiscalReceptor no corresponde al nombre y RFC registrados.',
  },
];

function customerEvents(type: ToldType, at: string): readonly CustomerEvent[] {
  const fields = {
    ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
    ...{ email: 'compras@example.com', phone: null, default_invoice_use: 'G03', address: customerAddress },
    ...{ curp: null, external_id: 'CLIENTE-7' },
  };
  const edited: CustomerEvent = {
    type: 'CustomerEdited',
    data: { phone: '9981234567', sat_validated_at: at, at },
  };
  const created: CustomerEvent = { type: 'CustomerCreated', data: { ...fields, sat_validated_at: at, at } };
  const completed: CustomerEvent = { type: 'CustomerEditLinkCompleted', data: { link_id: PAYMENT_ID, at } };
  if (type === 'customer.deleted') return [created, { type: 'CustomerDeleted', data: { at } }];
  if (type === 'customer.edited') return [created, edited];
  return type === 'customer.edit_link_completed' ? [created, edited, completed] : [created];
}

function productEvents(type: ToldType, at: string): readonly ProductEvent[] {
  const created: ProductEvent = { type: 'ProductCreated', data: { ...product, at } };
  if (type === 'product.deleted') return [created, { type: 'ProductDeleted', data: { at } }];
  return type === 'product.edited'
    ? [created, { type: 'ProductEdited', data: { price: '1200', at } }]
    : [created];
}

function supplierEvents(type: ToldType, at: string): readonly SupplierEvent[] {
  const fields = {
    ...{ legal_name: 'XENON INDUSTRIAL ARTICLES', tax_id: 'XIA190128J61', tax_system: '601' },
    ...{ email: null, phone: null, address: customerAddress, external_id: null },
  };
  const created: SupplierEvent = { type: 'SupplierCreated', data: { ...fields, at } };
  if (type === 'supplier.deleted') return [created, { type: 'SupplierDeleted', data: { at } }];
  return type === 'supplier.edited'
    ? [created, { type: 'SupplierEdited', data: { email: 'cobranza@example.com', at } }]
    : [created];
}

function archiveEvents(type: ToldType, at: string): readonly ArchiveEvent[] {
  const filters = {
    year: 2026,
    month: 10,
    issuer_type: 'issuing',
    invoice_types: ['I', 'E', 'T', 'N', 'P'],
  } as const;
  const month = { start_date: '2026-10-01T06:00:00.000Z', end_date: '2026-11-01T05:59:59.999Z' };
  const made: ArchiveEvent = {
    type: 'ArchiveRequested',
    data: { filters, ...month, number: 1, document_count: 3, at },
  };
  const part = { number: 1, part: 1, stored: null, last: null, at };
  const added: ArchiveEvent = { type: 'ArchivePartAdded', data: { ...part, processed: 3, failed: [] } };
  const expires = new Date(Date.parse(at) + 7 * 24 * 60 * 60 * 1_000).toISOString();
  const finished = { number: 1, parts: [], size: 34_816, expires_at: expires, at };
  return type === 'zip_request.failed'
    ? [made, { type: 'ArchiveFailed', data: { number: 1, reason: 'no_documents', at } }]
    : [made, added, { type: 'ArchiveFinished', data: finished }];
}

function globalsEvents(type: ToldType, at: string): readonly GlobalsEvent[] {
  const until = '2026-12-01T06:00:00.000Z';
  const period = {
    ...{ from: '2026-11-01T06:00:00.000Z', until, first: '2026-11-01', last: '2026-11-30' },
    global: { periodicity: 'month', months: '11', year: 2026 },
  };
  const dates = { warn_at: '2026-11-30T06:00:00.000Z', due_at: '2026-12-01T06:20:00.000Z' };
  const opened: GlobalsEvent = { type: 'ReceiptPeriodOpened', data: { period, ...dates, at } };
  const ending: GlobalsEvent = {
    type: 'ReceiptPeriodEnding',
    data: { until, receipts: 120, total: '34800.5', at },
  };
  const invoice = { number: 1, invoice: PAYMENT_ID };
  const asked: GlobalsEvent = { type: 'GlobalInvoiceAsked', data: { until, ...invoice, receipts: 120, at } };
  const why = { code: 'organization_incomplete' as const, details: [], next_at: dates.due_at };
  const notMade: GlobalsEvent = { type: 'GlobalInvoiceNotMade', data: { until, ...invoice, ...why, at } };
  if (type === 'global_period.upcoming') return [opened, ending];
  if (type === 'global_period.invoice_failed') return [opened, ending, notMade];
  const left_out = [{ reason: 'withholdings' as const, receipts: 2 }];
  const closed: GlobalsEvent = {
    type: 'ReceiptPeriodClosed',
    data: { until, invoices: [PAYMENT_ID], left_out, at },
  };
  return [opened, ending, asked, closed];
}

const webhookEvents = (id: string, at: string): readonly WebhooksEvent[] => [
  {
    type: 'WebhookCreated',
    data: {
      ...{ webhook_id: id, secret_key: '', url: 'https://example.com/webhooks', enabled_events: ['*'] },
      ...{ description: null, headers: [], headers_key: null, payload_style: 'full', ordered: false, at },
    },
  },
];

const BUILDERS: Readonly<
  Record<
    ToldResource,
    readonly [
      prefix: string,
      events: (type: ToldType, of: ExampleOf) => readonly { type: string; data: unknown }[],
    ]
  >
> = {
  invoice: ['invoice-', (type, { at }) => invoiceEvents(type, at)],
  retention: ['retention-', (type, { at }) => retentionEvents(type, at)],
  global_period: ['globals-', (type, { at }) => globalsEvents(type, at)],
  receipt: ['receipt-', (type, { at }) => receiptEvents(type, at)],
  customer: ['customer-', (type, { at }) => customerEvents(type, at)],
  supplier: ['supplier-', (type, { at }) => supplierEvents(type, at)],
  product: ['product-', (type, { at }) => productEvents(type, at)],
  zip_request: ['archive-', (type, { at }) => archiveEvents(type, at)],
  cancellation_request: ['petition-', (type, { at }) => petitionEvents(type, at)],
  webhook: ['webhooks-', (_, { id, at }) => webhookEvents(id, at)],
};

/** What may have happened to a resource when an event of a type is told. */
export function exampleOf(type: ToldType, of: ExampleOf): Example {
  const [prefix, eventsOf] = BUILDERS[TOLD_TYPES[type].resource];
  const stream = prefix + of.id;
  const metadata = { ...of.tenant, commandId: 'example', correlationId: 'example', actor: 'example' };
  const events = eventsOf(type, of).map((event, revision) => ({
    ...event,
    ...{ id: `${of.id}-${revision}`, streamId: stream, revision, recordedAt: new Date(of.at), metadata },
  }));
  return { stream, events };
}
