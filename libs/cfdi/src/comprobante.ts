import type { NamespaceInput } from './complementos/input.js';
import type {
  ACuentaTercerosInput,
  CfdiRelacionadosInput,
  EmisorInput,
  InformacionGlobalInput,
  ReceptorInput,
  TipoDeComprobante,
  TipoFactor,
} from './input.js';

/**
 * A comprobante ready to be sealed: every attribute as it will be written. Amounts are decimal text with the very
 * decimals of the XML, so the value is plain JSON; `decimal(text)` of the kernel gives micros to compute with.
 */

/** c_Impuesto: ISR, IVA, IEPS. */
export type ImpuestoKey = '001' | '002' | '003';

/** A transferred tax of one line. Exento has neither `tasaOCuota` nor `importe`. */
export interface Traslado {
  readonly base: string;
  readonly impuesto: ImpuestoKey;
  readonly tipoFactor: TipoFactor;
  readonly tasaOCuota?: string | undefined;
  readonly importe?: string | undefined;
}

/** A withheld tax of one line. */
export interface Retencion {
  readonly base: string;
  readonly impuesto: ImpuestoKey;
  readonly tipoFactor: 'Tasa' | 'Cuota';
  readonly tasaOCuota: string;
  readonly importe: string;
}

/** The summary's row of one withheld tax. */
export interface RetencionTotal {
  readonly impuesto: ImpuestoKey;
  readonly importe: string;
}

export interface ImpuestoLocal {
  readonly nombre: string;
  /** Percentage with two decimals. */
  readonly tasa: string;
  readonly importe: string;
}

/** The implocal 1.0 complement's content. */
export interface ImpuestosLocales {
  readonly totalRetenciones: string;
  readonly totalTraslados: string;
  readonly retenciones: readonly ImpuestoLocal[];
  readonly traslados: readonly ImpuestoLocal[];
}

/** The amounts of one line. */
export interface ConceptoAmounts {
  readonly cantidad: string;
  readonly valorUnitario: string;
  readonly importe: string;
  readonly descuento?: string | undefined;
  readonly traslados: readonly Traslado[];
  readonly retenciones: readonly Retencion[];
}

/** All amounts of a comprobante. Header amounts have the currency's decimals. */
export interface Amounts {
  readonly subTotal: string;
  readonly descuento?: string | undefined;
  readonly total: string;
  /** Absent where nothing is transferred, or only Exento. */
  readonly totalImpuestosTrasladados?: string | undefined;
  readonly totalImpuestosRetenidos?: string | undefined;
  /** One per impuesto, factor and rate. */
  readonly traslados: readonly Traslado[];
  /** One per impuesto. */
  readonly retenciones: readonly RetencionTotal[];
  readonly impuestosLocales?: ImpuestosLocales | undefined;
  readonly conceptos: readonly ConceptoAmounts[];
}

export interface Parte {
  readonly claveProdServ: string;
  readonly noIdentificacion?: string | undefined;
  readonly cantidad: string;
  readonly unidad?: string | undefined;
  readonly descripcion: string;
  readonly valorUnitario?: string | undefined;
  readonly importe?: string | undefined;
  readonly informacionAduanera: readonly string[];
}

export interface Concepto extends ConceptoAmounts {
  readonly claveProdServ: string;
  readonly noIdentificacion?: string | undefined;
  readonly claveUnidad: string;
  readonly unidad?: string | undefined;
  readonly descripcion: string;
  readonly objetoImp: string;
  readonly aCuentaTerceros?: ACuentaTercerosInput | undefined;
  readonly informacionAduanera: readonly string[];
  readonly cuentaPredial: readonly string[];
  readonly partes: readonly Parte[];
  /** The element of cfdi:ComplementoConcepto. */
  readonly complemento?: Complemento | undefined;
}

/** A node of cfdi:Complemento: its XML, and what it adds to the cadena original (each value preceded by "|"). */
export interface Complemento {
  readonly prefijo: string;
  readonly espacio: string;
  /** Address of its schema, for xsi:schemaLocation. */
  readonly esquema: string;
  readonly xml: string;
  readonly cadena: string;
}

export interface Comprobante extends Amounts {
  readonly tipo: TipoDeComprobante;
  readonly serie?: string | undefined;
  readonly folio?: string | undefined;
  readonly fecha: string;
  readonly formaPago?: string | undefined;
  readonly metodoPago?: string | undefined;
  readonly condicionesDePago?: string | undefined;
  readonly moneda: string;
  readonly tipoCambio?: string | undefined;
  readonly exportacion: string;
  readonly lugarExpedicion: string;
  readonly confirmacion?: string | undefined;
  readonly emisor: EmisorInput;
  readonly receptor: ReceptorInput;
  readonly informacionGlobal?: InformacionGlobalInput | undefined;
  readonly cfdiRelacionados: readonly CfdiRelacionadosInput[];
  readonly conceptos: readonly Concepto[];
  readonly complementos: readonly Complemento[];
  /** The XML inside of cfdi:Addenda, with the namespaces that it needs declared. */
  readonly addenda?: string | undefined;
  /** More namespaces that the root declares. */
  readonly espacios?: readonly NamespaceInput[] | undefined;
}

/** TimbreFiscalDigital 1.1. */
export interface TimbreFiscalDigital {
  /** Folio fiscal. */
  readonly uuid: string;
  /** Local time of central Mexico, `AAAA-MM-DDThh:mm:ss`. */
  readonly fechaTimbrado: string;
  readonly rfcProvCertif: string;
  readonly leyenda?: string | undefined;
  readonly selloCfd: string;
  readonly noCertificadoSat: string;
  readonly selloSat: string;
}
