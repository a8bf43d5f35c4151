import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildComprobante } from './document/build.js';
import { comprobanteXml } from './document/xml.js';
import { findDefects } from './schemas/check.js';
import { cfdi40 } from './schemas/standards/cfdi/cfdi-40.js';
import type { ComprobanteInput } from './input.js';
import { parseComprobante } from './reading/comprobante.js';
import { check } from './rules/index.js';
import { sampleInputs } from './testing/documents.js';

/**
 * Any input gives a document that obeys the matrices, or a refusal that names fields: never an exception. Inputs are
 * good documents with something changed: texts anywhere, and anything at all where JSON comes in as it is.
 */

const samples = sampleInputs().map(([, input]) => input);

const TEXTS = [
  ...['', ' ', '|', '&', '<', '"', "'", ']]>', '<!--', '&amp;', '\u0000', '\ud800', '\ufffe', '\u202e', '😀'],
  ...['-1', '0', '0.0000001', '1e400', '99999999999999999999', 'NaN', '1,000', '١', '0x10', '1.', '.5'],
  ...[
    '2026-02-30',
    '9999-99-99T99:99:99',
    'XAXX010101000',
    'XEXX010101000',
    'AAA010101AAA',
    'MXN',
    'XXX',
    '99',
  ],
  'x'.repeat(5000),
  'á\r\n\t  é',
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 60 }));
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

type JsonPath = readonly (string | number)[];

/** Every place of a value, deepest included. */
function placesOf(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => placesOf(one, [...path, key]))];
}

function withChanges(value: unknown, [step, ...rest]: JsonPath, newValue: unknown): unknown {
  if (step === undefined) return newValue;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[step] = withChanges(copy[step], rest, newValue);
  return copy;
}

const nodeAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((one, step) => (one as Record<string, unknown>)[step], value);

/** Where the caller's JSON is taken as it is: data of complements. What is around it has been validated by its types. */
const isJson = (path: JsonPath): boolean => path[0] === 'complementos' && path.length > 2;

/** A good input with one or two things changed. */
const altered: fc.Arbitrary<ComprobanteInput> = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), anything, text), { minLength: 1, maxLength: 2 }),
  )
  .map(([input, cambios]) =>
    cambios.reduce<unknown>((before, [n, value, cadena]) => {
      const possible = placesOf(before).filter(
        (path) => isJson(path) || typeof nodeAt(before, path) === 'string',
      );
      const path = possible[n % possible.length] as JsonPath;
      return withChanges(before, path, isJson(path) ? value : cadena);
    }, input),
  ) as fc.Arbitrary<ComprobanteInput>;

describe('any input', () => {
  it('gives a document that breaks no rule, or a refusal with paths', () => {
    let built = 0;
    let refused = 0;
    fc.assert(
      fc.property(altered, (input) => {
        const result = buildComprobante(input);
        if (!result.ok) {
          refused += 1;
          expect(result.refusal.code).toBe('invalid_request');
          expect(result.refusal.details?.length).toBeGreaterThan(0);
          for (const { path } of result.refusal.details ?? []) expect(path).toMatch(/^[a-zA-Z]/);
          return;
        }
        built += 1;
        const xml = comprobanteXml(result.value, {
          noCertificado: '3'.repeat(20),
          certificado: 'QUJD',
          sello: 'QUJD',
        });
        const parsed = parseComprobante(xml);
        if (!parsed.ok) throw new Error(`unreadable: ${xml.slice(0, 300)}`);
        expect(findDefects(cfdi40.root, parsed.value.root)).toEqual([]);
        // Catalogues of the header and of lines, and who the parties are, is for the caller to check.
        const foreign = /^CFDI40(104|113|120|12[1-8]|13[0-9]|14\d|15[0-9]|16[0-5]|17[059]|18[2-5]|19[0-5])$/;
        expect(check(parsed.value.root).filter(({ code }) => !foreign.test(code))).toEqual([]);
      }),
      { numRuns: 1500, seed: 11 },
    );
    expect(Math.min(built, refused)).toBeGreaterThan(100);
  }, 120_000);
});
