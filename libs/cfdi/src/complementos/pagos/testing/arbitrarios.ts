import fc from 'fast-check';
import type { ComprobanteInput } from '../../../input.js';
import type { DoctoRelacionadoInput, ImpuestoPagadoInput, PagoInput } from '../input.js';
import { comprobanteDePago, documentoPagado, pago } from './muestras.js';

/** Any payments that can be built: several currencies, extreme equivalencias, many documents. */

const MONEDAS = { MXN: 2, USD: 2, EUR: 2, JPY: 0, CLP: 0, KWD: 3, CLF: 4 } as const;
type Moneda = keyof typeof MONEDAS;
const moneda = fc.constantFrom(...(Object.keys(MONEDAS) as Moneda[]));

/** An integer as decimal text with this many decimals. */
const decimal = (n: number, decimales: number): string => {
  const digitos = String(n).padStart(decimales + 1, '0');
  return decimales === 0 ? digitos : `${digitos.slice(0, -decimales)}.${digitos.slice(-decimales)}`;
};
const entre = (min: number, max: number, decimales: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((n) => decimal(n, decimales));

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
const impuesto = (decimales: number, max: number): fc.Arbitrary<ImpuestoPagadoInput> =>
  fc
    .tuple(
      fc.constantFrom(...([...IVA, ...IEPS, ...RETENIDOS] as Omit<ImpuestoPagadoInput, 'base'>[])),
      fc.oneof(entre(1, max, decimales), entre(1, max, 6)),
    )
    .map(([uno, base]) => ({ ...uno, base }));

/** An equivalencia, and the largest amount that goes with it: hundreds of them must stay below 18 digits in MXN. */
type Extremo = readonly [equivalencia: string | undefined, max: number];
const MAX = 10_000_000;
const con = (arbitraria: fc.Arbitrary<string | undefined>, max = MAX): fc.Arbitrary<Extremo> =>
  arbitraria.map((uno) => [uno, max] as const);
const MENOR = con(fc.constantFrom('0.0000000001', '0.0000000003'), 10_000);

function equivalencia(de: Moneda, a: Moneda): fc.Arbitrary<Extremo> {
  if (de === a) return con(fc.constantFrom(undefined, '1', '1.0'));
  if (de === 'MXN' && a === 'USD') return fc.oneof(con(entre(1_000, 10_000_000_000, 10)), MENOR);
  if (de === 'USD' && a === 'MXN')
    return con(fc.oneof(entre(1_000_000, 2_000_000_000, 6), entre(1, 9_999_999, 0)));
  return fc.oneof(
    con(entre(1_000, 2_000_000_000, 10)),
    con(entre(1, 2_000_000, 4)),
    con(fc.constantFrom('9999999.9999999999', '1', '20', '0.5')),
    MENOR,
  );
}

const documento = (monedaP: Moneda): fc.Arbitrary<DoctoRelacionadoInput> =>
  fc
    .oneof(fc.constant(monedaP), moneda)
    .chain((monedaDR) => fc.tuple(fc.constant(monedaDR), equivalencia(monedaP, monedaDR)))
    .chain(([monedaDR, [dada, max]]) => {
      const decimales = MONEDAS[monedaDR];
      return fc
        .record({
          pagado: fc.integer({ min: 1, max }),
          resto: fc.oneof(fc.constant(0), fc.integer({ min: 0, max })),
          impuestos: fc.array(impuesto(decimales, max), { maxLength: 4 }),
          numParcialidad: fc.integer({ min: 1, max: 999 }),
        })
        .map(({ pagado, resto, impuestos, numParcialidad }) =>
          documentoPagado({
            ...{
              moneda: monedaDR,
              numParcialidad,
              impuestos,
              ...(dada !== undefined && { equivalencia: dada }),
            },
            ...{
              saldoAnterior: decimal(pagado + resto, decimales),
              importePagado: decimal(pagado, decimales),
            },
          }),
        );
    });

export const pagoArbitrario = (maxDocumentos: number): fc.Arbitrary<PagoInput> =>
  moneda.chain((monedaP) =>
    fc
      .record({
        documentos: fc.array(documento(monedaP), { minLength: 1, maxLength: maxDocumentos }),
        formaPago: fc.constantFrom('01', '02', '03', '17', '30'),
        tipoCambio: entre(1, 25_000_000, 6),
      })
      .map(({ tipoCambio, ...resto }) =>
        pago({ ...resto, moneda: monedaP, ...(monedaP !== 'MXN' && { tipoCambio }) }),
      ),
  );

export const pagosArbitrarios = (maxDocumentos = 5): fc.Arbitrary<ComprobanteInput> =>
  fc.array(pagoArbitrario(maxDocumentos), { minLength: 1, maxLength: 3 }).map(comprobanteDePago);
