import { ok, refuse, type Result, type Tenant } from '#kernel';
import type { InvoiceMail, OrganizationDoc, ReceiptMail, RenderData, RetentionMail } from '#contracts';
import { storedCfdiBytes } from '#fiscal';
import { type Runtime } from '#hosting';
import type { DocumentRenderer } from '../render/renderer.js';
import type { MailFile } from './compose.js';

const PRINT_MS = 60_000;

/** What the files of a mail are made with. */
export interface FileSources {
  readonly contents: Runtime['contents'];
  readonly renderer: DocumentRenderer;
}

/**
 * The files that go with an invoice or a retention: XML and PDF, and the receipt of its cancellation in both forms where there
 * is one. Refused where they can't be printed now.
 */
export async function stampedFiles(
  { contents, renderer }: FileSources,
  tenant: Tenant,
  data: InvoiceMail['data'] | RetentionMail['data'],
  organization: OrganizationDoc,
): Promise<Result<readonly MailFile[]>> {
  const print = (format: 'pdf' | 'receipt-pdf') =>
    inTime(renderer, tenant, { ...data, organization, format });
  // First: where the XML is lost, this refuses it.
  const pdf = await print('pdf');
  if (!pdf.ok) return pdf;
  const xml = await storedCfdiBytes(contents, tenant, data);
  if (xml === undefined) throw new Error('a document without a stamp was to be sent');
  const files: MailFile[] = [
    { name: `${data.file_name}.xml`, type: 'application/xml', content: xml },
    { name: `${data.file_name}.pdf`, type: 'application/pdf', content: pdf.value },
  ];
  const { status } = 'retention' in data ? data.retention : data.invoice;
  if (status !== 'canceled' || data.receipt_key === null) return ok(files);
  const acuse = await contents.get(tenant, data.receipt_key);
  if (!acuse) return refuse('document_lost');
  const receipt = await print('receipt-pdf');
  if (!receipt.ok) return receipt;
  return ok([
    ...files,
    { name: `acuse-${data.file_name}.xml`, type: 'application/xml', content: acuse },
    { name: `acuse-${data.file_name}.pdf`, type: 'application/pdf', content: receipt.value },
  ]);
}

/** The file that goes with a receipt: its ticket. Refused where it can't be printed now. */
export async function receiptFiles(
  { renderer }: Pick<FileSources, 'renderer'>,
  tenant: Tenant,
  data: ReceiptMail['data'],
  organization: OrganizationDoc,
): Promise<Result<readonly MailFile[]>> {
  const pdf = await inTime(renderer, tenant, { ...data, organization, format: 'receipt-ticket' });
  return pdf.ok ? ok([{ name: `${data.file_name}.pdf`, type: 'application/pdf', content: pdf.value }]) : pdf;
}

/** A document printed, or refused (service_unavailable) where its turn does not come in time: the mail is tried again. */
async function inTime(renderer: DocumentRenderer, tenant: Tenant, data: RenderData): Promise<Result<Buffer>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<Buffer>>((resolve) => {
    timer = setTimeout(() => resolve(refuse('service_unavailable')), PRINT_MS);
  });
  const printed = renderer.render(tenant, data);
  try {
    return await Promise.race([printed, late]);
  } finally {
    clearTimeout(timer);
    // It may still fail when no caller waits for it any more.
    printed.catch(() => undefined);
  }
}
