export { amountInWords } from './amount-in-words.js';
export { loadBrowserLibrary } from './chromium.js';
export type { Amount } from './format.js';
export type {
  AcusePdfModel,
  CatalogueName,
  InvoicePdfModel,
  LabelLookup,
  PdfAddress,
  PdfItem,
  PdfOptions,
  PdfOrganization,
  PdfParty,
  PdfTax,
} from './model.js';
export { defaultPdfOptions } from './options.js';
export { PdfError, type PdfErrorCode } from './pdf-error.js';
export { openPdfPrinter, type PdfPrinter, type PdfPrinterOptions } from './printer.js';
export type { PdfReceiptItem, PdfRefund, ReceiptPdfModel } from './receipt-model.js';
export type {
  PdfRetentionReceiver,
  PdfRetentionTotals,
  PdfWithheldTax,
  RetentionPdfModel,
} from './retention-model.js';
export {
  acuseHtml,
  invoiceHtml,
  printReceiptHtml,
  receiptHtml,
  retentionHtml,
  renderAcusePdf,
  renderInvoicePdf,
  type ReceiptPaper,
} from './render.js';
export { TICKET_COLUMNS, type TicketColumns } from './ticket/layout.js';
export { ticketEscPos, ticketText } from './ticket/ticket.js';
