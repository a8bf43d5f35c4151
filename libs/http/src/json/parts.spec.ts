import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish, parseInSteps, parseJson, parseJsonInTurns } from './json.js';

/** Reads a text in parts of a few bytes, as bodies of megabytes are read. */
const inParts = (text: string, partBytes: number) => finish(parseInSteps(Buffer.from(text), partBytes));
const inOne = (text: string) => finish(parseInSteps(Buffer.from(text), Infinity));

/** Values as requests have them: short names, so that they repeat in different objects. */
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc.oneof(
    fc.constantFrom(1, -0.5, true, null, '', 'ñ "\\,:{}[]', '__proto_'),
    fc.string(),
    fc.integer(),
  ),
  list: fc.array(tie('any'), { maxLength: 6 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'cc', 'ñ', '"', 'items', ','), tie('any'), { maxKeys: 5 }),
})).any;
const indents = fc.constantFrom(undefined, 1, '\t', '   ');

describe('a body in parts', () => {
  it('is the value that JSON.parse gives', () => {
    fc.assert(
      fc.property(value, indents, fc.nat(30), (one, indent, partBytes) => {
        const text = JSON.stringify(one, undefined, indent);
        expect(inParts(` ${text}\n`, partBytes)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused where JSON.parse throws, and nowhere else', () => {
    const characters = fc.constantFrom(
      '',
      ',',
      '{',
      '}',
      '[',
      ']',
      ':',
      '"',
      '\\',
      ' ',
      '1',
      'x',
      '[]',
      '{},',
      'null',
    );
    fc.assert(
      fc.property(
        value,
        fc.nat(),
        fc.nat(2),
        characters,
        fc.nat(20),
        (one, place, cut, insert, partBytes) => {
          const text = JSON.stringify(one);
          const at = place % (text.length + 1);
          const changed = text.slice(0, at) + insert + text.slice(at + cut);
          expect(inParts(changed, partBytes)).toEqual(inOne(changed));
        },
      ),
      { numRuns: 4_000 },
    );
  });

  it.each([
    ['{"a":1,"b":2,"a":3}', 'a'],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"a":[1,2,{"b":{"c":1,"d":[],"c":[1,2,3,4,5,6,7]}}]}', 'a[2].b.c'],
    ['[[1],[2],[3],{"x":[{"y":1,"\\u0079":1}]}]', '[3].x[0].y'],
    ['{"__proto_":1,"\\u005f_proto_":2}', '__proto_'],
    ['{"a":{"b":[1,2,3,4,5,6,7,8]},"c":1,"a":{"b":[1,2,3,4,5,6,7,8]}}', 'a'],
  ])('names what is there twice: %s', (text, path) => {
    for (const partBytes of [0, 1, 5, 10, 20, Infinity])
      expect(inParts(text, partBytes)).toMatchObject({
        ok: false,
        refusal: { code: 'invalid_json', path, details: [{ path, code: 'invalid_value' }] },
      });
  });

  it.each([
    ['{"a":[1,2,{"b":{"c":12345678901234.56789}}]}', 'a[2].b.c'],
    ['{"a":[1,2,3,4,5,6,"\\ud800"]}', 'a[6]'],
    ['[{"x":[1,2,3]},{"x":[1,2,{"__proto__":1}]}]', '[1].x[2].__proto__'],
  ])('names what is wrong at any depth: %s', (text, path) => {
    for (const partBytes of [0, 1, 5, 10, 20, Infinity])
      expect(inParts(text, partBytes)).toMatchObject({ ok: false, refusal: { details: [{ path }] } });
  });
});

describe('a body that costs much', () => {
  const refusalOf = (text: string) => {
    const result = parseJson(Buffer.from(text));
    return result.ok ? undefined : result.refusal;
  };
  const MB = 1024 * 1024;

  it.each([
    ['levels', '['.repeat(19 * MB), /niveles/],
    ['values', `[${'0,'.repeat(1_500_000)}0]`, /valores/],
    ['objects', `[${'{},'.repeat(700_000)}{}]`, /valores/],
    ['a text', `{"a":"${'x'.repeat(5 * MB)}"}`, /4 MB/],
    ['a number', `{"a":${'1'.repeat(5 * MB)}}`, /4 MB/],
  ])('is refused before it is parsed: %s', (_, text, message) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ code: 'invalid_value' }] });
    // Parsed, it would be valid, or broken: its size is what is refused.
    expect(JSON.stringify(refusal)).toMatch(message);
  });

  it('is read whatever it escapes: nine million escapes and an inexact number', () => {
    const text = `{"a":["${'\\n'.repeat(1_500_000)}","${'\\n'.repeat(1_500_000)}"],"b":12345678901234.56789}`;
    expect(refusalOf(text)).toMatchObject({ path: 'b' });
    const texts = Array.from({ length: 6 }, () => `"${'\\"'.repeat(1_500_000)}"`);
    expect(refusalOf(`[${texts.join(',')},12345678901234.56789]`)).toMatchObject({ path: '[6]' });
  });

  it('lets others have their turn meanwhile', async () => {
    const items = Array.from({ length: 40_000 }, (_, i) => ({
      description: `Servicio ${i}`,
      price: i,
      tags: ['a', 'b'],
    }));
    const text = JSON.stringify({ items });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    try {
      expect(await parseJsonInTurns(Buffer.from(text))).toEqual({ ok: true, value: { items } });
    } finally {
      clearInterval(timer);
    }
    expect(turns).toBeGreaterThan(1);
  });
});
