import { decimal, formatDecimal } from '#kernel';
import { readComprobante, prorate, type ComprobanteInput, type ImpuestoPagadoInput } from '../src/index.js';

const NAMES = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' } as const;

/** The payment document for a part of an invoice that was read from its XML: its taxes are prorated to the cent. */
export function pay(
  xml: string,
  pagadoBefore: string,
  pago: string,
  numParcialidad: number,
): ComprobanteInput {
  const parsed = readComprobante(xml);
  if (!parsed.ok || !parsed.value.timbre) throw new Error('a stamped invoice is needed');
  const { comprobante, timbre } = parsed.value;
  const impuestos = comprobante.traslados.map((tax): ImpuestoPagadoInput => ({
    impuesto: NAMES[tax.impuesto],
    tipoFactor: tax.tipoFactor,
    base: tax.base,
    retencion: false,
    ...(tax.tasaOCuota !== undefined && { tasa: tax.tasaOCuota }),
    ...(tax.importe !== undefined && { importe: tax.importe }),
  }));
  const parte = prorate({ total: comprobante.total, pagadoAntes: pagadoBefore, pago, impuestos });
  if (!parte.ok) throw new Error(parte.refusal.code);
  return {
    tipo: 'P',
    fecha: '2026-11-21T09:00:00',
    moneda: 'XXX',
    decimalesMoneda: 0,
    exportacion: '01',
    lugarExpedicion: comprobante.lugarExpedicion,
    emisor: comprobante.emisor,
    receptor: comprobante.receptor,
    conceptos: [],
    complementos: [
      {
        tipo: 'pagos',
        pagos: [
          {
            fecha: '2026-11-21T08:30:00',
            formaPago: '03',
            moneda: comprobante.moneda,
            documentos: [
              {
                idDocumento: timbre.uuid,
                moneda: comprobante.moneda,
                numParcialidad,
                saldoAnterior: formatDecimal(decimal(comprobante.total) - decimal(pagadoBefore), { min: 2 }),
                importePagado: pago,
                impuestos: parte.value,
              },
            ],
          },
        ],
      },
    ],
  };
}
