import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, divRound, formatDecimal } from '#kernel';
import { buildPagos } from './build.js';
import type { ImpuestoPagadoInput } from './input.js';
import { prorate, type ProrationInput } from './prorate.js';
import { pagoComprobante, paidDocument, impuestoPagado, pago } from './testing/samples.js';

function partes(input: ProrationInput): readonly ImpuestoPagadoInput[] {
  const built = prorate(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal));
  return built.value;
}
const reject = (over: Partial<ProrationInput>): readonly string[] => {
  const built = prorate({
    total: '1160',
    pagadoAntes: '0',
    pago: '1',
    impuestos: [impuestoPagado()],
    ...over,
  });
  return built.ok ? [] : (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

const TASAS: readonly Omit<ImpuestoPagadoInput, 'base'>[] = [
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.08', retencion: false },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0', retencion: false },
  { impuesto: 'IVA', tipoFactor: 'Exento', retencion: false },
  { impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '1.6', retencion: false },
  { impuesto: 'IEPS', tipoFactor: 'Cuota', tasa: '6.4555', retencion: false },
  { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.0125', retencion: true },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.106667', retencion: true },
];

/** A tax of a document: a base with this many decimals, and an amount after rounding. */
const impuesto = (decimals: number): fc.Arbitrary<ImpuestoPagadoInput> =>
  fc
    .record({
      tasa: fc.constantFrom(...TASAS),
      base: fc.bigInt(1n, 10_000_000_000n),
      fina: fc.constantFrom(decimals, 6),
      error: fc.constantFrom(-1n, 0n, 0n, 0n, 1n),
      dado: fc.boolean(),
    })
    .map(({ tasa, base, fina, error, dado }) => {
      const scale = 10n ** BigInt(6 - fina);
      const text = formatDecimal(base * scale, { min: fina });
      if (tasa.tasa === undefined || !dado) return { ...tasa, base: text };
      const unidad = 10n ** BigInt(6 - decimals);
      const importe = divRound(base * scale * decimal(tasa.tasa), 1_000_000n * unidad) + error;
      return { ...tasa, base: text, importe: formatDecimal((importe < 0n ? 0n : importe) * unidad) };
    });

const document = fc.constantFrom(0, 2, 3, 4).chain((decimals) =>
  fc.record({
    decimales: fc.constant(decimals),
    impuestos: fc.array(impuesto(decimals), { minLength: 1, maxLength: 5 }),
    total: fc.integer({ min: 2, max: 100_000_000 }),
    cortes: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
  }),
);

describe('the taxes of a partial payment', () => {
  it('are those of the whole document when all of it is paid', () => {
    expect(partes({ total: '1160', pagadoAntes: '0', pago: '1160', impuestos: [impuestoPagado()] })).toEqual([
      {
        impuesto: 'IVA',
        tipoFactor: 'Tasa',
        tasa: '0.16',
        base: '1000.00',
        importe: '160.00',
        retencion: false,
      },
    ]);
  });

  it('are thirds of it that add up, when it is paid in thirds', () => {
    const thirds = (['0', '386.67', '773.33'] as const).map((pagadoBefore, i) =>
      partes({
        ...{ total: '1160', pagadoAntes: pagadoBefore, pago: ['386.67', '386.66', '386.67'][i] as string },
        impuestos: [impuestoPagado({ importe: '160' })],
      }),
    );
    expect(thirds.map(([one]) => [one?.base, one?.importe])).toEqual([
      ['333.34', '53.33'],
      ['333.32', '53.34'],
      ['333.34', '53.33'],
    ]);
  });

  it('lose no cent over any payments, and every payment obeys the matrix', () => {
    fc.assert(
      fc.property(document, ({ decimales, impuestos, total, cortes }) => {
        const text = (n: number): string => formatDecimal(BigInt(n), { scale: decimales, min: decimales });
        const dots = [...new Set([0, ...cortes.map((cut) => Math.round(cut * total)), total])].sort(
          (a, b) => a - b,
        );
        const sums = new Map<string, { base: bigint; importe: bigint }>();
        let small = 0n;
        for (const [i, until] of dots.slice(1).entries()) {
          const desde = dots[i] as number;
          const own = partes({
            ...{ total: text(total), pagadoAntes: text(desde), pago: text(until - desde) },
            ...{ impuestos, decimals: decimales },
          });
          expect(own.length).toBeGreaterThan(0);
          if (own.every(({ base }) => base === '0.000001')) small += 1n;
          for (const { base, importe = '0', ...which } of own) {
            const key = JSON.stringify(which);
            const before = sums.get(key) ?? { base: 0n, importe: 0n };
            sums.set(key, { base: before.base + decimal(base), importe: before.importe + decimal(importe) });
          }
          const pagos = [
            pago({
              ...{ moneda: MONEDA[decimales] as string, tipoCambio: decimales === 2 ? '1' : '18' },
              documentos: [
                paidDocument({
                  ...{ moneda: MONEDA[decimales] as string, importePagado: text(until - desde) },
                  ...{ saldoAnterior: text(total - desde), impuestos: own },
                }),
              ],
            }),
          ];
          expect(buildPagos(pagos, pagoComprobante([]), 'pagos')).toMatchObject({ ok: true });
        }
        const integers = new Map<string, { base: bigint; importe: bigint }>();
        for (const { base, importe, ...which } of impuestos) {
          const key = JSON.stringify(which);
          const before = integers.get(key) ?? { base: 0n, importe: 0n };
          integers.set(key, {
            base: before.base + decimal(base),
            importe: before.importe + decimal(importe ?? '0'),
          });
        }
        for (const [key, integer] of integers) {
          const sum = sums.get(key) ?? { base: 0n, importe: 0n };
          expect(sum.base - integer.base).toBeGreaterThanOrEqual(0n);
          expect(sum.base - integer.base).toBeLessThanOrEqual(small);
        }
      }),
      { numRuns: 400, seed: 6 },
    );
  });

  it('add up to the tax of the document, too, wherever that is its rate times its base', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom('0.16', '0.08', '0.106667', '0.0125', '1.6'),
        fc.constantFrom(-4n, -2n, 0n, 2n, 4n),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (centavos, tasa, milesimas, cuts) => {
          // The base was rounded from up to four thousandths more or less: the tax is that of what it was.
          const base = BigInt(centavos) * 10_000n;
          const importe = divRound((base + milesimas * 1000n) * decimal(tasa), 10n ** 10n) * 10_000n;
          const total = centavos * 2;
          const text = (n: number): string => formatDecimal(BigInt(n), { scale: 2 });
          const impuestos = [
            impuestoPagado({ tasa, base: formatDecimal(base), importe: formatDecimal(importe) }),
          ];
          const dots = [...new Set([0, ...cuts.map((cut) => Math.round(cut * total)), total])].sort(
            (a, b) => a - b,
          );
          let sum = 0n;
          for (const [i, until] of dots.slice(1).entries()) {
            const desde = dots[i] as number;
            const [one] = partes({
              ...{ total: text(total), pagadoAntes: text(desde), pago: text(until - desde), impuestos },
            });
            sum += decimal(one?.importe ?? '-1');
          }
          expect(sum).toBe(importe);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });

  it('have no amount of their own where that of the document is not its rate times its base', () => {
    const impuestos = [impuestoPagado({ importe: '159.5' })];
    const [one] = partes({ total: '1160', pagadoAntes: '0', pago: '1160', impuestos });
    expect(one).toEqual({ ...impuestoPagado(), base: '1000.00' });
  });

  it('leave out a tax of which no cent is paid, and keep the least of the largest', () => {
    const impuestos = [impuestoPagado({ base: '1' }), impuestoPagado({ base: '90', tasa: '0.08' })];
    const from = (importe: string) => partes({ total: '1000', pagadoAntes: '0', pago: importe, impuestos });
    expect(from('0.10').map(({ tasa, base }) => [tasa, base])).toEqual([['0.08', '0.01']]);
    expect(from('0.01').map(({ tasa, base, importe }) => [tasa, base, importe])).toEqual([
      ['0.08', '0.000001', '0.00'],
    ]);
    expect(partes({ total: '10', pagadoAntes: '0', pago: '1', impuestos: [] })).toEqual([]);
  });

  it.each<[Partial<ProrationInput>, string]>([
    [{ pago: '1160.01' }, 'pago amount_exceeds_related_document_balance'],
    [{ pagadoAntes: '1159.50' }, 'pago amount_exceeds_related_document_balance'],
    [{ pago: '0' }, 'pago too_small'],
    [{ pagadoAntes: '-1' }, 'pagadoAntes too_small'],
    [{ total: 'x' }, 'total invalid_format'],
    [{ impuestos: [impuestoPagado({ base: '0' })] }, 'impuestos[0].base invalid_format'],
    [{ impuestos: [impuestoPagado({ tasa: '-1' })] }, 'impuestos[0].tasa invalid_format'],
  ])('are not made of %j', (over, detail) => {
    expect(reject(over)).toEqual([detail]);
  });
});

const MONEDA: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'MXN', 3: 'KWD', 4: 'CLF' };
