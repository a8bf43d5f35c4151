import Handlebars from 'handlebars';
import { acuseBody } from './acuse-template.js';
import { acuseView } from './acuse-view.js';
import { headerPartial, invoiceBody, sealPartial } from './invoice-template.js';
import { invoiceView } from './invoice-view.js';
import { factsPartial, partPartial } from './parts-template.js';
import { receiptLetterBody, receiptLetterStyles } from './receipt-letter.js';
import type { ReceiptPdfModel } from './receipt-model.js';
import { receiptTicketPage, TICKET_MM } from './receipt-ticket.js';
import { receiptView } from './receipt-view.js';
import type { AcusePdfModel, InvoicePdfModel } from './model.js';
import type { RetentionPdfModel } from './retention-model.js';
import { retentionView } from './retention-view.js';
import type { PdfPrinter } from './printer.js';
import { styles } from './styles.js';

/*
 * Every value is escaped. Raw are only: the palette's six digits and the running text (escaped for CSS below), and
 * the custom section, which was rebuilt tag by tag.
 */
const handlebars = Handlebars.create();
handlebars.registerPartial({
  header: headerPartial,
  seal: sealPartial,
  part: partPartial,
  facts: factsPartial,
});

const page = (body: string, ownStyles = ''): HandlebarsTemplateDelegate =>
  handlebars.compile(
    `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>{{heading}}{{#if issuer.name}} · {{issuer.name}}{{/if}}</title><style>${styles}${ownStyles}</style></head>
<body{{#if isCompact}} class="compact"{{/if}}>
{{#if watermark}}<div class="watermark{{#if shortMark}} short{{/if}}" aria-hidden="true">{{#each watermark}}<div>{{this}}</div>{{/each}}</div>{{/if}}
${body}
</body></html>`,
    { strict: true },
  );

const invoicePage = page(invoiceBody);
const acusePage = page(acuseBody);
const letterPage = page(receiptLetterBody, receiptLetterStyles);
const ticketPage: HandlebarsTemplateDelegate = handlebars.compile(receiptTicketPage, { strict: true });

/** Text for a CSS string inside of a style element: everything but letters and digits as a CSS escape. */
const cssText = (text: string): string =>
  text.replace(
    /[^A-Za-z0-9]/gu,
    (char) => `\\${(char.codePointAt(0) ?? 0x20).toString(16).padStart(6, '0')}`,
  );

/** Each part cut by itself, so that none but its end is missing. */
const running = (...parts: (string | null | undefined)[]): { foot: string } => ({
  foot: cssText(
    parts
      .filter(Boolean)
      .map((part) => part?.slice(0, 64))
      .join(' · '),
  ),
});

/** The HTML document of an invoice, complete and without any reference to the outside. */
export function invoiceHtml(model: InvoicePdfModel): string {
  const view = invoiceView(model);
  return invoicePage({ ...view, running: running(view.heading, view.issuer.taxId, view.uuid) });
}

/** The HTML document of a retention. */
export function retentionHtml(model: RetentionPdfModel): string {
  const view = retentionView(model);
  return invoicePage({ ...view, running: running(view.heading, view.issuer.taxId, view.uuid) });
}

/** The HTML document of a cancellation receipt. */
export function acuseHtml(model: AcusePdfModel): string {
  const view = acuseView(model);
  return acusePage({ ...view, running: running(view.heading, view.issuer.taxId, model.uuid) });
}

/** Prints an invoice: Letter paper, as many pages as it needs. @throws PdfError */
export const renderInvoicePdf = (printer: PdfPrinter, model: InvoicePdfModel): Promise<Buffer> =>
  printer.print(invoiceHtml(model));

/** Prints a cancellation receipt. @throws PdfError */
export const renderAcusePdf = (printer: PdfPrinter, model: AcusePdfModel): Promise<Buffer> =>
  printer.print(acuseHtml(model));

/** What a receipt is printed on: the paper of a ticket printer, or Letter. */
export type ReceiptPaper = 'ticket' | 'letter';

/** The HTML document of a receipt. */
export function receiptHtml(model: ReceiptPdfModel, paper: ReceiptPaper): string {
  const view = receiptView(model);
  if (paper === 'ticket') return ticketPage(view);
  return letterPage({ ...view, running: running(view.heading, view.issuer.taxId) });
}

/** Prints the page of a receipt: a ticket is one page, as long as what is on it. @throws PdfError */
export const printReceiptHtml = (printer: PdfPrinter, html: string, paper: ReceiptPaper): Promise<Buffer> =>
  printer.print(html, paper === 'ticket' ? { rollMm: TICKET_MM } : {});
