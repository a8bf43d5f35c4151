import type { TimbreFiscalDigital } from './comprobante.js';

/** A document that was read: every attribute as text, with the spelling of the XML, and its tree. */

/** An element: local name, namespace, attributes by name, child elements. */
export interface XmlNode {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Its own text, where it has more than white space; most standards have attributes only. */
  readonly text?: string;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** A Traslado or Retencion: Base, Impuesto, TipoFactor, TasaOCuota, Importe. */
export interface ParsedImpuesto extends Attributes {
  readonly Base?: string;
  readonly Impuesto?: string;
  readonly TipoFactor?: string;
  readonly TasaOCuota?: string;
  readonly Importe?: string;
}

export interface ParsedConcepto {
  readonly attributes: Attributes;
  readonly tieneImpuestos: boolean;
  readonly traslados: readonly ParsedImpuesto[];
  readonly retenciones: readonly ParsedImpuesto[];
  readonly node: XmlNode;
}

export interface ParsedComprobante {
  /** Attributes of the root: Version, Serie, Folio, Fecha, SubTotal, Total, Sello, Certificado, NoCertificado... */
  readonly attributes: Attributes;
  readonly sello: string;
  readonly certificado: string;
  readonly noCertificado: string;
  readonly emisor: Attributes;
  readonly receptor: Attributes;
  readonly informacionGlobal?: Attributes;
  readonly cfdiRelacionados: readonly { readonly tipoRelacion: string; readonly uuids: readonly string[] }[];
  readonly conceptos: readonly ParsedConcepto[];
  /** The summary; absent where there is no cfdi:Impuestos. */
  readonly impuestos?: {
    readonly totalImpuestosTrasladados?: string;
    readonly totalImpuestosRetenidos?: string;
    readonly traslados: readonly ParsedImpuesto[];
    readonly retenciones: readonly ParsedImpuesto[];
  };
  /** Nodes of cfdi:Complemento, the stamp not among them. */
  readonly complementos: readonly XmlNode[];
  readonly timbre?: TimbreFiscalDigital;
  readonly root: XmlNode;
}
