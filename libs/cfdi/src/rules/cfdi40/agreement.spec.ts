import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ConceptoInput } from '../../input.js';
import { buildComprobante } from '../../document/build.js';
import { comprobanteXml } from '../../document/xml.js';
import { readXml } from '../../reading/nodes.js';
import { comprobante, concepto } from '../../testing/samples.js';
import { verify } from '../../testing/verifier.js';
import type { Violation } from '../rule.js';
import { findCfdi40Defects } from './structure.js';
import { checkCfdi40 } from './index.js';

/**
 * Three readings of one matrix: what builds documents, the rules, and the independent checker. What is built breaks no
 * rule; where one digit of it is changed, rules and checker find the same fault.
 */
const seed = Number(process.env['FC_SEED'] ?? 40);

const money = fc
  .tuple(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 0, max: 99 }))
  .map(([units, cents]) => `${units}.${String(cents).padStart(2, '0')}`);
const cantidad = fc.constantFrom('1', '2', '3.5', '0.333', '12', '100', '7.123456');

const traslado = fc.constantFrom(
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.08', retencion: false },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0', retencion: false },
  { impuesto: 'IVA', tipoFactor: 'Exento', retencion: false },
  { impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.08', retencion: false },
  { impuesto: 'IEPS', tipoFactor: 'Cuota', tasa: '1.5', retencion: false },
);
const retencion = fc.constantFrom(
  { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.1', retencion: true },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.106667', retencion: true },
);
const line = fc
  .record({
    precio: money,
    cantidad,
    impuestosIncluidos: fc.boolean(),
    descuento: fc.option(fc.constantFrom('0.01', '0.50', '0.99'), { nil: undefined }),
    traslado,
    retencion: fc.option(retencion, { nil: undefined }),
  })
  .map(({ traslado, retencion, descuento, ...rest }) =>
    concepto({
      ...rest,
      ...(descuento !== undefined && { descuento }),
      impuestos: [traslado, ...(retencion ? [retencion] : [])] as never,
    }),
  );

const moneda = fc.constantFrom(
  ...([
    ['MXN', 2],
    ['USD', 2],
    ['KWD', 3],
    ['JPY', 0],
  ] as readonly (readonly [string, number])[]),
);
const document = fc.tuple(fc.array(line, { minLength: 1, maxLength: 8 }), moneda);

function built(conceptos: readonly ConceptoInput[], [code, decimalsMoneda]: readonly [string, number]) {
  const result = buildComprobante(
    comprobante({
      ...{ conceptos, moneda: code, decimalesMoneda: decimalsMoneda },
      ...(code !== 'MXN' && { tipoCambio: '18.5' }),
    }),
  );
  if (!result.ok) return undefined;
  const seals = { noCertificado: '3'.repeat(20), certificado: 'AAAA', sello: 'AAAA' };
  return comprobanteXml(result.value, seals);
}

function codes(xml: string): readonly string[] {
  const read = readXml(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  expect(findCfdi40Defects(read.value)).toEqual([]);
  const violations: Violation[] = [];
  checkCfdi40(read.value, { root: read.value }, violations);
  return [...new Set(violations.map(({ code }) => code))];
}

/** What the checker does not look at. */
const CATALOGUE_ATTRIBUTES = new Set(['CFDI40179', 'CFDI40185', 'CFDI40219']);

describe('the builder, the rules and the independent checker', () => {
  it('agree on every document that is built', () => {
    let count = 0;
    fc.assert(
      fc.property(document, ([conceptos, currency]) => {
        const xml = built(conceptos, currency);
        if (xml === undefined) return;
        count += 1;
        expect(codes(xml)).toEqual([]);
        expect(verify(xml, currency[1])).toEqual([]);
      }),
      { numRuns: 300, seed },
    );
    expect(count).toBeGreaterThan(200);
  });

  it('agree on whether a document with another digit somewhere is right', () => {
    let broken = 0;
    fc.assert(
      fc.property(document, fc.nat(), fc.integer({ min: 1, max: 9 }), ([conceptos, currency], at, add) => {
        const xml = built(conceptos, currency);
        if (xml === undefined) return;
        const amounts = [...xml.matchAll(AMOUNT)];
        const amount = amounts[at % amounts.length];
        if (amount === undefined) return;
        const [text = '', name = '', value = ''] = amount;
        const digit = (Number(value.at(-1)) + add) % 10;
        const changed = `${name}="${value.slice(0, -1)}${digit}"`;
        if (/="0(\.0+)?"$/.test(changed)) return;
        const other = xml.slice(0, amount.index) + changed + xml.slice(amount.index + text.length);
        const found = codes(other).filter((code) => !CATALOGUE_ATTRIBUTES.has(code));
        const expected = verify(other, currency[1]);
        broken += found.length > 0 ? 1 : 0;
        expect({ other, broken: found.length > 0 }).toEqual({ other, broken: expected.length > 0 });
        // Rules keep quiet about the consequences of what another one said, and say nothing that is not so; only a tax
        // without its row in the summary has a code that the checker does not give.
        const also = found
          .map((code) => (code === 'CFDI40216' ? 'CFDI40215' : code))
          .filter((code) => code !== 'CFDI40211' && code !== 'CFDI40221');
        expect(expected).toEqual(expect.arrayContaining(also));
      }),
      { numRuns: 600, seed },
    );
    expect(broken).toBeGreaterThan(300);
  });
});

const AMOUNT =
  /(SubTotal|Descuento|Total|Cantidad|ValorUnitario|Importe|Base|TasaOCuota|TotalImpuestos\w+)="([\d.]+)"/g;
