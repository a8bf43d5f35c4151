import fc from 'fast-check';
import { bigints } from '../amounts/bigints.js';
import { compute } from '../amounts/compute.js';
import type { ConceptoInput, ImpuestoInput } from '../input.js';
import { concepto } from './samples.js';

/** Any line that can be built, for property tests. */

const decimal = (max: number, decimals: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: 1, max: Math.min(max * 10 ** decimals, 2 ** 31 - 1) })
    .map((n) => String(n / 10 ** decimals))
    .filter((text) => !text.includes('e'));

const precio = fc.oneof(decimal(2_000, 2), decimal(20_000, 2), decimal(2_000, 6), decimal(20, 4));
const cantidad = fc.oneof(
  fc.constant('1'),
  fc.integer({ min: 1, max: 500 }).map(String),
  decimal(30, 3),
  decimal(2_000, 6),
);
const iepsMode = fc.constantFrom(
  'sum_before_taxes' as const,
  'break_down' as const,
  'unit' as const,
  'subtract_before_break_down' as const,
);
const iva: fc.Arbitrary<ImpuestoInput> = fc.oneof(
  fc.constantFrom('0.16', '0.08', '0').map((tasa) => ({
    ...({ impuesto: 'IVA', tipoFactor: 'Tasa', tasa, retencion: false } as const),
  })),
  fc.constant({ impuesto: 'IVA', tipoFactor: 'Exento', retencion: false } as const),
);
const ieps: fc.Arbitrary<ImpuestoInput> = fc.oneof(
  fc.record({ tasa: fc.constantFrom('0.03', '0.08', '0.265', '1.6'), iepsMode }).map((r) => ({
    ...({ impuesto: 'IEPS', tipoFactor: 'Tasa', retencion: false } as const),
    ...r,
  })),
  fc.record({ tasa: fc.constantFrom('0.0001', '0.01'), base: decimal(3, 2), iepsMode }).map((r) => ({
    ...({ impuesto: 'IEPS', tipoFactor: 'Cuota', retencion: false } as const),
    ...r,
  })),
);
const retencion: fc.Arbitrary<ImpuestoInput> = fc.constantFrom(
  { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.1', retencion: true } as const,
  { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.0125', retencion: true } as const,
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.106667', retencion: true } as const,
);
const impuestos = fc
  .tuple(iva, fc.option(ieps, { freq: 3 }), fc.array(retencion, { maxLength: 2 }), fc.boolean())
  .map(([first, second, rest, swap]) => {
    const two = second ? [first, second] : [first];
    return [...(swap ? two.reverse() : two), ...rest];
  });
const locales = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({
        nombre: fc.constantFrom('ISH', 'Cedular', '5 al millar'),
        tasa: fc.constantFrom('0.03', '0.035', '0.005'),
        retencion: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
  },
);
/** A line of any price, quantity, discount and taxes, local ones included. */
export const arbitraryLine = (impuestosIncluidos: fc.Arbitrary<boolean>): fc.Arbitrary<ConceptoInput> =>
  fc
    .record({
      ...{ precio, cantidad, impuestosIncluidos, impuestos, impuestosLocales: locales },
      off: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
    })
    .map(({ off, ...rest }) => {
      const bruto = Number(rest.precio) * Number(rest.cantidad);
      const descuento = off === 0 ? undefined : (Math.floor(bruto * off) / 100).toFixed(2);
      return concepto({
        ...rest,
        ...(descuento !== undefined && Number(descuento) <= bruto && { descuento }),
      });
    })
    // Fixed taxes may eat a small price whole: that is refused, and another story.
    .filter((line) => compute({ conceptos: [line], decimalesMoneda: 2 }, bigints).ok);
