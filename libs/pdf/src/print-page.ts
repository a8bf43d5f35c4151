import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { FontFile } from './fonts.js';
import { readRareFonts } from './rare-fonts.js';
import { reproducible } from './reproducible.js';

/* What runs inside of the page sees the DOM, which this project's types leave out. */
declare const document: {
  documentElement: { innerHTML: string };
  body: { getBoundingClientRect(): { height: number } };
  fonts: { add(face: unknown): void; delete(face: unknown): void };
  images: Iterable<{ decode(): Promise<void> }>;
};
declare const FontFace: new (
  family: string,
  source: Uint8Array,
  descriptors: { weight: string; unicodeRange: string },
) => { load(): Promise<unknown> };

/** Pages above this are not tagged: tags help screen readers, and multiply the size of a long document by 14. */
const LARGEST_TAGGED_HTML = 150_000;

const EMPTY =
  `<!doctype html><html lang="es"><head><meta http-equiv="Content-Security-Policy" ` +
  `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"></head><body></body></html>`;

/** A context without network or script: what is printed may carry anything that somebody typed. */
export async function openBlockedContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    serviceWorkers: 'block',
    acceptDownloads: false,
    locale: 'es-MX',
  });
  await context.route('**/*', (route) => route.abort());
  return context;
}

/** A page of a browser, and its line to that. */
export interface PrintPage {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/**
 * A page that prints one document after the other. The fonts stay in it, which makes a print three times as fast as
 * with fonts in every document.
 */
export async function openPrintPage(context: BrowserContext, fonts: readonly FontFile[]): Promise<PrintPage> {
  const page = await context.newPage();
  await page.setContent(EMPTY);
  await addFonts(page, fonts);
  return { page, devtools: await context.newCDPSession(page) };
}

/** Adds fonts to a page, each loaded before it counts as added. @returns what takes them out again */
async function addFonts(page: Page, fonts: readonly FontFile[]): Promise<() => Promise<void>> {
  const faces = await page.evaluateHandle(async (files) => {
    const added = files.map(({ family, weight, unicodeRange, data }) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const face = new FontFace(family, bytes, { weight, unicodeRange });
      document.fonts.add(face);
      return face;
    });
    await Promise.all(added.map((face) => face.load()));
    return added;
  }, fonts);
  return async () => {
    await faces.evaluate((added) => added.forEach((face) => document.fonts.delete(face)));
    await faces.dispose();
  };
}

/** A document brings its own. */
const NO_MARGINS = { marginTop: 0, marginBottom: 0, marginLeft: 0, marginRight: 0 };

/** On what a document is printed. */
export interface PrintPaper {
  /** Width of a roll in millimetres: the page is as long as what is on it. Without it, paper comes from its own @page rule. */
  readonly rollMm?: number;
}

/** PDF readers show no page longer than 200 inches: what is longer is cut into pages of about the same length. */
const LONGEST_MM = 4_800;
/** What rounding, and lines that stay together at the end of a page, may take. */
const SLACK_MM = 1;
const CUT_MM = 40;
const MM_PER_INCH = 25.4;
const PX_PER_MM = 96 / MM_PER_INCH;

/** Of a page, in inches. */
interface PaperSize {
  readonly paperWidth: number;
  readonly paperHeight: number;
}

/** Paper of a width that is as long as the document, which is laid out as it will be printed to measure it. */
async function rollPaper(page: Page, widthMm: number): Promise<PaperSize> {
  await page.emulateMedia({ media: 'print' });
  const px = await page.evaluate(() => document.body.getBoundingClientRect().height);
  await page.emulateMedia({ media: null });
  const mm = px / PX_PER_MM;
  const pages = Math.ceil(mm / LONGEST_MM);
  const height = pages <= 1 ? mm + SLACK_MM : mm / pages + CUT_MM;
  return { paperWidth: widthMm / MM_PER_INCH, paperHeight: height / MM_PER_INCH };
}

/** Runs in the page. */
async function fill(content: string): Promise<void> {
  document.documentElement.innerHTML = content;
  await Promise.allSettled(Array.from(document.images, (image) => image.decode()));
}

/** Fills the page, as `page.evaluate(fill, html)` would, without what the library keeps of each call. */
async function show(devtools: CDPSession, html: string): Promise<void> {
  const expression = `(${String(fill)})(${JSON.stringify(html)})`;
  const { exceptionDetails } = await devtools.send('Runtime.evaluate', { expression, awaitPromise: true });
  if (exceptionDetails) throw new Error(`The browser did not take the document: ${exceptionDetails.text}`);
}

/**
 * Prints a whole HTML document, the same bytes each time. Fonts that only this document needs leave the page with it.
 */
export async function printOn(
  { page, devtools }: PrintPage,
  html: string,
  { rollMm }: PrintPaper = {},
): Promise<Buffer> {
  const rare = await readRareFonts(html);
  const removeRare = rare.length === 0 ? undefined : await addFonts(page, rare);
  await show(devtools, html);
  // What `page.pdf()` asks for, with the answer in one piece: that reads it in many.
  const { data } = await devtools.send('Page.printToPDF', {
    printBackground: true,
    ...NO_MARGINS,
    ...(rollMm === undefined ? { preferCSSPageSize: true } : await rollPaper(page, rollMm)),
    generateTaggedPDF: html.length <= LARGEST_TAGGED_HTML,
  });
  await removeRare?.();
  return reproducible(Buffer.from(data, 'base64'));
}
