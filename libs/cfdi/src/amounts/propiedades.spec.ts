import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ConceptoInput, ImpuestoInput } from '../input.js';
import { construir } from '../testing/construir.js';
import { comprobanteXml } from '../documento/xml.js';
import { comprobante, concepto } from '../testing/muestras.js';
import { num, verificar } from '../testing/verificador.js';
import { TooBig } from './arith.js';
import { bigints } from './bigints.js';
import { compute } from './compute.js';
import { doubles } from './doubles.js';

/** Any document of type I obeys the matrix, and prices that include their taxes lose no cent. */

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
const linea = (impuestosIncluidos: fc.Arbitrary<boolean>): fc.Arbitrary<ConceptoInput> =>
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

const monedas = fc.constantFrom(['MXN', 2], ['JPY', 0], ['KWD', 3], ['CLF', 4]) as fc.Arbitrary<
  [string, number]
>;
const build = (conceptos: readonly ConceptoInput[], [moneda, decimalesMoneda]: [string, number]) => {
  const c = construir(
    comprobante({ conceptos, moneda, decimalesMoneda, ...(moneda !== 'MXN' && { tipoCambio: '18.5' }) }),
  );
  return { c, xml: comprobanteXml(c, { noCertificado: '', certificado: '', sello: '' }) };
};

/** What the customer pays for lines with their taxes included, in 10^-24, and the same rounded half-up. */
function paid(conceptos: readonly ConceptoInput[], decimals: number): bigint {
  const exact = conceptos.reduce((sum, { precio, cantidad, descuento }) => {
    const [p, q] = [num(precio), num(cantidad)];
    return sum + (p * q) / 10n ** 24n - num(descuento);
  }, 0n);
  const unit = 10n ** BigInt(24 - decimals);
  return ((exact + unit / 2n) / unit) * unit;
}

describe('amounts of any document', () => {
  it('obey the error matrix', () => {
    fc.assert(
      fc.property(
        fc.array(linea(fc.boolean()), { minLength: 1, maxLength: 8 }),
        monedas,
        (conceptos, moneda) => {
          expect(verificar(build(conceptos, moneda).xml, moneda[1])).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('cost what was paid, to the cent, where taxes are included', () => {
    const enough = linea(fc.constant(true)).filter((line) => Number(line.precio) * Number(line.cantidad) > 1);
    fc.assert(
      fc.property(fc.array(enough, { minLength: 1, maxLength: 12 }), (conceptos) => {
        const { c } = build(conceptos, ['MXN', 2]);
        const withheld = num(c.totalImpuestosRetenidos) + num(c.impuestosLocales?.totalRetenciones);
        expect(num(c.total) + withheld).toBe(paid(conceptos, 2));
      }),
      { numRuns: 400 },
    );
  });

  it('are the same counted in doubles and in bigints', () => {
    fc.assert(
      fc.property(
        fc.array(linea(fc.boolean()), { minLength: 1, maxLength: 6 }),
        monedas,
        fc.constantFrom('', '000', '00000000'),
        (lines, [, decimalesMoneda], zeros) => {
          const conceptos = lines.map((line) => ({
            ...line,
            precio: line.precio.replace(/^\d+/, (whole) => whole + zeros),
          }));
          const exact = compute({ conceptos, decimalesMoneda }, bigints);
          try {
            expect(compute({ conceptos, decimalesMoneda }, doubles)).toEqual(exact);
          } catch (error) {
            if (!(error instanceof TooBig)) throw error;
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('the arithmetic of doubles', () => {
  const integer = fc.oneof(fc.maxSafeNat(), fc.nat(10_000_000));
  it('is that of bigints, or gives up', () => {
    fc.assert(
      fc.property(
        integer,
        integer,
        integer.filter((c) => c > 0),
        (a, b, c) => {
          const exact = bigints.mulDiv(BigInt(a), BigInt(b), BigInt(c));
          if (exact > Number.MAX_SAFE_INTEGER) expect(() => doubles.mulDiv(a, b, c)).toThrow(TooBig);
          else expect(BigInt(doubles.mulDiv(a, b, c))).toBe(exact);
          expect(BigInt(doubles.mulMod(a, b, c))).toBe((BigInt(a) * BigInt(b)) % BigInt(c));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('reads and writes the same text', () => {
    fc.assert(
      fc.property(integer, fc.constantFrom(0, 2, 3, 4), (a, decimals) => {
        expect(doubles.text(a, 6)).toBe(bigints.text(BigInt(a), 6));
        expect(doubles.shortText(a, decimals)).toBe(bigints.shortText(BigInt(a), decimals));
        expect(doubles.parse(doubles.text(a, 6))).toBe(a);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['', '.', '.5', '1.', '1e3', '+1.5', '-2', '1,5', ' 1', '1.2345675', '0.0000004'])(
    'parses "%s" as bigints do',
    (text) => {
      const exact = bigints.parse(text);
      expect(doubles.parse(text)).toBe(exact === undefined ? undefined : Number(exact));
    },
  );
});
