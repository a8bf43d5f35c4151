import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildComprobante } from './documento/build.js';
import { comprobanteXml } from './documento/xml.js';
import { defectosDe } from './formas/revisar.js';
import { cfdi40 } from './formas/estandares/cfdi/cfdi-40.js';
import type { ComprobanteInput } from './input.js';
import { parseComprobante } from './lectura/comprobante.js';
import { revisar } from './reglas/index.js';
import { muestrario } from './testing/documentos.js';

/**
 * Any input gives a document that obeys the matrices, or a refusal that names fields: never an exception. Inputs are
 * good documents with something changed: texts anywhere, and anything at all where JSON comes in as it is.
 */

const muestras = muestrario().map(([, input]) => input);

const TEXTOS = [
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
const texto = fc.oneof(fc.constantFrom(...TEXTOS), fc.string({ unit: 'binary', maxLength: 60 }));
const cualquiera = fc.oneof(
  texto,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

type Ruta = readonly (string | number)[];

/** Every place of a value, deepest included. */
function lugares(valor: unknown, ruta: Ruta = []): Ruta[] {
  if (typeof valor !== 'object' || valor === null) return [ruta];
  return [ruta, ...Object.entries(valor).flatMap(([clave, uno]) => lugares(uno, [...ruta, clave]))];
}

function con(valor: unknown, [paso, ...resto]: Ruta, nuevo: unknown): unknown {
  if (paso === undefined) return nuevo;
  const copia = (Array.isArray(valor) ? [...(valor as unknown[])] : { ...(valor as object) }) as Record<
    string,
    unknown
  >;
  copia[paso] = con(copia[paso], resto, nuevo);
  return copia;
}

const en = (valor: unknown, ruta: Ruta): unknown =>
  ruta.reduce<unknown>((uno, paso) => (uno as Record<string, unknown>)[paso], valor);

/** Where the caller's JSON is taken as it is: data of complements. What is around it has been validated by its types. */
const esJson = (ruta: Ruta): boolean => ruta[0] === 'complementos' && ruta.length > 2;

/** A good input with one or two things changed. */
const alterado: fc.Arbitrary<ComprobanteInput> = fc
  .tuple(
    fc.constantFrom(...muestras),
    fc.array(fc.tuple(fc.nat(), cualquiera, texto), { minLength: 1, maxLength: 2 }),
  )
  .map(([input, cambios]) =>
    cambios.reduce<unknown>((antes, [n, valor, cadena]) => {
      const posibles = lugares(antes).filter((ruta) => esJson(ruta) || typeof en(antes, ruta) === 'string');
      const ruta = posibles[n % posibles.length] as Ruta;
      return con(antes, ruta, esJson(ruta) ? valor : cadena);
    }, input),
  ) as fc.Arbitrary<ComprobanteInput>;

describe('any input', () => {
  it('gives a document that breaks no rule, or a refusal with paths', () => {
    let built = 0;
    let refused = 0;
    fc.assert(
      fc.property(alterado, (input) => {
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
        expect(defectosDe(cfdi40.raiz, parsed.value.raiz)).toEqual([]);
        // Catalogues of the header and of lines, and who the parties are, is for the caller to check.
        const ajenas = /^CFDI40(104|113|120|12[1-8]|13[0-9]|14\d|15[0-9]|16[0-5]|17[059]|18[2-5]|19[0-5])$/;
        expect(revisar(parsed.value.raiz).filter(({ codigo }) => !ajenas.test(codigo))).toEqual([]);
      }),
      { numRuns: 1500, seed: 11 },
    );
    expect(Math.min(built, refused)).toBeGreaterThan(100);
  }, 120_000);
});
