import type { NamespaceInput } from '../complementos/input.js';
import type { ImpuestoKey, Complemento } from '../comprobante.js';
import type { EmisorInput } from '../input.js';
import type { ReceptorExtranjeroInput, ReceptorNacionalInput } from './input.js';

/** A withheld tax (retenciones:ImpRetenidos). */
export interface ImpuestoRetenido {
  readonly baseRet?: string | undefined;
  readonly impuesto?: ImpuestoKey | undefined;
  readonly montoRet: string;
  readonly tipoPagoRet: string;
}

export interface TotalesRetencion {
  readonly montoTotOperacion: string;
  readonly montoTotGrav: string;
  readonly montoTotExent: string;
  readonly montoTotRet: string;
  readonly utilidadBimestral?: string | undefined;
  readonly isrCorrespondiente?: string | undefined;
  readonly impRetenidos: readonly ImpuestoRetenido[];
}

/**
 * A CFDI of retentions and information of payments 2.0, ready to be sealed: every value as it will be written, amounts
 * as decimal text in pesos.
 */
export interface CfdiRetencion {
  readonly folioInt?: string | undefined;
  /** Local time of the place of issue. */
  readonly fechaExp: string;
  readonly lugarExpRetenc: string;
  readonly cveRetenc: string;
  readonly descRetenc?: string | undefined;
  readonly relacionado?: { readonly tipoRelacion: string; readonly uuid: string } | undefined;
  readonly emisor: EmisorInput;
  readonly receptor: ReceptorNacionalInput | ReceptorExtranjeroInput;
  /** Months with two digits. */
  readonly periodo: { readonly mesIni: string; readonly mesFin: string; readonly ejercicio: string };
  readonly totales: TotalesRetencion;
  readonly complementos: readonly Complemento[];
  /** The XML inside of retenciones:Addenda. */
  readonly addenda?: string | undefined;
  /** More namespaces that the root declares. */
  readonly espacios?: readonly NamespaceInput[] | undefined;
}
