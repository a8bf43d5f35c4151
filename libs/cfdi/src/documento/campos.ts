/**
 * Where the model of a comprobante (comprobante.ts) has what the table of CFDI 4.0 names, and from which field of the
 * input it came. The rule: a field is called as its attribute or element, with a small first letter, and has the text
 * that the XML has (a whole number: a number). Only what is otherwise is here.
 *
 * - `objeto`: the element's own object, absent where the element is;
 * - `lista`: one object for each element;
 * - `textos`: one text for each element, the value of its only attribute;
 * - `grupo`: no object; what is inside is in the fields of the object around it, and it is there if they are not empty;
 * - `ajeno`: written beforehand, by another standard or by the caller.
 */
export type Clase = 'objeto' | 'lista' | 'textos' | 'grupo' | 'ajeno';

export interface EnModelo {
  readonly clase?: Clase;
  /** The model's field. */
  readonly campo?: string;
  /** The model's fields of attributes. */
  readonly atributos?: Readonly<Record<string, string>>;
  /** The input's fields of attributes and children, where they are not the model's. */
  readonly entrada?: Readonly<Record<string, string>>;
  /** Worked out: whatever is wrong in it names the field that it was worked out from. */
  readonly calculado?: true;
  /** Written as one tag (`<a/>`) where nothing is inside. */
  readonly corto?: true;
}

/** By the element's name: elements of one name have the same in both places where they may be. */
export const MODELO: Readonly<Record<string, EnModelo>> = {
  Comprobante: {
    atributos: { TipoDeComprobante: 'tipo' },
    entrada: { SubTotal: 'conceptos', Descuento: 'conceptos', Total: 'conceptos', Impuestos: 'conceptos' },
  },
  InformacionGlobal: { atributos: { Año: 'anio' } },
  CfdiRelacionados: { clase: 'lista' },
  CfdiRelacionado: { clase: 'textos', campo: 'uuids' },
  Receptor: {
    atributos: {
      DomicilioFiscalReceptor: 'domicilioFiscal',
      RegimenFiscalReceptor: 'regimenFiscal',
      UsoCFDI: 'usoCfdi',
    },
  },
  Conceptos: { clase: 'grupo' },
  Concepto: {
    clase: 'lista',
    campo: 'conceptos',
    entrada: { ValorUnitario: 'precio', Importe: 'precio' },
    corto: true,
  },
  // The input's order of taxes is not the document's: a rule that one of them breaks names them all.
  Impuestos: { clase: 'grupo', calculado: true },
  Traslados: { clase: 'grupo' },
  Traslado: { clase: 'lista', campo: 'traslados' },
  Retenciones: { clase: 'grupo' },
  Retencion: { clase: 'lista', campo: 'retenciones' },
  ACuentaTerceros: {
    atributos: {
      RfcACuentaTerceros: 'rfc',
      NombreACuentaTerceros: 'nombre',
      RegimenFiscalACuentaTerceros: 'regimenFiscal',
      DomicilioFiscalACuentaTerceros: 'domicilioFiscal',
    },
  },
  InformacionAduanera: { clase: 'textos' },
  CuentaPredial: { clase: 'textos' },
  ComplementoConcepto: { clase: 'ajeno', campo: 'complemento' },
  Parte: { clase: 'lista', campo: 'partes', entrada: { Importe: 'valorUnitario' } },
  Complemento: { clase: 'ajeno', campo: 'complementos' },
  Addenda: { clase: 'ajeno' },
};
