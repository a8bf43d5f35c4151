import type { Nodo } from '../xml.js';

/**
 * The cadena original as the provider computes it: from the document that came in, by a table of the order in
 * which the tax authority's stylesheets take the attributes (Anexo 20). It shares nothing with the code that
 * seals documents, so that a mistake there does not pass here.
 *
 * A further complement is a further row per element, in the order of its own stylesheet.
 */

/** Attributes in order; after `>` the order of the children, where it is not that of the document. */
const ORDEN: Readonly<Record<string, string>> = {
  'cfdi:Comprobante':
    'Version Serie Folio Fecha FormaPago NoCertificado CondicionesDePago SubTotal Descuento Moneda TipoCambio ' +
    'Total TipoDeComprobante Exportacion MetodoPago LugarExpedicion Confirmacion',
  'cfdi:InformacionGlobal': 'Periodicidad Meses Año',
  'cfdi:CfdiRelacionados': 'TipoRelacion',
  'cfdi:CfdiRelacionado': 'UUID',
  'cfdi:Emisor': 'Rfc Nombre RegimenFiscal FacAtrAdquirente',
  'cfdi:Receptor':
    'Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal NumRegIdTrib RegimenFiscalReceptor UsoCFDI',
  'cfdi:Conceptos': '',
  'cfdi:Concepto':
    'ClaveProdServ NoIdentificacion Cantidad ClaveUnidad Unidad Descripcion ValorUnitario Importe Descuento ObjetoImp',
  'cfdi:Impuestos': '',
  'cfdi:Traslados': '',
  'cfdi:Retenciones': '',
  'cfdi:Traslado': 'Base Impuesto TipoFactor TasaOCuota Importe',
  'cfdi:Retencion': 'Base Impuesto TipoFactor TasaOCuota Importe',
  'cfdi:ACuentaTerceros':
    'RfcACuentaTerceros NombreACuentaTerceros RegimenFiscalACuentaTerceros DomicilioFiscalACuentaTerceros',
  'cfdi:InformacionAduanera': 'NumeroPedimento',
  'cfdi:CuentaPredial': 'Numero',
  'cfdi:ComplementoConcepto': '',
  'cfdi:Parte': 'ClaveProdServ NoIdentificacion Cantidad Unidad Descripcion ValorUnitario Importe',
  'cfdi:Complemento': '',
  'implocal:ImpuestosLocales':
    'version TotaldeRetenciones TotaldeTraslados > implocal:RetencionesLocales implocal:TrasladosLocales',
  'implocal:RetencionesLocales': 'ImpLocRetenido TasadeRetencion Importe',
  'implocal:TrasladosLocales': 'ImpLocTrasladado TasadeTraslado Importe',
  'iedu:instEducativas': 'version nombreAlumno CURP nivelEducativo autRVOE rfcPago',
};

interface Orden {
  readonly atributos: readonly string[];
  readonly hijos?: readonly string[];
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const orden = new Map<string, Orden>(
  Object.entries(ORDEN).map(([name, text]) => {
    const [attributes = '', children] = text.split('>');
    return [
      name,
      { atributos: words(attributes), ...(children !== undefined && { hijos: words(children) }) },
    ];
  }),
);

/** A complement whose cadena the sandbox does not know. */
export class UnknownComplement extends Error {}

const SPACES = /^\s|\s$|\s\s|[\t\r\n]/;
const normalize = (text: string): string =>
  SPACES.test(text) ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '') : text;

/** The cadena original of a CFDI 4.0 whose structure is right. Throws {@link UnknownComplement}. */
export function cadenaDelDocumento(raiz: Nodo): string {
  let cadena = '|';
  const add = (value: string | undefined): void => {
    if (value !== undefined) cadena += `|${normalize(value)}`;
  };
  const walk = (nodo: Nodo): void => {
    const entry = orden.get(nodo.nombre);
    if (!entry) throw new UnknownComplement(nodo.nombre);
    for (const name of entry.atributos) add(nodo.atributos[name]);
    if (!entry.hijos) nodo.hijos.forEach(walk);
    else for (const name of entry.hijos) nodo.hijos.filter((child) => child.nombre === name).forEach(walk);
  };
  /** In the summary each total follows the rows that it sums. */
  const summary = (nodo: Nodo): void => {
    const rows = (name: string): void => nodo.hijos.filter((child) => child.nombre === name).forEach(walk);
    rows('cfdi:Retenciones');
    add(nodo.atributos.TotalImpuestosRetenidos);
    rows('cfdi:Traslados');
    add(nodo.atributos.TotalImpuestosTrasladados);
  };
  for (const name of orden.get(raiz.nombre)?.atributos ?? []) add(raiz.atributos[name]);
  for (const child of raiz.hijos)
    if (child.nombre === 'cfdi:Impuestos') summary(child);
    else if (child.nombre !== 'cfdi:Addenda') walk(child);
  return `${cadena}||`;
}
