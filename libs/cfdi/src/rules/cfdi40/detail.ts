import { aduanas, regimenesFiscales, sameLegalName } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import type { XmlNode } from '../../parsed.js';
import { placeOf, type Place } from '../rule.js';
import { rule40, type Context40, type Rule40 } from './context.js';
import { toFigure, isInLimits, type Figure, type Amount } from './figures.js';
import { hasAttribute, valueOf } from './values.js';

/** Rules of what few conceptos have: third parties, customs numbers, parts. */

const findRegistered = (tercero: XmlNode, { register }: Context40) =>
  register?.find(valueOf(tercero, 'RfcACuentaTerceros'));

export const terceroRules: readonly Rule40<XmlNode>[] = [
  rule40(
    187,
    'El RFC del tercero no está en la lista de contribuyentes con obligaciones.',
    "The third party's RFC is not in the list of taxpayers with obligations.",
    (node, context) => findRegistered(node, context) === 'no_inscrito' && placeOf(node, 'RfcACuentaTerceros'),
  ),
  rule40(
    188,
    'El RFC del tercero debe ser distinto de los del emisor y el receptor.',
    "The third party's RFC must be another than the issuer's and the receiver's.",
    (node, { doc }) => {
      const rfc = valueOf(node, 'RfcACuentaTerceros');
      return [doc.emisor, doc.receptor].some((parte) => valueOf(parte, 'Rfc') === rfc)
        ? placeOf(node, 'RfcACuentaTerceros')
        : false;
    },
  ),
  rule40(
    190,
    'El NombreACuentaTerceros no es el registrado para el RFC del tercero.',
    "The NombreACuentaTerceros is not the one registered for the third party's RFC.",
    (node, context) => {
      const own = findRegistered(node, context);
      return (
        typeof own === 'object' &&
        !sameLegalName(own.name, valueOf(node, 'NombreACuentaTerceros')) &&
        placeOf(node, 'NombreACuentaTerceros')
      );
    },
  ),
  rule40(
    191,
    'El RegimenFiscalACuentaTerceros no está en c_RegimenFiscal.',
    'The RegimenFiscalACuentaTerceros is not in c_RegimenFiscal.',
    (node, { doc }) =>
      !regimenesFiscales.has(valueOf(node, 'RegimenFiscalACuentaTerceros'), doc.fecha) &&
      placeOf(node, 'RegimenFiscalACuentaTerceros'),
  ),
  rule40(
    193,
    'El DomicilioFiscalACuentaTerceros no es el registrado para el RFC del tercero.',
    "The DomicilioFiscalACuentaTerceros is not the one registered for the third party's RFC.",
    (node, context) => {
      const own = findRegistered(node, context);
      return (
        typeof own === 'object' &&
        own.codigoPostal !== valueOf(node, 'DomicilioFiscalACuentaTerceros') &&
        placeOf(node, 'DomicilioFiscalACuentaTerceros')
      );
    },
  ),
];

/** A pedimento of no customs office, or, where the catalogue is there, one that was never given. */
function findInvalidPedimento(node: XmlNode, { doc, large }: Context40): Place | false {
  // Its double spaces are part of the number: not collapsed.
  const number = (node.attributes['NumeroPedimento'] ?? '').trim();
  const malformed =
    !aduanas.has(number.slice(4, 6)) || large?.pedimentos.problem(number, doc.fecha) !== undefined;
  return malformed && placeOf(node, 'NumeroPedimento');
}

const checkComercioExterior = (node: XmlNode, { doc }: Context40): Place | false =>
  doc.exterior && placeOf(node, 'NumeroPedimento');

const INVALID_PEDIMENTO = [
  'El NumeroPedimento no corresponde a una combinación válida de aduana, patente y ejercicio.',
  'The NumeroPedimento does not match a valid combination of customs office, licence and year.',
] as const;
const SUPERFLUOUS_PEDIMENTO = [
  'Con el complemento de comercio exterior no deben registrarse pedimentos.',
  'Leave out customs numbers with the complement of foreign trade.',
] as const;

export const pedimentoRules: readonly Rule40<XmlNode>[] = [
  rule40(194, ...INVALID_PEDIMENTO, findInvalidPedimento),
  rule40(195, ...SUPERFLUOUS_PEDIMENTO, checkComercioExterior),
];
export const partePedimentoRules: readonly Rule40<XmlNode>[] = [
  rule40(199, ...INVALID_PEDIMENTO, findInvalidPedimento),
  rule40(200, ...SUPERFLUOUS_PEDIMENTO, checkComercioExterior),
];

export interface ReadParte {
  readonly node: XmlNode;
  readonly cantidad: Figure;
  readonly valorUnitario: Figure | undefined;
  readonly importe: Figure | undefined;
}

export function readParte<T extends Amount>(node: XmlNode, m: Arith<T>): ReadParte {
  const ifPresent = (name: string): Figure<T> | undefined =>
    hasAttribute(node, name) ? toFigure(m, valueOf(node, name)) : undefined;
  return {
    node,
    cantidad: toFigure(m, valueOf(node, 'Cantidad')),
    valorUnitario: ifPresent('ValorUnitario'),
    importe: ifPresent('Importe'),
  };
}

export const parteRules: readonly Rule40<ReadParte>[] = [
  rule40(
    196,
    'La ClaveProdServ de la parte no está en c_ClaveProdServ a la fecha del comprobante.',
    "The part's ClaveProdServ is not in c_ClaveProdServ at the date of the document.",
    ({ node }, { accepts }) =>
      !accepts('productos', valueOf(node, 'ClaveProdServ')) && placeOf(node, 'ClaveProdServ'),
  ),
  rule40(
    197,
    'El ValorUnitario de la parte debe ser mayor que cero.',
    "The part's ValorUnitario must be above zero.",
    ({ node, valorUnitario }) =>
      valorUnitario !== undefined && !(valorUnitario.value > 0) && placeOf(node, 'ValorUnitario'),
  ),
  rule40(
    198,
    'El Importe de la parte no es el producto de Cantidad y ValorUnitario dentro de los límites permitidos.',
    "The part's Importe is not the product of Cantidad and ValorUnitario within the limits allowed.",
    ({ node, cantidad, valorUnitario, importe }) =>
      valorUnitario !== undefined &&
      importe !== undefined &&
      !isInLimits(importe, cantidad, valorUnitario) &&
      placeOf(node, 'Importe'),
  ),
];
