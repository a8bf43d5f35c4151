import { until } from '#bus/testing/until';
import type { Json, TestApp } from '../../support/app.js';
import { documentForm, zipOf } from '../../support/imports.js';
import type { ExampleRun, Place, Stages } from './run.js';

/** Invoices. */
export const invoicesStages: Stages = {
  listInvoices: async (run) => {
    await run.make('createInvoice', 'ppd');
    return {};
  },
  getInvoice: invoiceIsThere,
  updateDraftInvoice: draftIsThere,
  stampDraftInvoice: async (run, example) => {
    const sku = example === 'uncertain' ? 'SANDBOX-TIMEOUT-AFTER' : 'PIANO';
    return at(await run.app.post('/invoices', { ...sale(sku), status: 'draft' }));
  },
  copyInvoice: invoiceIsThere,
  cancelInvoice: async (run, example) => {
    if (example === 'draft') return draftIsThere(run);
    const invoice = await run.app.post(
      '/invoices',
      sale(example === 'pending' ? 'SANDBOX-CANCEL-PENDING' : 'PIANO'),
    );
    if (example !== 'replaced') return at(invoice);
    const related_documents = [{ relationship: '04', documents: [invoice.uuid] }];
    const { id } = await run.app.post('/invoices', { ...sale('PIANO-2'), related_documents });
    return { parameters: { invoice_id: invoice.id, substitution: id } };
  },
  refreshInvoiceStatus: invoiceIsThere,
  listInvoiceHistory: invoiceIsThere,
  getInvoicePaymentSummary: async (run) => at(await run.make('createInvoice', 'ppd')),
  sendInvoiceByEmail: invoiceIsThere,
  downloadInvoice: invoiceIsThere,
  getInvoiceDownloadUrl: invoiceIsThere,
  downloadInvoiceCancellationReceipt: canceledIsThere,
  getInvoiceCancellationReceiptDownloadUrl: canceledIsThere,
  importInvoices: async (run, example) => {
    const [xml = '', other = ''] = await supplied(run, 2);
    const files = { 'factura.xml': xml, 'otra.xml': other, 'leeme.txt': 'Facturas de noviembre' };
    return { body: example === 'zip' ? documentForm(zipOf(files), 'facturas.zip') : documentForm(xml) };
  },
  createZipRequest: zipIsAsked,
  getZipRequest: zipIsThere,
  downloadZipRequest: zipIsThere,
  getZipRequestDownloadUrl: zipIsThere,
};

const at = ({ id }: Json): Place => ({ parameters: { invoice_id: id } });

/** An invoice whose cancellation, or stamp, goes as its sku says. */
const sale = (sku: string) => ({
  customer: {
    legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    tax_id: 'URE180429TM6',
    tax_system: '601',
    address: { zip: '86991' },
  },
  items: [{ product: { description: 'Piano', product_key: '60131324', price: 5800, sku } }],
  payment_form: '03',
});

async function invoiceIsThere(run: ExampleRun): Promise<Place> {
  return at(await run.make('createInvoice'));
}

async function draftIsThere(run: ExampleRun): Promise<Place> {
  return at(await run.make('createInvoice', 'draft'));
}

async function canceledIsThere(run: ExampleRun): Promise<Place> {
  const place = await invoiceIsThere(run);
  await run.app.del(`/invoices/${String(place.parameters?.['invoice_id'])}?motive=02`);
  return place;
}

const ISSUER = {
  ...{ legal_name: 'PROVEEDORA DE EJEMPLO', tax_id: 'PEJ010203AB1', tax_system: '601' },
  address: { zip: '06300' },
};

/** XML of invoices that another organization has issued to the demo's. */
async function supplied({ app }: ExampleRun, count: number): Promise<string[]> {
  const customer = partyOf((await app.get('/organizations/me')).legal);
  return issuedBy(app, ISSUER, { ...sale('PIANO'), customer }, count);
}

/** XML of an invoice that the demo organization has issued by another service, to a customer and of a product that it has not here. */
export async function ofItsPast({ app }: ExampleRun): Promise<string> {
  const { items, payment_form } = sale('PIANO-USADO');
  const issuer = partyOf((await app.get('/organizations/me')).legal);
  const [xml = ''] = await issuedBy(app, issuer, { items, payment_form, customer: ISSUER }, 1);
  return xml;
}

const partyOf = ({ legal_name, tax_id, tax_system, address }: Json): typeof ISSUER => ({
  ...{ legal_name, tax_id, tax_system },
  address: { zip: address.zip },
});

/** Of a new organization with the fiscal data of an issuer. */
async function issuedBy(
  app: TestApp,
  issuer: typeof ISSUER,
  invoice: object,
  count: number,
): Promise<string[]> {
  const user = await app.newUser();
  const { id, key } = await app.newOrganization(user, 'Proveedora');
  await app.put(`/organizations/${id}/legal`, { name: 'Proveedora', ...issuer }, { key: user });
  const files: string[] = [];
  while (files.length < count) {
    const made = await app.post('/invoices', invoice, { key });
    const { body } = await app.api('GET', `/invoices/${String(made.id)}/xml`, undefined, { key });
    files.push(body as string);
  }
  return files;
}

/** The month of an invoice that is there, whatever month it is. */
async function zipIsAsked(run: ExampleRun, example: string): Promise<Place> {
  if (example === 'received') {
    const [xml = ''] = await supplied(run, 1);
    await run.app.post('/invoices/import', documentForm(xml));
  }
  const { date } = await run.make('createInvoice');
  const { timezone } = await run.app.get('/organizations/me');
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(date));
  const [year, month] = local.split('-').map(Number);
  const kind = example === 'received' && { issuer_type: 'receiving', invoice_types: ['I', 'E'] };
  return { body: { year, month, ...kind } };
}

async function zipIsThere(run: ExampleRun): Promise<Place> {
  const { id } = await run.make('createZipRequest');
  await until(async () => (await run.app.get(`/invoices/zip-requests/${String(id)}`)).status === 'finished');
  return { parameters: { zip_request_id: id } };
}
