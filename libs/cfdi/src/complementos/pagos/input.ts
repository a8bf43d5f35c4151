import type { ImpuestoName, TipoFactor } from '../../impuesto.js';

/** A tax of the part of a document that a payment pays: amounts in the document's currency. */
export interface ImpuestoPagadoInput {
  readonly impuesto: ImpuestoName;
  readonly tipoFactor: TipoFactor;
  /** Fraction, or currency per unit with Cuota. Required unless Exento. */
  readonly tasa?: string;
  /** Of the part that is paid. */
  readonly base: string;
  /** Of the part that is paid; absent: base x tasa. */
  readonly importe?: string;
  readonly retencion: boolean;
}

export interface DoctoRelacionadoInput {
  /** Folio fiscal, or the number of a customs document. */
  readonly idDocumento: string;
  readonly serie?: string;
  readonly folio?: string;
  /** c_Moneda of the document. */
  readonly moneda: string;
  /** Units of the document's currency for one of the payment's; required where they differ. */
  readonly equivalencia?: string;
  readonly numParcialidad: number;
  /** Amounts in the document's currency. */
  readonly saldoAnterior: string;
  readonly importePagado: string;
  /** c_ObjetoImp; absent: 02 where taxes are given, else 01. */
  readonly objetoImp?: string;
  readonly impuestos: readonly ImpuestoPagadoInput[];
}

export interface PagoInput {
  /** Local time, `AAAA-MM-DDThh:mm:ss`. */
  readonly fecha: string;
  readonly formaPago: string;
  readonly moneda: string;
  /** MXN for one unit; required unless MXN. */
  readonly tipoCambio?: string;
  /** In the payment's currency; absent: what the documents add up to. */
  readonly monto?: string;
  readonly numOperacion?: string;
  readonly rfcEmisorCtaOrd?: string;
  readonly nomBancoOrdExt?: string;
  readonly ctaOrdenante?: string;
  readonly rfcEmisorCtaBen?: string;
  readonly ctaBeneficiario?: string;
  readonly tipoCadPago?: string;
  /** base64. */
  readonly certPago?: string;
  readonly cadPago?: string;
  /** base64. */
  readonly selloPago?: string;
  readonly documentos: readonly DoctoRelacionadoInput[];
}
