import { describe, expect, it } from '@jest/globals';
import { rareFamilies, readRareFonts } from './rare-fonts.js';
import { invoiceHtml } from './render.js';
import { sampleInvoice } from './testing/sample-model.js';

/** The families whose files a text needs, each once. */
const familiesFor = async (text: string): Promise<string[]> => [
  ...new Set((await readRareFonts(text)).map(({ family }) => family)),
];

describe('fonts for rare characters', () => {
  it('are none for an ordinary invoice, and for what people type in Spanish', async () => {
    expect(await readRareFonts(invoiceHtml(sampleInvoice()))).toEqual([]);
    expect(await readRareFonts('Ñandú € “así” ‘¿qué?’ — • … ™ 5′ 3″ ½ ° §')).toEqual([]);
  });

  it.each([
    ['Привет № 5', ['Inter']],
    ['αβγ Ω', ['Inter']],
    // An accent by itself, as some keyboards write it.
    ['cafe\u0301', ['Inter']],
    ['Café ☕ 🥐 👩‍👩‍👧 🇲🇽 ❤️', ['Noto Emoji']],
    ['汉字 繁體', ['Noto Sans SC']],
    ['日本語の説明', ['Noto Sans JP']],
    ['한국어', ['Noto Sans KR']],
    ['وصف المنتج بالعربية', ['Noto Sans Arabic']],
    ['हिन्दी विवरण', ['Noto Sans Devanagari']],
    ['עברית', ['Noto Sans Hebrew']],
    ['ภาษาไทย', ['Noto Sans Thai']],
    ['✓ ★ ≥ ქართული ‰', ['Unifont']],
    ['日本語 한국어 ☕ ✓', ['Noto Emoji', 'Noto Sans SC', 'Noto Sans KR', 'Unifont']],
  ])('of %s are %p', async (text, families) => {
    expect(await familiesFor(text)).toEqual(families);
  });

  it('are only the subsets that have the characters, whatever is typed', async () => {
    const size = (await readRareFonts('汉字')).reduce((sum, { data }) => sum + data.length, 0);
    expect(size).toBeLessThan(300_000);
    expect(await readRareFonts('\ud800 \u{10fffd}')).toHaveLength(1);
  });

  it('stand in the style sheet in the order in which they are looked through', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(invoiceHtml(sampleInvoice()))?.[1] ?? '';
    expect(style).toContain(`${rareFamilies}, sans-serif`);
  });
});
