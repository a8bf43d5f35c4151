import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './chromium.js';
import { readFonts } from './fonts.js';
import { fitsOneLine, longestEms } from './one-line.js';
import { openBlockedContext, openPrintPage } from './print-page.js';

/* What runs inside of the page sees the DOM, which this project's types leave out. */
interface Box {
  style: { cssText: string };
  textContent: string;
  getBoundingClientRect(): { width: number };
}
declare const document: { createElement(name: string): Box; body: { append(box: Box): void } };

const EM_PX = 100;
const latin = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).filter((char) =>
  /[\x21-\x7e\u00a0-\u00ff]/.test(char),
);

let browser: Browser;
beforeAll(async () => void (browser = await startBrowser({})));
afterAll(() => browser.close());

/** How wide the small print is, in ems, in the fonts that a page has. */
async function measure(texts: readonly string[]): Promise<number[]> {
  const { page } = await openPrintPage(await openBlockedContext(browser), await readFonts());
  const widths = await page.evaluate(
    ({ all, px }) => {
      const box = document.createElement('span');
      box.style.cssText = `font: 400 ${px}px Inter; font-feature-settings: 'tnum'; white-space: pre; position: absolute`;
      document.body.append(box);
      return all.map((text) => {
        box.textContent = text;
        return box.getBoundingClientRect().width;
      });
    },
    { all: texts, px: EM_PX },
  );
  return widths.map((width) => width / EM_PX);
}

describe('the bound of a text', () => {
  it('holds for each letter of Latin-1, and for each beside each', async () => {
    const texts = [...latin, ...latin.flatMap((one) => latin.map((other) => one + other))];
    const widths = await measure(texts);
    expect(widths.some((width) => width > 0.5)).toBe(true);
    expect(texts.filter((text, i) => (widths[i] ?? Infinity) > longestEms(text) + 1e-6)).toEqual([]);
  });

  it('knows nothing of other letters, nor of what breaks lines', () => {
    for (const text of ['汉字', 'Ǆ', '☕', 'a\nb', 'a\tb']) expect(fitsOneLine(text)).toBe(false);
  });

  it('lets through what almost every line has', () => {
    for (const text of [
      'Clave 60131324',
      'SKU AB-12345',
      '02 - Sí objeto de impuesto.',
      'IVA 16%: 123,456.78',
    ])
      expect([text, fitsOneLine(text)]).toEqual([text, true]);
    expect(fitsOneLine('SKU ' + 'W'.repeat(20))).toBe(false);
  });
});
