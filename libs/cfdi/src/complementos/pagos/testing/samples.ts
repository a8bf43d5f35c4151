import type { ComprobanteInput } from '../../../input.js';
import { comprobante } from '../../../testing/samples.js';
import type { DoctoRelacionadoInput, ImpuestoPagadoInput, PagoInput } from '../input.js';

/** Payments to start a test from. */

export const impuestoPagado = (over: Partial<ImpuestoPagadoInput> = {}): ImpuestoPagadoInput => ({
  impuesto: 'IVA',
  tipoFactor: 'Tasa',
  tasa: '0.16',
  base: '1000',
  retencion: false,
  ...over,
});

/** 1160 of 1160 MXN, in one payment. */
export const paidDocument = (over: Partial<DoctoRelacionadoInput> = {}): DoctoRelacionadoInput => ({
  idDocumento: 'bfc36522-4b8e-45c4-8f14-d11b289f9eb7',
  moneda: 'MXN',
  numParcialidad: 1,
  saldoAnterior: '1160',
  importePagado: '1160',
  impuestos: [impuestoPagado()],
  ...over,
});

export const pago = (over: Partial<PagoInput> = {}): PagoInput => ({
  fecha: '2026-11-20T12:00:00',
  formaPago: '01',
  moneda: 'MXN',
  documentos: [paidDocument()],
  ...over,
});

/** A document of type P with these payments. */
export function pagoComprobante(pagos: readonly PagoInput[]): ComprobanteInput {
  const { formaPago: _schema, metodoPago: _metodo, ...base } = comprobante();
  return {
    ...base,
    ...{ tipo: 'P', moneda: 'XXX', decimalesMoneda: 0, conceptos: [] },
    receptor: { ...base.receptor, usoCfdi: 'CP01' },
    complementos: [{ tipo: 'pagos', pagos }],
  };
}

/** The smallest form: one payment of a document that carries no tax. */
export const smallestPago = (): ComprobanteInput =>
  pagoComprobante([
    pago({
      documentos: [paidDocument({ idDocumento: '123-45-678901234', impuestos: [], objetoImp: '01' })],
    }),
  ]);

const TRANSFERENCIA: Partial<PagoInput> = {
  ...{ formaPago: '03', numOperacion: 'SPEI & <1>', rfcEmisorCtaOrd: 'XEXX010101000' },
  ...{ nomBancoOrdExt: 'Bank "of" Ñ & Co', ctaOrdenante: '012345678901234567' },
  ...{ rfcEmisorCtaBen: 'BBA830831LJ2', ctaBeneficiario: '0123456789' },
  ...{ tipoCadPago: '1', certPago: 'QUJD', cadPago: '||Pago|1|2026||', selloPago: 'QUJDRA==' },
};

/** Every tax that a payment can show, and every attribute that it can have. */
const ALL_IMPUESTOS: readonly ImpuestoPagadoInput[] = [
  impuestoPagado({ base: '300', importe: '48' }),
  impuestoPagado({ tasa: '0.08', base: '300' }),
  impuestoPagado({ tasa: '0', base: '200' }),
  { impuesto: 'IVA', tipoFactor: 'Exento', base: '100.55', retencion: false },
  impuestoPagado({ impuesto: 'IEPS', tasa: '0.265', base: '100' }),
  impuestoPagado({ impuesto: 'IEPS', tipoFactor: 'Cuota', tasa: '6.4555', base: '12.5' }),
  impuestoPagado({ impuesto: 'ISR', tasa: '0.1', base: '300', retencion: true }),
  impuestoPagado({ tasa: '0.106667', base: '300', retencion: true }),
  impuestoPagado({ impuesto: 'IEPS', tasa: '0.09', base: '50', retencion: true }),
];

/** The fullest form: payments in several currencies, documents in others, every tax and every attribute. */
export const largestPago = (): ComprobanteInput =>
  pagoComprobante([
    pago({
      ...{ ...TRANSFERENCIA, moneda: 'USD', tipoCambio: '18.123456', monto: '1000' },
      documentos: [
        paidDocument({
          serie: 'A',
          folio: '1',
          impuestos: ALL_IMPUESTOS,
          moneda: 'USD',
          importePagado: '900',
        }),
        paidDocument({
          ...{ serie: 'B', folio: '2', moneda: 'MXN', equivalencia: '18.1234567891', numParcialidad: 999 },
          ...{ importePagado: '1000.01', impuestos: ALL_IMPUESTOS },
        }),
        paidDocument({
          ...{ moneda: 'JPY', equivalencia: '150.1', importePagado: '1160', objetoImp: '07' },
          impuestos: [
            impuestoPagado({ impuesto: 'IEPS', tasa: '0.08', base: '900' }),
            impuestoPagado({ impuesto: 'ISR', tasa: '0.0125', base: '900', retencion: true }),
          ],
        }),
      ],
    }),
    pago({
      ...{ formaPago: '28', ctaOrdenante: '1234567890123456', ctaBeneficiario: 'CTA_BEN_01' },
      documentos: [
        paidDocument({
          ...{ objetoImp: '06', moneda: 'KWD', equivalencia: '0.0000123', importePagado: '0.001' },
          impuestos: [impuestoPagado({ impuesto: 'ISR', tasa: '0.1', base: '0.001', retencion: true })],
        }),
      ],
    }),
  ]);
