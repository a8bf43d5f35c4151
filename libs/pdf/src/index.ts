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
export { acuseHtml, invoiceHtml, renderAcusePdf, renderInvoicePdf } from './render.js';
