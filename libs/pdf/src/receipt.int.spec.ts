import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdfPrinter, printReceiptHtml, receiptHtml, type ReceiptPaper } from './index.js';
import type { ReceiptPdfModel } from './receipt-model.js';
import { sampleLines, sampleReceipt } from './testing/sample-receipt.js';
import { hasPoppler, pageCount, poppler } from './testing/tools.js';

const cacheDir = mkdtempSync(join(tmpdir(), 'timbra-receipts-'));
const printer = openPdfPrinter({ cacheDir });
afterAll(async () => {
  await printer.close();
  rmSync(cacheDir, { recursive: true });
});

const print = (paper: ReceiptPaper, over: Partial<ReceiptPdfModel> = {}): Promise<Buffer> =>
  printReceiptHtml(printer, receiptHtml(sampleReceipt(over), paper), paper);

/** Width and height of the first page, in millimetres. */
function sizeOf(pdf: Buffer): [width: number, height: number] {
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
  return [box[1], box[2]].map((points) => (Number(points) / 72) * 25.4) as [number, number];
}

describe('a receipt as a ticket', () => {
  it('is 80 mm wide, and one page as long as what is on it', async () => {
    const short = await print('ticket');
    const long = await print('ticket', { items: sampleLines(60) });
    const heights = [short, long].map((pdf) => {
      const [width, height] = sizeOf(pdf);
      expect([pageCount(pdf), Math.round(width)]).toEqual([1, 80]);
      return height;
    });
    expect(heights[0]).toBeGreaterThan(120);
    expect(heights[0]).toBeLessThan(220);
    expect(heights[1]).toBeGreaterThan(450);
  });

  it('longer than a PDF may be is cut into pages, and nothing of it is lost', async () => {
    const pdf = await print('ticket', { items: sampleLines(500) });
    expect(pageCount(pdf)).toBe(2);
    expect(sizeOf(pdf)[1]).toBeLessThan(5_080);
    if (!hasPoppler()) return;
    const text = poppler('pdftotext', pdf);
    expect(text).toContain('Artículo número 500 de la compra');
    expect(text).toContain('Facture su compra');
  });

  it('comes out the same each time, whatever was printed in between', async () => {
    const first = await print('ticket');
    await print('letter', { items: sampleLines(30) });
    expect((await print('ticket')).equals(first)).toBe(true);
  });
});

describe('a receipt on Letter paper', () => {
  it('has as many pages as it needs', async () => {
    const pdf = await print('letter', { items: sampleLines(60) });
    const [width, height] = sizeOf(pdf);
    expect([Math.round(width), Math.round(height)]).toEqual([216, 279]);
    expect(pageCount(pdf)).toBeGreaterThan(2);
    expect((await print('letter', { items: sampleLines(60) })).equals(pdf)).toBe(true);
  });
});
