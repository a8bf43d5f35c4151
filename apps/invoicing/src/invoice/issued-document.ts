import { LRUCache } from 'lru-cache';
import { comprobanteInput } from '#billing';
import type { Comprobante, ComprobanteInput } from '#cfdi';
import type { InvoiceContent, InvoiceIssue } from '#contracts';
import { takeComprobante } from './prepare.js';

/** What an invoice was issued with: the data of its InvoiceIssued. */
interface Issued {
  readonly content: InvoiceContent;
  readonly issue: InvoiceIssue;
}

/** How many lines of documents are kept, some 20 MB: each is used within milliseconds, or never. */
const MAX_LINES = 10_000;

/**
 * Documents of invoices that this process has issued, by the id of their InvoiceIssued, on their way to the process
 * manager. An event's id is made of all that stands in it, so a document can't be taken for another's
 * (docs/adr/0026-built-once.md).
 */
const handedOver = new LRUCache<string, Comprobante>({
  max: 1_000,
  maxSize: MAX_LINES,
  sizeCalculation: ({ conceptos }) => conceptos.length + 1,
});

/** Hands the document that a decision has built to the consumer of its event, once the event is stored. */
export function handOver(eventId: string, { content, issue }: Issued): void {
  const comprobante = takeComprobante(content);
  if (comprobante) handedOver.set(eventId, { ...comprobante, folio: String(issue.folio_number) });
}

/** The document of an InvoiceIssued, built, where it was handed over; otherwise what it is built from. */
export function documentOf(eventId: string, { content, issue }: Issued): Comprobante | ComprobanteInput {
  const built = handedOver.get(eventId);
  handedOver.delete(eventId);
  return built ?? comprobanteInput(content, issue.issuer, issue);
}
