import type { NamespaceInput } from '../complementos/input.js';
import type { EmisorInput, ImpuestoName } from '../input.js';
import type { RetentionComplementInput } from './complements/build.js';

/**
 * What a CFDI of retentions is built from: plain JSON in which every amount is decimal text in pesos; digits beyond
 * the second decimal are rounded half-up.
 */

export interface ReceptorNacionalInput {
  readonly nacionalidad: 'Nacional';
  readonly rfc: string;
  readonly nombre: string;
  readonly curp?: string;
  readonly domicilioFiscal: string;
}

export interface ReceptorExtranjeroInput {
  readonly nacionalidad: 'Extranjero';
  readonly nombre: string;
  readonly numRegIdTrib?: string;
}

export interface ImpuestoRetenidoInput {
  readonly baseRet?: string;
  readonly impuesto?: ImpuestoName;
  readonly montoRet: string;
  /** c_TipoPagoRet: 01 definitive IVA, 02 definitive IEPS, 03 definitive ISR, 04 provisional ISR. */
  readonly tipoPagoRet: string;
}

export interface TotalesRetencionInput {
  readonly montoTotOperacion: string;
  readonly montoTotExent: string;
  /** Absent: the operation less what is exempt; zero with key 28. */
  readonly montoTotGrav?: string;
  /** Absent: the sum of what is withheld. */
  readonly montoTotRet?: string;
  readonly impRetenidos: readonly ImpuestoRetenidoInput[];
  /** Both are required with key 28 (RIF), above zero. */
  readonly utilidadBimestral?: string;
  readonly isrCorrespondiente?: string;
}

export interface RetencionInput {
  /** Internal folio: letters and digits, 20 at most. */
  readonly folioInt?: string;
  /** Local time of the place of issue, `AAAA-MM-DDThh:mm:ss`. */
  readonly fechaExp: string;
  /** Postal code of the place of issue. */
  readonly lugarExpRetenc: string;
  /** c_CveRetenc. */
  readonly cveRetenc: string;
  /** Required with key 25 (another kind of retention). */
  readonly descRetenc?: string;
  readonly relacionado?: { readonly tipoRelacion: string; readonly uuid: string };
  readonly emisor: EmisorInput;
  readonly receptor: ReceptorNacionalInput | ReceptorExtranjeroInput;
  /** Months 1 to 12, and the year. */
  readonly periodo: { readonly mesIni: number; readonly mesFin: number; readonly ejercicio: number };
  readonly totales: TotalesRetencionInput;
  /** One element each: as XML, or its attributes and elements as `{type, data}`. */
  readonly complementos?: readonly (string | RetentionComplementInput)[];
  /** XML of the caller's own, outside of what is signed. */
  readonly addenda?: string;
  /** Namespaces that complements and addenda use without declaring them. */
  readonly espacios?: readonly NamespaceInput[];
}
