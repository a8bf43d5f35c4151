import type { ImpuestoName, TipoFactor } from './impuesto.js';
import type { ComplementoConceptoInput, ComplementoInput, NamespaceInput } from './complementos/input.js';

/**
 * What a comprobante is built from: plain JSON in which every amount is decimal text, so that it travels in commands
 * and events as it is. Digits beyond the sixth decimal are rounded half-up, the largest precision of Anexo 20.
 */

export type { ImpuestoName, TipoFactor } from './impuesto.js';

/** c_TipoDeComprobante: ingreso, egreso, pago, nómina, traslado. */
export type TipoDeComprobante = 'I' | 'E' | 'P' | 'N' | 'T';

/**
 * What an IEPS does to the price and to the other taxes:
 * - `sum_before_taxes`: shown as a tax; IVA is charged on the price plus IEPS.
 * - `break_down`: shown as a tax; IVA is charged on the same base as IEPS.
 * - `unit`: added into ValorUnitario and not shown; the other taxes are charged on the price without it.
 * - `subtract_before_break_down`: already inside the price and not shown; subtracted to find the base of the others.
 */
export type IepsMode = 'sum_before_taxes' | 'unit' | 'break_down' | 'subtract_before_break_down';

export interface ImpuestoInput {
  readonly impuesto: ImpuestoName;
  readonly tipoFactor: TipoFactor;
  /** Fraction ("0.16") or, with Cuota, currency per taxed unit. Required unless Exento, and ignored there. */
  readonly tasa?: string;
  /** Of one unit: the taxed amount (Tasa, Exento) or the taxed units (Cuota). Absent: the line's own base; one unit. */
  readonly base?: string;
  readonly retencion: boolean;
  /** Of an IEPS that is transferred. Default `sum_before_taxes`. */
  readonly iepsMode?: IepsMode;
}

export interface ImpuestoLocalInput {
  readonly nombre: string;
  /** Fraction ("0.03"); the implocal complement writes it as a percentage of two decimals. */
  readonly tasa: string;
  /** Taxed amount of one unit. Absent: the line's own base. */
  readonly base?: string;
  readonly retencion: boolean;
}

export interface ACuentaTercerosInput {
  readonly rfc: string;
  readonly nombre: string;
  readonly regimenFiscal: string;
  readonly domicilioFiscal: string;
}

export interface ParteInput {
  readonly claveProdServ: string;
  readonly noIdentificacion?: string;
  readonly cantidad: string;
  readonly unidad?: string;
  readonly descripcion: string;
  /** Of one unit; Importe is written with it. */
  readonly valorUnitario?: string;
  readonly informacionAduanera?: readonly string[];
}

export interface ConceptoInput {
  readonly claveProdServ: string;
  readonly noIdentificacion?: string;
  readonly cantidad: string;
  readonly claveUnidad: string;
  readonly unidad?: string;
  readonly descripcion: string;
  /** Of one unit. */
  readonly precio: string;
  /** Whether `precio` and `descuento` contain the transferred taxes, local ones included. */
  readonly impuestosIncluidos: boolean;
  /** Of the whole line, in the same terms as `precio`. */
  readonly descuento?: string;
  /** c_ObjetoImp, 01 to 08. */
  readonly objetoImp: string;
  readonly impuestos: readonly ImpuestoInput[];
  readonly impuestosLocales: readonly ImpuestoLocalInput[];
  readonly aCuentaTerceros?: ACuentaTercerosInput;
  /** Pedimentos, `AA  AA  NNNN  NNNNNNN`. */
  readonly informacionAduanera?: readonly string[];
  readonly cuentaPredial?: readonly string[];
  readonly partes?: readonly ParteInput[];
  readonly complemento?: ComplementoConceptoInput;
}

export interface EmisorInput {
  readonly rfc: string;
  /** As in the certificate, without the régimen societario. */
  readonly nombre: string;
  readonly regimenFiscal: string;
  /** Operation number of a buyer that issues on behalf of the seller (ten digits). */
  readonly facAtrAdquirente?: string;
}

export interface ReceptorInput {
  readonly rfc: string;
  readonly nombre: string;
  readonly domicilioFiscal: string;
  readonly regimenFiscal: string;
  readonly usoCfdi: string;
  /** c_Pais, of a foreign receiver. */
  readonly residenciaFiscal?: string;
  readonly numRegIdTrib?: string;
}

export interface InformacionGlobalInput {
  readonly periodicidad: string;
  readonly meses: string;
  readonly anio: number;
}

export interface CfdiRelacionadosInput {
  readonly tipoRelacion: string;
  readonly uuids: readonly string[];
}

export interface ComprobanteInput {
  readonly tipo: TipoDeComprobante;
  readonly serie?: string;
  readonly folio?: string;
  /** Local time of the place of issue, `AAAA-MM-DDThh:mm:ss`. */
  readonly fecha: string;
  readonly formaPago?: string;
  readonly metodoPago?: string;
  readonly condicionesDePago?: string;
  /** c_Moneda. */
  readonly moneda: string;
  /** Decimals of the currency in c_Moneda: 0, 2, 3 or 4. */
  readonly decimalesMoneda: number;
  /** MXN for one unit of the currency: required for any currency but MXN and XXX. */
  readonly tipoCambio?: string;
  readonly exportacion: string;
  readonly lugarExpedicion: string;
  readonly confirmacion?: string;
  readonly emisor: EmisorInput;
  readonly receptor: ReceptorInput;
  readonly informacionGlobal?: InformacionGlobalInput;
  readonly cfdiRelacionados?: readonly CfdiRelacionadosInput[];
  /** Of a payment (type P): on whose account it was received. */
  readonly aCuentaTerceros?: ACuentaTercerosInput;
  /** None for types P and N, whose only line is fixed. */
  readonly conceptos: readonly ConceptoInput[];
  readonly complementos?: readonly ComplementoInput[];
  /** XML of the caller's own, outside of what is signed. */
  readonly addenda?: string;
  /** Namespaces that complements and addenda given as XML use. */
  readonly espacios?: readonly NamespaceInput[];
}
