import type { RenderData } from '#contracts';
import { openCatalogueFolder } from '#sat/large/directory';
import { withNewerPlaces } from '#sat';
import { invoiceHtml, receiptHtml, retentionHtml, ticketEscPos, ticketText, type LabelLookup } from '#pdf';
import { catalogueLabels, retentionLabels } from './labels.js';
import { toStampedModel, toUnstampedModel } from './models.js';
import { paperOf, toReceiptModel } from './receipts.js';
import { toStampedRetentionModel, toUnstampedRetentionModel } from './retentions.js';

/** What is printed as a page, and what as lines of text. */
export type PageData = Exclude<RenderData, { readonly columns: number }>;
export type TicketData = Extract<RenderData, { readonly columns: number }>;

/** An invoice, a retention or a receipt that is to be printed; `xml` is that of a stamped one. */
export interface DocumentToPrint {
  readonly data: PageData;
  readonly xml: string | undefined;
  readonly cataloguesDir: string;
  readonly logo: Uint8Array | null;
}

/** A receipt that is to be laid out in columns. */
export interface TicketToMake {
  readonly data: TicketData;
  readonly cataloguesDir: string;
}

const lookups = new Map<string, LabelLookup>();

/** Opens the catalogues of a folder once for each thread; a damaged one has ended the start of the process. */
function labelsOf(cataloguesDir: string): LabelLookup {
  const known = lookups.get(cataloguesDir);
  if (known) return known;
  const { catalogues, useSmall } = openCatalogueFolder(cataloguesDir);
  useSmall();
  const opened = catalogueLabels(withNewerPlaces(catalogues));
  lookups.set(cataloguesDir, opened);
  return opened;
}

/** The page that is printed, in a thread. */
export const makeHtml = ({ data, xml, cataloguesDir, logo }: DocumentToPrint): string =>
  htmlOf(data, xml, labelsOf(cataloguesDir), logo);

/** The page that is printed: of a stamped document from its XML, of another, or a receipt, from what its caller wrote. */
export function htmlOf(
  data: DocumentToPrint['data'],
  xml: string | undefined,
  label: LabelLookup,
  logo: Uint8Array | null,
): string {
  if ('receipt' in data) return receiptHtml(toReceiptModel(data, label, logo), paperOf(data.format));
  if ('unstamped' in data) return invoiceHtml(toUnstampedModel(data, label, logo));
  if ('unstamped_retention' in data)
    return retentionHtml(toUnstampedRetentionModel(data, retentionLabels(label), logo));
  if (xml === undefined) throw new Error('a stamped document is printed from its XML');
  if ('retention' in data)
    return retentionHtml(toStampedRetentionModel(data, xml, retentionLabels(label), logo));
  return invoiceHtml(toStampedModel(data, xml, label, logo));
}

/** The ticket of a large receipt, in a thread. */
export const makeTicket = ({ data, cataloguesDir }: TicketToMake): Uint8Array =>
  ticketOf(data, labelsOf(cataloguesDir));

/** A receipt in columns: as text in UTF-8, or as the commands of a ticket printer. */
export function ticketOf(data: TicketData, label: LabelLookup): Uint8Array {
  const model = toReceiptModel(data, label);
  return data.format === 'receipt-escpos'
    ? ticketEscPos(model, data.columns)
    : Buffer.from(ticketText(model, data.columns));
}
