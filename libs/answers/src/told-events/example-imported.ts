import type {
  ImportedInvoice,
  InvoiceContent,
  InvoiceEvent,
  InvoiceIssue,
  InvoiceStamp,
  ToldType,
} from '#contracts';

/** What a document says that somebody else issued. */
export interface ExampleDocument {
  readonly content: InvoiceContent;
  readonly issue: InvoiceIssue;
  readonly stamp: InvoiceStamp;
}

const SUPPLIER_ID = '6743f1c2a1b2c3d4e5f60705';
const SURPLUS = { uuid: 'A1C3F0D2-55E1-4B0A-9C7E-6F2D8B314E90', pac: 'sw' };

/** A document that was issued elsewhere, up to the event that is told of it. */
export function importedEvents(
  type: ToldType,
  at: string,
  { content, issue, stamp }: ExampleDocument,
): readonly InvoiceEvent[] | undefined {
  const sat = { status: 'valid', checked_at: at, efos: 'not_listed' } as const;
  const { legal_name, tax_id } = issue.issuer;
  const received: ImportedInvoice = {
    ...{ issuer_type: 'receiving', source: 'upload', content, issue: { ...issue, number: 0 }, stamp },
    ...{ supplier: { id: SUPPLIER_ID, legal_name, tax_id }, sat, pays: [] },
  };
  const came: InvoiceEvent = { type: 'InvoiceImported', data: { invoice: received, at } };
  const recorded = (over: object): InvoiceEvent => ({
    type: 'SatStatusRecorded',
    data: { issuer_type: 'receiving', sat: { ...sat, ...over }, at },
  });
  const past: ImportedInvoice = { ...received, issuer_type: 'issuing', supplier: null };
  const stories: Partial<Record<ToldType, readonly InvoiceEvent[]>> = {
    'invoice.received': [came],
    'invoice.imported': [{ type: 'InvoiceImported', data: { invoice: past, at } }],
    'invoice.canceled_by_supplier': [came, recorded({ status: 'canceled', cancellation: 'accepted' })],
    'invoice.efos_listed': [came, recorded({ efos: 'listed' })],
  };
  return stories[type];
}

/** What is told of a second stamp, after the document's own. */
export const surplusEvents = (type: ToldType, at: string): readonly InvoiceEvent[] => {
  const found: InvoiceEvent = { type: 'InvoiceSurplusStampFound', data: { ...SURPLUS, at } };
  if (type === 'invoice.surplus_stamp_found') return [found];
  if (type !== 'invoice.surplus_stamp_settled') return [];
  return [found, { type: 'InvoiceSurplusStampSettled', data: { ...SURPLUS, status: 'canceled', at } }];
};
