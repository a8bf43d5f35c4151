import type { ComprobanteInput, ParsedComprobante } from '#cfdi';
import type { SandboxSupplier, SuppliedAsked } from '#contracts';

/** What the sandbox's suppliers write: plain invoices, and payments of them. */

const ZIP = '06300';
const MXN = { moneda: 'MXN', decimalesMoneda: 2 } as const;
/** The trigger of documents whose cancellation waits for the receiver's word. */
const ASKS = 'SANDBOX-CANCEL-PENDING';
const MORAL_RFC = 12;

/** Local time of the supplier's place, and a folio that no other document of its series has. */
export interface Written {
  readonly fecha: string;
  readonly folio: string;
}

const emisorOf = ({ tax_id: rfc, legal_name: nombre }: SandboxSupplier) => ({
  ...{ rfc, nombre },
  regimenFiscal: rfc.length === MORAL_RFC ? '601' : '612',
});

const receptorOf = ({ tax_id: rfc, legal_name: nombre, tax_system, zip }: SuppliedAsked['receiver']) => ({
  ...{ rfc, nombre, domicilioFiscal: zip, regimenFiscal: tax_system },
  // "Sin efectos fiscales" is for every regime.
  usoCfdi: 'S01',
});

/** An invoice of one line with IVA. */
export function invoiceOf(asked: SuppliedAsked, { fecha, folio }: Written): ComprobanteInput {
  const { supplier, receiver, total, payment_method: metodoPago, acceptance } = asked;
  return {
    ...{ tipo: 'I', serie: 'SB', folio, fecha, metodoPago, ...MXN, exportacion: '01', lugarExpedicion: ZIP },
    formaPago: metodoPago === 'PPD' ? '99' : '03',
    ...{ emisor: emisorOf(supplier), receptor: receptorOf(receiver) },
    conceptos: [
      {
        ...{ claveProdServ: '84111506', cantidad: '1', claveUnidad: 'E48', unidad: 'Unidad de servicio' },
        ...(acceptance && { noIdentificacion: ASKS }),
        ...{ descripcion: 'Servicio de prueba', precio: total, impuestosIncluidos: true, objetoImp: '02' },
        impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false }],
        impuestosLocales: [],
      },
    ],
  };
}

/** A payment of the whole of an invoice, by whom that names. */
export function paymentOf(
  paid: ParsedComprobante,
  uuid: string,
  { receiver }: SuppliedAsked,
  { fecha, folio }: Written,
): ComprobanteInput {
  const { Total: total = '0', SubTotal: base = '0', Serie: serie, Folio } = paid.attributes;
  const { Rfc = '', Nombre = '' } = paid.emisor;
  const documento = {
    ...{ idDocumento: uuid, moneda: 'MXN', numParcialidad: 1, saldoAnterior: total, importePagado: total },
    ...(serie !== undefined && { serie }),
    ...(Folio !== undefined && { folio: Folio }),
    impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', base, retencion: false }] as const,
  };
  return {
    ...{ tipo: 'P', serie: 'SP', folio, fecha, moneda: 'XXX', decimalesMoneda: 0, exportacion: '01' },
    ...{ lugarExpedicion: ZIP, conceptos: [] },
    emisor: emisorOf({ tax_id: Rfc, legal_name: Nombre }),
    receptor: { ...receptorOf(receiver), usoCfdi: 'CP01' },
    complementos: [
      { tipo: 'pagos', pagos: [{ fecha, formaPago: '03', moneda: 'MXN', documentos: [documento] }] },
    ],
  };
}
