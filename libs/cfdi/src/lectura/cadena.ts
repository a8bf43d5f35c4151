import { field, ok, refuseFields, type Result } from '#kernel';
import type { Nodo, ParsedComprobante } from '../parsed.js';
import { collapse } from '../text.js';
import { children, isTimbre } from './comprobante.js';

/**
 * The cadena original of a document that was read, whoever wrote it, by the rules of the tax authority's stylesheet:
 * a required attribute gives "|" and its value even where it is missing, an optional one only where it exists, and
 * white space is normalized.
 */

/** Attributes of a node in the stylesheet's order: name, and whether it is optional. */
type Valores = readonly (readonly [name: string, optional: boolean])[];

/** "Serie? Fecha": a question mark ends the name of an optional attribute. */
const lista = (names: string): Valores =>
  names.split(' ').map((name) => [name.replace('?', ''), name.endsWith('?')] as const);

const COMPROBANTE = lista(
  'Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion?',
);
const GLOBAL = lista('Periodicidad Meses Año');
const EMISOR = lista('Rfc Nombre RegimenFiscal FacAtrAdquirente?');
const RECEPTOR = lista(
  'Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal? NumRegIdTrib? RegimenFiscalReceptor UsoCFDI',
);
const CONCEPTO = lista(
  'ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento? ObjetoImp',
);
const TRASLADO = lista('Base Impuesto TipoFactor TasaOCuota? Importe?');
const RETENCION = lista('Base Impuesto TipoFactor TasaOCuota Importe');
const TERCERO = lista(
  'RfcACuentaTerceros NombreACuentaTerceros RegimenFiscalACuentaTerceros DomicilioFiscalACuentaTerceros',
);
const PEDIMENTO = lista('NumeroPedimento');
const PARTE = lista('ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe?');

function valores({ atributos }: Nodo, names: Valores): string {
  let out = '';
  for (const [name, optional] of names) {
    const value = atributos[name];
    if (value !== undefined) out += `|${collapse(value)}`;
    else if (!optional) out += '|';
  }
  return out;
}

/** The nodes at a path of cfdi element names, each with its attributes. */
function todos(parent: Nodo, path: readonly string[], names: Valores): string {
  const [first, ...rest] = path as [string, ...string[]];
  let out = '';
  for (const node of children(parent, first))
    out += rest.length === 0 ? valores(node, names) : todos(node, rest, names);
  return out;
}

const IMPLOCAL = 'http://www.sat.gob.mx/implocal';

/** Complements whose part of the cadena is known, by namespace and local name. */
const complementos: Readonly<Record<string, (nodo: Nodo) => string>> = {
  [`${IMPLOCAL} ImpuestosLocales`](nodo) {
    const rows = (nombre: string, names: Valores): string =>
      nodo.hijos
        .filter((hijo) => hijo.nombre === nombre && hijo.espacio === IMPLOCAL)
        .map((hijo) => valores(hijo, names))
        .join('');
    return (
      valores(nodo, lista('version TotaldeRetenciones TotaldeTraslados')) +
      rows('RetencionesLocales', lista('ImpLocRetenido TasadeRetencion Importe')) +
      rows('TrasladosLocales', lista('ImpLocTrasladado TasadeTraslado Importe'))
    );
  },
};

/**
 * The cadena original of a document. Refuses (invalid_request, path `xml`) one that carries a complement whose part
 * is not known here: what it signs could not be told.
 */
export function cadenaOriginalOf({ raiz }: ParsedComprobante): Result<string> {
  let out = `|${valores(raiz, COMPROBANTE)}`;
  out += todos(raiz, ['InformacionGlobal'], GLOBAL);
  for (const node of children(raiz, 'CfdiRelacionados')) {
    out += valores(node, [['TipoRelacion', false]]);
    out += todos(node, ['CfdiRelacionado'], [['UUID', false]]);
  }
  out += todos(raiz, ['Emisor'], EMISOR);
  out += todos(raiz, ['Receptor'], RECEPTOR);
  for (const group of children(raiz, 'Conceptos'))
    for (const concepto of children(group, 'Concepto')) {
      if (concepto.hijos.length > 0 && children(concepto, 'ComplementoConcepto').length > 0)
        return unknown('ComplementoConcepto');
      out += conceptoCadena(concepto);
    }
  for (const impuestos of children(raiz, 'Impuestos')) {
    out += todos(impuestos, ['Retenciones', 'Retencion'], lista('Impuesto Importe'));
    out += valores(impuestos, [['TotalImpuestosRetenidos', true]]);
    out += todos(impuestos, ['Traslados', 'Traslado'], TRASLADO);
    out += valores(impuestos, [['TotalImpuestosTrasladados', true]]);
  }
  for (const complemento of children(raiz, 'Complemento').flatMap(({ hijos }) => hijos)) {
    if (isTimbre(complemento)) continue;
    const write = complementos[`${complemento.espacio} ${complemento.nombre}`];
    if (write === undefined) return unknown(complemento.nombre);
    out += write(complemento);
  }
  return ok(`${out}||`);
}

const unknown = (nombre: string): Result<never> =>
  refuseFields([
    field('xml', 'invalid_value', {
      message: {
        es: `No se conoce la cadena original del complemento "${nombre}".`,
        en: `The cadena original of the complement "${nombre}" is not known.`,
      },
    }),
  ]);

function conceptoCadena(concepto: Nodo): string {
  let out = valores(concepto, CONCEPTO);
  if (concepto.hijos.length === 0) return out;
  out += todos(concepto, ['Impuestos', 'Traslados', 'Traslado'], TRASLADO);
  out += todos(concepto, ['Impuestos', 'Retenciones', 'Retencion'], RETENCION);
  out += todos(concepto, ['ACuentaTerceros'], TERCERO);
  out += todos(concepto, ['InformacionAduanera'], PEDIMENTO);
  out += todos(concepto, ['CuentaPredial'], [['Numero', false]]);
  for (const parte of children(concepto, 'Parte'))
    out += valores(parte, PARTE) + todos(parte, ['InformacionAduanera'], PEDIMENTO);
  return out;
}
