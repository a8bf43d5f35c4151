import fc from 'fast-check';
import { decimal, formatDecimal, mulDiv, roundMicros } from '#kernel';
import type { ComprobanteInput } from '../../../input.js';
import { exportacion, exported, isExtranjero, PARIS, QUERETARO, TABACO, TEXAS } from './samples.js';

/** Any valid invoice with Comercio Exterior. */

const cambios = { MXN: '1', USD: '17.1995', EUR: '20.1234' } as const;
const destinos = [
  { receptor: isExtranjero('USA', '123456789'), domicilio: TEXAS, europeo: false },
  { receptor: isExtranjero('FRA', 'FR12345678901'), domicilio: PARIS, europeo: true },
  {
    receptor: {
      ...{ rfc: 'URE180429TM6', nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', domicilioFiscal: '86991' },
      ...{ regimenFiscal: '601', usoCfdi: 'G01' },
    },
    domicilio: QUERETARO,
    europeo: false,
  },
];

/** Text that an attribute may have: no "|", no control characters, something to read. */
const text = (max: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((given) => `x${given.replace(/[|\p{C}]/gu, '&')}`.slice(0, max));

/** A line's quantity in thousandths, its price in cents. */
const line = fc.record({
  cantidad: fc.integer({ min: 1000, max: 900_000 }),
  precio: fc.integer({ min: 50_000, max: 9_999_999 }),
  marca: fc.option(text(35), { nil: undefined }),
  fraccion: fc.boolean(),
});

export const arbitraryExportacion: fc.Arbitrary<ComprobanteInput> = fc
  .record({
    lineas: fc.array(line, { minLength: 1, maxLength: 5 }),
    moneda: fc.constantFrom('MXN', 'USD', 'EUR'),
    destino: fc.constantFrom(...destinos),
    certificado: fc.option(
      text(34).map((given) => `CERT-${given}`),
      { nil: undefined },
    ),
    incoterm: fc.option(fc.constantFrom('CFR', 'FOB', 'EXW', 'DAP'), { nil: undefined }),
    observaciones: fc.option(text(300), { nil: undefined }),
    conEmisor: fc.boolean(),
    destinatarios: fc.array(fc.constantFrom(TEXAS, PARIS, QUERETARO), { maxLength: 3 }),
  })
  .map(({ lineas, moneda, destino, certificado, incoterm, observaciones, conEmisor, destinatarios }) => {
    const dollar = decimal('17.1995');
    const values = lineas.map(({ cantidad, precio }) => {
      const importe = mulDiv(decimal(String(cantidad)), decimal(String(precio)), decimal('100000'));
      return roundMicros(mulDiv(importe, decimal(cambios[moneda]), dollar), 2);
    });
    const total = values.reduce((sum, one) => sum + one, 0n);
    const data = {
      ...{ ClaveDePedimento: 'A1', CertificadoOrigen: certificado === undefined ? 0 : 1 },
      ...(certificado !== undefined && { NumCertificadoOrigen: certificado }),
      ...(destino.europeo && { NumeroExportadorConfiable: 'EC-1' }),
      ...(incoterm && { Incoterm: incoterm }),
      ...(observaciones !== undefined && { Observaciones: observaciones }),
      ...{ TipoCambioUSD: '17.1995', TotalUSD: formatDecimal(total) },
      ...(conEmisor && { Emisor: { Domicilio: QUERETARO } }),
      Receptor: { Domicilio: destino.domicilio },
      Destinatario: destinatarios.map((domicilio) => ({ Domicilio: [domicilio] })),
      Mercancias: lineas.map(({ cantidad, marca, fraccion }, i) => {
        const value = values[i] as bigint;
        return {
          NoIdentificacion: `L-${i}`,
          ...(fraccion && { FraccionArancelaria: TABACO }),
          CantidadAduana: cantidad / 1000,
          UnidadAduana: fraccion ? '01' : '99',
          ValorUnitarioAduana: formatDecimal(mulDiv(value, 1000n, BigInt(cantidad))),
          ValorDolares: formatDecimal(value),
          ...(marca !== undefined && { DescripcionesEspecificas: { Marca: marca } }),
        };
      }),
    };
    return exportacion(data, {
      moneda,
      tipoCambio: moneda === 'MXN' ? '1' : cambios[moneda],
      receptor: destino.receptor,
      conceptos: lineas.map(({ cantidad, precio }, i) =>
        exported({
          ...{ noIdentificacion: `L-${i}`, cantidad: String(cantidad / 1000), precio: String(precio / 100) },
        }),
      ),
    });
  });
