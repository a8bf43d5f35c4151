import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildComprobante, comprobanteXml, readXml } from '#cfdi';
import { comprobante, concepto } from '#cfdi/testing';
import { matrixProblem } from './matrix/index.js';
import { structureProblem } from './structure.js';

/** What the service builds, the sandbox's own arithmetic takes: two implementations of one matrix. */

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
const linea = fc
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

describe('the builder and the sandbox', () => {
  it('agree on every document', () => {
    let built = 0;
    fc.assert(
      fc.property(
        fc.array(linea, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(['MXN', 2], ['USD', 2], ['KWD', 3], ['JPY', 0]),
        (conceptos, [moneda, decimales]) => {
          const result = buildComprobante(
            comprobante({
              conceptos,
              moneda: String(moneda),
              decimalesMoneda: Number(decimales),
              ...(moneda !== 'MXN' && { tipoCambio: '18.5' }),
            }),
          );
          if (!result.ok) return;
          built += 1;
          const xml = comprobanteXml(result.value, {
            noCertificado: '3'.repeat(20),
            certificado: 'AAAA',
            sello: 'AAAA',
          });
          const read = readXml(xml);
          if (!read.ok) throw new Error(JSON.stringify(read.refusal));
          expect(structureProblem(read.value)).toBeUndefined();
          expect(matrixProblem(read.value)).toBeUndefined();
        },
      ),
      { numRuns: 400 },
    );
    expect(built).toBeGreaterThan(300);
  });
});
