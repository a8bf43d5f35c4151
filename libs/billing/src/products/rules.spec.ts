import { describe, expect, it } from '@jest/globals';
import { builtInKeys, productFields } from './rules.js';

const described = (description: string): string | undefined => {
  const fields = productFields({ description, product_key: '60131324', price: '1' }, builtInKeys);
  return fields.ok ? fields.value.description : undefined;
};

describe('the description of a product', () => {
  it('is the same for each letter of Latin-1, whether it is looked at or left as it is', () => {
    const wrong: string[] = [];
    for (let code = 0x20; code <= 0x17f; code += 1) {
      const char = String.fromCharCode(code);
      // A bar is refused, and a mark of its own may join what is before it.
      if (char === '|') continue;
      for (const text of [`a${char}b`, `${char}x ${char}`, `a ${char} b`, `e\u0301${char}`]) {
        const tidied = text
          .normalize('NFC')
          .replace(/[^\S\n]+/g, ' ')
          .trim();
        if (described(text) !== tidied) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['  Pieza   número  ', 'Pieza número'],
    ['Pieza\u00a0número', 'Pieza número'],
    ['Nu\u0301mero', 'Número'],
    ['a\nb', 'a\nb'],
  ])('%j is %j', (text, expected) => expect(described(text)).toBe(expected));
});
