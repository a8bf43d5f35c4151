import { paidElsewhereOf } from '#billing';
import type {
  CustomerSnapshot,
  ImportedInvoice,
  InvoiceContent,
  InvoiceEvent,
  InvoiceItem,
  InvoiceStamp,
  IssuerSnapshot,
  Tax,
} from '#contracts';
import { fold } from '#kernel';
import { invoiceDecider, type InvoiceCommand, type Numbering } from './decide.js';

/** Invoices for specs: one line of 116.00 with IVA, from a school in Hidalgo to a university. */

export const NOW = new Date('2026-11-21T18:00:00.250Z');
/** NOW, and as the document is dated: in whole seconds. */
export const at = NOW.toISOString();
export const date = '2026-11-21T18:00:00.000Z';
export const after = (ms: number): Date => new Date(NOW.getTime() + ms);
export const HOUR = 3_600_000;

export const address = {
  street: null,
  exterior: null,
  interior: null,
  neighborhood: null,
  city: null,
  municipality: null,
  state: null,
  zip: '42501',
  country: 'MEX',
};
export const issuer: IssuerSnapshot = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address,
};
export const customer: CustomerSnapshot = {
  id: '66f0c0c0c0c0c0c0c0c0c001',
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: null,
  address: { ...address, zip: '86991' },
};
export const publico: CustomerSnapshot = {
  ...customer,
  legal_name: 'PUBLICO EN GENERAL',
  tax_id: 'XAXX010101000',
  tax_system: '616',
};
export const foreigner: CustomerSnapshot = {
  ...customer,
  legal_name: 'ACME INC',
  tax_id: '123456789',
  tax_system: '616',
  address: { ...address, zip: '90001', country: 'USA' },
};

export const iva: Tax = {
  type: 'IVA',
  factor: 'Tasa',
  rate: '0.16',
  base: null,
  withholding: false,
  ieps_mode: 'sum_before_taxes',
};
export const product: InvoiceItem['product'] = {
  id: null,
  description: 'Taza de cerámica',
  product_key: '52152101',
  unit_key: 'H87',
  unit_name: 'Elemento',
  price: '116',
  tax_included: true,
  taxability: '02',
  taxes: [iva],
  local_taxes: [],
  sku: null,
};
export const item: InvoiceItem = {
  quantity: '1',
  discount: '0',
  product,
  parts: [],
  customs_keys: [],
  third_party: null,
  property_tax_account: [],
};

export const content = (over: Partial<InvoiceContent> = {}): InvoiceContent => ({
  type: 'I',
  customer,
  items: [item],
  payment_form: '03',
  payment_method: 'PUE',
  use: 'G03',
  currency: 'MXN',
  exchange: '1',
  conditions: null,
  related_documents: [],
  global: null,
  export: '01',
  date: null,
  address: null,
  external_id: null,
  idempotency_key: null,
  folio_number: null,
  series: null,
  pdf_custom_section: null,
  pdf_options: null,
  ...over,
});
export const withProduct = (over: Partial<InvoiceItem['product']>): InvoiceContent =>
  content({ items: [{ ...item, product: { ...product, ...over } }] });
export const withItem = (over: Partial<InvoiceItem>): InvoiceContent =>
  content({ items: [{ ...item, ...over }] });

export const totals = {
  subtotal: '100.00',
  discount: '0',
  total: '116.00',
  taxes: [
    {
      type: 'IVA',
      factor: 'Tasa',
      rate: '0.160000',
      base: '100.00',
      amount: '16.00',
      withholding: false,
      local: false,
    },
  ],
};

export const stamp: InvoiceStamp = {
  uuid: '5C5C5C5C-0000-4000-8000-000000000001',
  date: '2026-11-21T18:00:01.000Z',
  signature: 'c2VsbG8gZGVsIGVtaXNvcg==',
  sat_cert_number: '30001000000500003456',
  sat_signature: 'c2VsbG8gZGVsIFNBVA==',
  rfc_provider_cert: 'SPR190613I52',
  complement_string: '||1.1|...||',
  issuer_cert_number: '30001000000500003416',
  xml_key: 'cfdi/x.1/0123456789abcdef.xml',
  timbre_xml: '<tfd:TimbreFiscalDigital/>',
  verification_url: 'https://example.test/?id=5C5C5C5C',
};

/** What a payment (type P) says: of each UUID how much, and which NumParcialidad. */
export const payingElsewhere = (
  documents: readonly { uuid: string; amount: string; installment?: number }[],
  over: Partial<InvoiceContent> = {},
): InvoiceContent =>
  content({
    ...{ type: 'P', items: [], payment_form: null, payment_method: null, use: 'CP01', currency: 'XXX' },
    complements: [
      {
        type: 'pago',
        data: [
          {
            ...{ payment_form: '03', currency: 'MXN', exchange: '1', date, numOperacion: null },
            related_documents: documents.map(({ uuid, amount, installment = 1 }) => ({
              ...{ invoice: null, uuid, amount, installment, last_balance: amount },
              ...{ taxes: [], taxability: '01', currency: 'MXN', exchange: '1' },
              ...{ folio_number: null, series: null },
            })),
            ...{ rfcEmisorCtaOrd: null, nomBancoOrdExt: null, ctaOrdenante: null, rfcEmisorCtaBen: null },
            ...{ ctaBeneficiario: null, tipoCadPago: null, certPago: null, cadPago: null, selloPago: null },
          },
        ],
      },
    ],
    ...over,
  });

