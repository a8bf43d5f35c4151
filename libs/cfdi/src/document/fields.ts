/**
 * Where the model of a comprobante (comprobante.ts) has what the table of CFDI 4.0 names, and from which field of the
 * input it came. The rule: a field is called as its attribute or element, with a small first letter, and has the text
 * that the XML has (a whole number: a number). Only what is otherwise is here.
 *
 * - `object`: the element's own object, absent where the element is;
 * - `list`: one object for each element;
 * - `texts`: one text for each element, the value of its only attribute;
 * - `group`: no object; what is inside is in the fields of the object around it, and it is there if they are not empty;
 * - `foreign`: written beforehand, by another standard or by the caller.
 */
export type Kind = 'object' | 'list' | 'texts' | 'group' | 'foreign';

export interface InModel {
  readonly kind?: Kind;
  /** The model's field. */
  readonly field?: string;
  /** The model's fields of attributes. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The input's fields of attributes and children, where they are not the model's. */
  readonly entry?: Readonly<Record<string, string>>;
  /** Worked out: whatever is wrong in it names the field that it was worked out from. */
  readonly computed?: true;
  /** Written as one tag (`<a/>`) where nothing is inside. */
  readonly short?: true;
}

/** By the element's name: elements of one name have the same in both places where they may be. */
export const MODEL: Readonly<Record<string, InModel>> = {
  Comprobante: {
    attributes: { TipoDeComprobante: 'tipo' },
    entry: { SubTotal: 'conceptos', Descuento: 'conceptos', Total: 'conceptos', Impuestos: 'conceptos' },
  },
  InformacionGlobal: { attributes: { Año: 'anio' } },
  CfdiRelacionados: { kind: 'list' },
  CfdiRelacionado: { kind: 'texts', field: 'uuids' },
  Receptor: {
    attributes: {
      DomicilioFiscalReceptor: 'domicilioFiscal',
      RegimenFiscalReceptor: 'regimenFiscal',
      UsoCFDI: 'usoCfdi',
    },
  },
  Conceptos: { kind: 'group' },
  Concepto: {
    kind: 'list',
    field: 'conceptos',
    entry: { ValorUnitario: 'precio', Importe: 'precio' },
    short: true,
  },
  // The input's order of taxes is not the document's: a rule that one of them breaks names them all.
  Impuestos: { kind: 'group', computed: true },
  Traslados: { kind: 'group' },
  Traslado: { kind: 'list', field: 'traslados' },
  Retenciones: { kind: 'group' },
  Retencion: { kind: 'list', field: 'retenciones' },
  ACuentaTerceros: {
    attributes: {
      RfcACuentaTerceros: 'rfc',
      NombreACuentaTerceros: 'nombre',
      RegimenFiscalACuentaTerceros: 'regimenFiscal',
      DomicilioFiscalACuentaTerceros: 'domicilioFiscal',
    },
  },
  InformacionAduanera: { kind: 'texts' },
  CuentaPredial: { kind: 'texts' },
  ComplementoConcepto: { kind: 'foreign', field: 'complemento' },
  Parte: { kind: 'list', field: 'partes', entry: { Importe: 'valorUnitario' } },
  Complemento: { kind: 'foreign', field: 'complementos' },
  Addenda: { kind: 'foreign' },
};
