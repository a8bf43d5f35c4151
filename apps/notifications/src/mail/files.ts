import { refuse, type Result, ok } from '#kernel';
import type { Command, InvoiceMail, OrganizationDoc, Rendered, RenderData } from '#contracts';
import { storedCfdi, type Runtime } from '#platform';
import type { MailFile } from './compose.js';

const PRINT_MS = 60_000;

/**
 * The files that go with an invoice: XML and PDF, and the receipt of its cancellation in both forms where there
 * is one. Refused where they can't be printed now.
 */
export async function invoiceFiles(
  runtime: Runtime,
  command: Command,
  data: InvoiceMail['data'],
  organization: OrganizationDoc,
): Promise<Result<readonly MailFile[]>> {
  const { contents } = runtime;
  const { tenant } = command;
  const xml = await storedCfdi(contents, tenant, data);
  if (xml === undefined) throw new Error('an invoice without a stamp was to be sent');
  const pdf = await print(runtime, command, { ...data, organization, format: 'pdf' });
  if (!pdf.ok) return pdf;
  const files: MailFile[] = [
    { name: `${data.file_name}.xml`, type: 'application/xml', content: Buffer.from(xml) },
    { name: `${data.file_name}.pdf`, type: 'application/pdf', content: pdf.value },
  ];
  if (data.invoice['status'] !== 'canceled' || data.receipt_key === null) return ok(files);
  const acuse = await contents.get(tenant, data.receipt_key);
  if (!acuse) throw new Error(`the receipt ${data.receipt_key} is missing`);
  const receipt = await print(runtime, command, { ...data, organization, format: 'receipt-pdf' });
  if (!receipt.ok) return receipt;
  return ok([
    ...files,
    { name: `acuse-${data.file_name}.xml`, type: 'application/xml', content: acuse },
    { name: `acuse-${data.file_name}.pdf`, type: 'application/pdf', content: receipt.value },
  ]);
}

/** Has a document printed by the service that does. */
async function print(
  { bus, contents }: Runtime,
  command: Command,
  data: RenderData,
): Promise<Result<Buffer>> {
  const id = `${command.id}/${data.format}`;
  const outcome = await bus.send(
    // A line of its own: the mail's own command, which waits for it, holds that of the mail.
    { ...command, id, type: 'notifications.render', key: id, data },
    { timeoutMs: PRINT_MS },
  );
  if (!outcome.ok) return outcome;
  const { content_key } = outcome.value.data as Rendered;
  const file = await contents.take(command.tenant, content_key);
  return file ? ok(file) : refuse('service_unavailable');
}