/** A document of `totals` that was issued elsewhere; what it pays follows from its content. */
export function imported(
  uuid: string,
  over: Partial<ImportedInvoice> & { readonly says?: InvoiceContent; readonly folio?: number } = {},
): ImportedInvoice {
  const {
    says = content({ payment_method: 'PPD', payment_form: '99' }),
    folio: folio_number = 0,
    ...rest
  } = over;
  return {
    ...{ issuer_type: 'issuing', source: 'upload', content: says },
    issue: {
      number: 0,
      issuer,
      series: says.series,
      folio_number,
      date,
      fecha: '2026-11-21T12:00:00',
      totals,
    },
    stamp: { ...stamp, uuid, signature: `sello ${uuid}`, xml_key: `received/${uuid}.xml`, timbre_xml: '' },
    supplier: null,
    sat: { status: 'valid', checked_at: at, efos: null },
    pays: paidElsewhereOf(says),
    ...rest,
  };
}

/** The events of a list of commands, each decided after the ones before. */
export function history(...commands: readonly InvoiceCommand[]): InvoiceEvent[] {
  const events: InvoiceEvent[] = [];
  for (const command of commands) {
    const decision = invoiceDecider.decide(command, fold(invoiceDecider, events));
    if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.refusal.code}`);
    events.push(...decision.value);
  }
  return events;
}

export const folio = (folio_number: number, series: string | null = null): Numbering => ({
  series,
  folio_number,
});

/** Commands of an invoice's life, at NOW. */
export const create = (over: Partial<InvoiceContent> = {}, numbering = folio(1)): InvoiceCommand => ({
  type: 'create',
  now: NOW,
  data: { content: content(over), issuer, draft: false },
  numbering,
});
export const draft = (over: Partial<InvoiceContent> = {}): InvoiceCommand => ({
  type: 'create-draft',
  now: NOW,
  data: { content: content(over), issuer, draft: true },
});
export const edit = (changes: Partial<InvoiceContent>, now = NOW): InvoiceCommand => ({
  type: 'edit-draft',
  now,
  changes,
  issuer,
});
/** An attempt that began at a revision of the draft, which has just been drafted unless told otherwise. */
export const stampDraft = (
  numbering = folio(1),
  now = NOW,
  { at: revision = 0, ...over }: { readonly at?: number } & Partial<InvoiceContent> = {},
): InvoiceCommand => ({
  type: 'stamp-draft',
  now,
  issuer,
  attempt: { at: revision, numbering, content: content(over) },
});
export const deleteDraft: InvoiceCommand = { type: 'delete-draft', now: NOW };
export const recordStamp = (number = 1): InvoiceCommand => ({
  type: 'record-stamp',
  now: NOW,
  number,
  stamp,
});
export const recordRefusal = (number = 1): InvoiceCommand => ({
  type: 'record-refusal',
  now: NOW,
  number,
  code: 'invoice_stamping_validation_error',
  details: [{ code: 'CFDI40145', source: 'sat' }],
});
export const recordFailure = (number = 1): InvoiceCommand => ({
  type: 'record-failure',
  now: NOW,
  number,
  reason: 'outage',
});
export const cancel = (
  motive: '01' | '02' | '03' | '04' = '02',
  substitution: string | null = null,
): InvoiceCommand => ({ type: 'cancel', now: NOW, motive, substitution });

type Answer = Extract<InvoiceCommand, { type: 'record-cancellation' }>['answer'];
/** When the tax authority said it. */
export const answeredAt = '2026-11-21T18:00:05.000Z';
export const recordAnswer = (
  status: Answer['status'],
  over: Partial<Answer> = {},
  now = NOW,
): InvoiceCommand => ({
  type: 'record-cancellation',
  now,
  answer: { number: 1, status, at: answeredAt, receipt_key: null, code: null, details: [], ...over },
});

/** One history for each status. */
export const lives = {
  absent: [],
  draft: [draft()],
  'draft again': [draft(), stampDraft(), recordRefusal()],
  pending: [create()],
  valid: [create(), recordStamp()],
  canceled: [create(), recordStamp(), cancel(), recordAnswer('accepted')],
  failed: [create(), recordFailure()],
  deleted: [draft(), deleteDraft],
  refused: [create(), recordRefusal()],
} satisfies Record<string, InvoiceCommand[]>;
export type Life = keyof typeof lives;
export const ALL = Object.keys(lives) as Life[];
export const GONE: readonly Life[] = ['absent', 'deleted', 'refused'];
