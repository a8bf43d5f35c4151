import type { NominaInput } from './nomina/input.js';
import type { PagoInput } from './pagos/input.js';

/** A complement of the whole comprobante, by what it is built from. */
export type ComplementoInput =
  | { readonly tipo: 'pagos'; readonly pagos: readonly PagoInput[] }
  | { readonly tipo: 'nomina'; readonly nomina: NominaInput }
  /** The standard's own spelling, as plain JSON. */
  | { readonly tipo: 'cartaPorte'; readonly datos: unknown }
  | { readonly tipo: 'comercioExterior'; readonly datos: unknown }
  | { readonly tipo: 'leyendasFiscales'; readonly leyendas: readonly LeyendaInput[] }
  /** One element as XML, of any complement that CFDI 4.0 admits. */
  | { readonly tipo: 'xml'; readonly xml: string };

export interface LeyendaInput {
  readonly disposicionFiscal?: string;
  readonly norma?: string;
  readonly textoLeyenda: string;
}

/** A complement of one line (ComplementoConcepto). */
export type ComplementoConceptoInput =
  | {
      readonly tipo: 'iedu';
      readonly nombreAlumno: string;
      readonly curp: string;
      readonly nivelEducativo: string;
      readonly autRvoe: string;
      readonly rfcPago?: string;
    }
  | {
      readonly tipo: 'hidrocarburos';
      readonly tipoPermiso: string;
      readonly numeroPermiso: string;
      readonly subProductoHyp: string;
      /** Absent: the line's ClaveProdServ. */
      readonly claveHyp?: string;
    }
  | { readonly tipo: 'xml'; readonly xml: string };

/** A namespace that the caller's XML uses without declaring it. */
export interface NamespaceInput {
  readonly prefijo: string;
  readonly uri: string;
  readonly esquema: string;
}
