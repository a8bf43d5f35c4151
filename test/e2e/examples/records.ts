import { setTimeout as sleep } from 'node:timers/promises';
import { importInto, receiverOf } from '../../events/petitions-story.js';
import type { Json } from '../../support/app.js';
import { triggered } from '../../support/bodies.js';
import { described, type ExampleRun, type Place, type Stages } from './run.js';

/** Receipts, retentions, and what accountants take along. */

const sold = (run: ExampleRun): Promise<Json> => run.make('createReceipt');
const aReceipt = async (run: ExampleRun): Promise<Place> => ({
  parameters: { receipt_id: (await sold(run)).id },
});

/** The body of an example, as the document shows it. */
const shown = (id: string, example: string) =>
  described.find(({ doc }) => doc.id === id)?.doc.examples?.[example]?.body as object;

/** The body of an example, of receipts that are there. */
const withKeys = (id: string) => async (run: ExampleRun, example: string) => {
  const keys = [(await sold(run)).key, (await sold(run)).key];
  return { body: { ...shown(id, example), keys } };
};

/** A moment of the day before today where the demo organization is, whatever hour it is. */
const yesterday = (): string => new Date(Date.now() - DAY_MS).toISOString();
const DAY_MS = 24 * 60 * 60_000;

const CSV =
  'ticket,forma de pago,descripción,clave sat,cantidad,precio\n' +
  'A-1,01,Taza,52152101,2,116.00\nA-2,99,Taza,52152101,2,116.00\n';

/** An import that has finished, with a wrong line. */
async function imported(run: ExampleRun): Promise<Place> {
  const headers = { 'content-type': 'text/csv' };
  const { id } = (await run.app.api('POST', '/receipts/import', Buffer.from(CSV), { headers })).body;
  for (;;) {
    const { status } = await run.app.get(`/receipts/imports/${id}`);
    if (status === 'finished') return { parameters: { import_id: id } };
    await sleep(50);
  }
}

const aRetention = async (run: ExampleRun): Promise<Place> => ({
  parameters: { retention_id: (await run.make('createRetention', 'services')).id },
});
const aDraft = async (run: ExampleRun): Promise<Place> => ({
  parameters: { retention_id: (await run.make('createRetention', 'draft')).id },
});
const aWholeDraft = async (run: ExampleRun): Promise<Place> => ({
  parameters: { retention_id: (await run.make('copyRetention')).id },
});
/** One whose acuse is there. */
async function aCanceledRetention(run: ExampleRun): Promise<Place> {
  const { id } = await run.make('cancelRetention');
  for (;;) {
    const { cancellation_receipt } = await run.app.get(`/retentions/${id}`);
    if (cancellation_receipt !== null) return { parameters: { retention_id: id } };
    await sleep(50);
  }
}

const aDownload = async (run: ExampleRun): Promise<Place> => ({
  parameters: { download_id: (await run.make('createDownload')).id },
});
/** A Live key of the demo organization. */
const ofLive = async ({ app }: ExampleRun): Promise<Place> => ({
  key: await app.put(`/organizations/${app.demo.organization_id}/apikeys/live`, undefined, {
    key: app.demo.user_key,
  }),
});
/** One of metadata that has been compared. */
async function aComparison(run: ExampleRun): Promise<Place> {
  const { id } = await run.make('createDownload', 'metadata');
  for (;;) {
    const { status } = await run.app.get(`/downloads/${id}`);
    if (status === 'finished') return { parameters: { download_id: id } };
    await sleep(50);
  }
}

/** The Test key of whom somebody asks to cancel an invoice, and its UUID. */
async function asked(run: ExampleRun): Promise<Place & { readonly parameters: { readonly uuid: string } }> {
  const key = await receiverOf(run.app);
  const { id } = await run.app.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
  await importInto(run.app, id, key);
  const { uuid } = await run.app.del(`/invoices/${id}?motive=02`);
  return { key, parameters: { uuid } };
}

export const recordsStages: Stages = {
  getReceipt: aReceipt,
  assignReceiptCustomer: aReceipt,
  cancelReceipt: aReceipt,
  refundReceipt: aReceipt,
  listReceiptImports: async (run) => {
    await imported(run);
    return {};
  },
  getReceiptImport: imported,
  invoiceReceipt: aReceipt,
  invoiceReceipts: withKeys('invoiceReceipts'),
  previewReceiptsInvoice: withKeys('previewReceiptsInvoice'),
  previewReceiptsInvoicePdf: withKeys('previewReceiptsInvoicePdf'),
  createReceiptsInvoicePreviewUrl: withKeys('createReceiptsInvoicePreviewUrl'),
  createGlobalInvoice: async (run, example) => {
    const sale = shown('createReceipt', 'sale');
    await run.app.post('/receipts', example === 'yesterday' ? { ...sale, date: yesterday() } : sale);
    return {};
  },
  downloadReceiptPdf: aReceipt,
  downloadReceiptTicket: aReceipt,
  getReceiptPdfUrl: aReceipt,
  sendReceiptByEmail: aReceipt,
  listRetentions: async (run) => {
    await run.make('createRetention');
    return {};
  },
  getRetention: aRetention,
  updateRetention: aDraft,
  stampRetention: aWholeDraft,
  copyRetention: aRetention,
  cancelRetention: aRetention,
  refreshRetentionStatus: aRetention,
  listRetentionHistory: aRetention,
  downloadRetention: aRetention,
  getRetentionDownloadUrl: aRetention,
  downloadRetentionCancellationReceipt: aCanceledRetention,
  getRetentionCancellationReceiptUrl: aCanceledRetention,
  sendRetentionByEmail: aRetention,
  listDownloads: async (run) => {
    await aDownload(run);
    return {};
  },
  getDownload: aDownload,
  stopDownload: aDownload,
  listDownloadDifferences: aComparison,
  setDailyDownloads: ofLive,
  getDailyDownloads: ofLive,
  listCancellationRequests: async (run) => {
    const { key } = await asked(run);
    return key === undefined ? {} : { key };
  },
  acceptCancellationRequest: asked,
  rejectCancellationRequest: asked,
};
