import { comprobanteInput } from '#billing';
import type { Comprobante, ComprobanteInput } from '#cfdi';
import type { InvoiceContent, InvoiceIssue } from '#contracts';
import { HandedOver } from '../document/built-documents.js';
import { takeComprobante } from './prepare.js';

/** What an invoice was issued with: the data of its InvoiceIssued. */
interface Issued {
  readonly content: InvoiceContent;
  readonly issue: InvoiceIssue;
}

/** How many lines of documents are kept, some 20 MB: each is used within milliseconds, or never. */
const MAX_LINES = 10_000;

const handedOver = new HandedOver<Comprobante>(MAX_LINES, ({ conceptos }) => conceptos.length + 1);

/** Hands the document that a decision has built to the consumer of its event, before anybody reacts to that. */
export function handOver(eventId: string, { content, issue }: Issued): void {
  const comprobante = takeComprobante(content);
  if (comprobante) handedOver.set(eventId, { ...comprobante, folio: String(issue.folio_number) });
}

/** The document of an InvoiceIssued, built, where it was handed over; otherwise what it is built from. */
export function documentOf(eventId: string, { content, issue }: Issued): Comprobante | ComprobanteInput {
  return handedOver.take(eventId) ?? comprobanteInput(content, issue.issuer, issue);
}
