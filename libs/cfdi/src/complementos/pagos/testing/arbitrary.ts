import fc from 'fast-check';
import type { ComprobanteInput } from '../../../input.js';
import type { DoctoRelacionadoInput, ImpuestoPagadoInput, PagoInput } from '../input.js';
import { pagoComprobante, paidDocument, pago } from './samples.js';

/** Any payments that can be built: several currencies, extreme equivalencias, many documents. */

const MONEDAS = { MXN: 2, USD: 2, EUR: 2, JPY: 0, CLP: 0, KWD: 3, CLF: 4 } as const;
type Moneda = keyof typeof MONEDAS;
const moneda = fc.constantFrom(...(Object.keys(MONEDAS) as Moneda[]));

/** An integer as decimal text with this many decimals. */
const decimal = (n: number, decimals: number): string => {
  const digits = String(n).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
const entre = (min: number, max: number, decimals: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((n) => decimal(n, decimals));

const IVA = [
  ...['0.16', '0.08', '0'].map((tasa) => ({ impuesto: 'IVA', tipoFactor: 'Tasa', tasa, retencion: false })),
  { impuesto: 'IVA', tipoFactor: 'Exento', retencion: false },
];
const IEPS = [
  ...['0.03', '0.265', '1.6'].map((tasa) => ({
    impuesto: 'IEPS',
    tipoFactor: 'Tasa',
    tasa,
    retencion: false,
  })),
  { impuesto: 'IEPS', tipoFactor: 'Cuota', tasa: '6.4555', retencion: false },
];
const RETENIDOS = [
  { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.0125', retencion: true },
  { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.1', retencion: true },
  { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.106667', retencion: true },
  { impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.3', retencion: true },
];
const impuesto = (decimals: number, max: number): fc.Arbitrary<ImpuestoPagadoInput> =>
  fc
    .tuple(
      fc.constantFrom(...([...IVA, ...IEPS, ...RETENIDOS] as Omit<ImpuestoPagadoInput, 'base'>[])),
      fc.oneof(entre(1, max, decimals), entre(1, max, 6)),
    )
    .map(([one, base]) => ({ ...one, base }));

/** An equivalencia, and the largest amount that goes with it: hundreds of them must stay below 18 digits in MXN. */
type EquivalenciaLimit = readonly [equivalencia: string | undefined, max: number];
const MAX = 10_000_000;
const withChanges = (
  arbitrary: fc.Arbitrary<string | undefined>,
  max = MAX,
): fc.Arbitrary<EquivalenciaLimit> => arbitrary.map((one) => [one, max] as const);
const SMALLEST = withChanges(fc.constantFrom('0.0000000001', '0.0000000003'), 10_000);

function equivalenciaOf(from: Moneda, a: Moneda): fc.Arbitrary<EquivalenciaLimit> {
  if (from === a) return withChanges(fc.constantFrom(undefined, '1', '1.0'));
  if (from === 'MXN' && a === 'USD') return fc.oneof(withChanges(entre(1_000, 10_000_000_000, 10)), SMALLEST);
  if (from === 'USD' && a === 'MXN')
    return withChanges(fc.oneof(entre(1_000_000, 2_000_000_000, 6), entre(1, 9_999_999, 0)));
  return fc.oneof(
    withChanges(entre(1_000, 2_000_000_000, 10)),
    withChanges(entre(1, 2_000_000, 4)),
    withChanges(fc.constantFrom('9999999.9999999999', '1', '20', '0.5')),
    SMALLEST,
  );
}

const documentWith = (monedaP: Moneda): fc.Arbitrary<DoctoRelacionadoInput> =>
  fc
    .oneof(fc.constant(monedaP), moneda)
    .chain((monedaDR) => fc.tuple(fc.constant(monedaDR), equivalenciaOf(monedaP, monedaDR)))
    .chain(([monedaDR, [given, max]]) => {
      const decimals = MONEDAS[monedaDR];
      return fc
        .record({
          pagado: fc.integer({ min: 1, max }),
          resto: fc.oneof(fc.constant(0), fc.integer({ min: 0, max })),
          impuestos: fc.array(impuesto(decimals, max), { maxLength: 4 }),
          numParcialidad: fc.integer({ min: 1, max: 999 }),
        })
        .map(({ pagado, resto, impuestos, numParcialidad }) =>
          paidDocument({
            ...{
              moneda: monedaDR,
              numParcialidad,
              impuestos,
              ...(given !== undefined && { equivalencia: given }),
            },
            ...{
              saldoAnterior: decimal(pagado + resto, decimals),
              importePagado: decimal(pagado, decimals),
            },
          }),
        );
    });

export const arbitraryPago = (maxDocuments: number): fc.Arbitrary<PagoInput> =>
  moneda.chain((monedaP) =>
    fc
      .record({
        documentos: fc.array(documentWith(monedaP), { minLength: 1, maxLength: maxDocuments }),
        formaPago: fc.constantFrom('01', '02', '03', '17', '30'),
        tipoCambio: entre(1, 25_000_000, 6),
      })
      .map(({ tipoCambio, ...rest }) =>
        pago({ ...rest, moneda: monedaP, ...(monedaP !== 'MXN' && { tipoCambio }) }),
      ),
  );

export const arbitraryPagos = (maxDocuments = 5): fc.Arbitrary<ComprobanteInput> =>
  fc.array(arbitraryPago(maxDocuments), { minLength: 1, maxLength: 3 }).map(pagoComprobante);
