import {
  exportaciones,
  formasPago,
  metodosPago,
  monedas,
  tiposDeComprobante,
  type Catalogue,
  type CatalogueEntry,
} from '#sat';
import { placeOf, type Place } from '../rule.js';
import { rule40, type Rule40 } from './context.js';
import { hasImportes, lacksImportes, type Document } from './document.js';
import { hasAttribute, valueOf } from './values.js';

/** Rules of payment, currency, type, export, place of issue and confirmation. */

/** An attribute that exists and whose key is not in its catalogue at the document's date. */
const outsideOf = <E extends CatalogueEntry>(
  { node, fecha }: Document,
  name: string,
  catalogue: Catalogue<E>,
): Place | false =>
  hasAttribute(node, name) && !catalogue.has(valueOf(node, name), fecha) && placeOf(node, name);

/** 10^18 and 10^6 of micros in the catalogue's own text: the comparison is of digits, not of floats. */
const exceeds = (total: string, max: string): boolean => {
  const [integer = '', fraccion = ''] = total.split('.');
  const [integerMax = '', fraccionMax = ''] = max.split('.');
  const padZeros = (text: string): string => text.padStart(18, '0');
  return padZeros(integer) + fraccion.padEnd(6, '0') > padZeros(integerMax) + fraccionMax.padEnd(6, '0');
};

/** Whether the Total is larger than its type may be without a Confirmacion (c_TipoDeComprobante). */
const exceedsLimit = ({ node, tipo }: Document): boolean => {
  const max = tiposDeComprobante.find(tipo)?.valorMaximo;
  return max !== undefined && exceeds(valueOf(node, 'Total'), max);
};

export const headerRules: readonly Rule40<Document>[] = [
  rule40(
    103,
    'En los comprobantes de traslado, nómina y pago no debe registrarse FormaPago.',
    'Leave out FormaPago in transfers, payrolls and payments.',
    (d) => /^[TNP]$/.test(d.tipo) && hasAttribute(d.node, 'FormaPago') && placeOf(d.node, 'FormaPago'),
  ),
  rule40(
    104,
    'La FormaPago no está en c_FormaPago a la fecha del comprobante.',
    'The FormaPago is not in c_FormaPago at the date of the document.',
    (d) => outsideOf(d, 'FormaPago', formasPago),
  ),
  rule40(
    105,
    'Con MetodoPago PPD la FormaPago debe ser 99.',
    'With MetodoPago PPD the FormaPago must be 99.',
    (d) =>
      /^[IE]$/.test(d.tipo) &&
      valueOf(d.node, 'MetodoPago') === 'PPD' &&
      valueOf(d.node, 'FormaPago') !== '99' &&
      placeOf(d.node, 'FormaPago'),
  ),
  rule40(
    113,
    'La Moneda no está en c_Moneda a la fecha del comprobante.',
    'The Moneda is not in c_Moneda at the date of the document.',
    (d) => outsideOf(d, 'Moneda', monedas),
  ),
  rule40(
    114,
    'Con Moneda MXN el TipoCambio solo puede ser 1.',
    'With Moneda MXN the TipoCambio can only be 1.',
    (d) =>
      d.moneda === 'MXN' &&
      hasAttribute(d.node, 'TipoCambio') &&
      !/^0*1(\.0+)?$/.test(valueOf(d.node, 'TipoCambio')) &&
      placeOf(d.node, 'TipoCambio'),
  ),
  rule40(
    115,
    'Falta TipoCambio: la Moneda no es MXN ni XXX.',
    'TipoCambio is missing: the Moneda is neither MXN nor XXX.',
    (d) =>
      d.moneda !== 'MXN' &&
      d.moneda !== 'XXX' &&
      !hasAttribute(d.node, 'TipoCambio') &&
      placeOf(d.node, 'TipoCambio'),
  ),
  rule40(
    116,
    'Con Moneda XXX no debe registrarse TipoCambio.',
    'Leave out TipoCambio with Moneda XXX.',
    (d) => d.moneda === 'XXX' && hasAttribute(d.node, 'TipoCambio') && placeOf(d.node, 'TipoCambio'),
  ),
  rule40(
    120,
    'El Total rebasa el límite de su tipo de comprobante (c_TipoDeComprobante) y falta la Confirmacion.',
    'The Total is above the limit of its type (c_TipoDeComprobante) and the Confirmacion is missing.',
    (d) => exceedsLimit(d) && !hasAttribute(d.node, 'Confirmacion') && placeOf(d.node, 'Total'),
  ),
  rule40(
    121,
    'El TipoDeComprobante no está en c_TipoDeComprobante.',
    'The TipoDeComprobante is not in c_TipoDeComprobante.',
    (d) => outsideOf(d, 'TipoDeComprobante', tiposDeComprobante),
  ),
  rule40(
    122,
    'Con Exportacion 02 debe existir el complemento de comercio exterior.',
    'With Exportacion 02 the complement of foreign trade must exist.',
    (d) => valueOf(d.node, 'Exportacion') === '02' && !d.exterior && placeOf(d.node, 'Exportacion'),
  ),
  rule40(
    123,
    'La Exportacion no está en c_Exportacion a la fecha del comprobante.',
    'The Exportacion is not in c_Exportacion at the date of the document.',
    (d) => outsideOf(d, 'Exportacion', exportaciones),
  ),
  rule40(124, 'El MetodoPago no está en c_MetodoPago.', 'The MetodoPago is not in c_MetodoPago.', (d) =>
    outsideOf(d, 'MetodoPago', metodosPago),
  ),
  rule40(
    125,
    'En los comprobantes de traslado y de pago no debe registrarse MetodoPago.',
    'Leave out MetodoPago in transfers and payments.',
    (d) => lacksImportes(d) && hasAttribute(d.node, 'MetodoPago') && placeOf(d.node, 'MetodoPago'),
  ),
  rule40(
    126,
    'El LugarExpedicion no está en c_CodigoPostal a la fecha del comprobante.',
    'The LugarExpedicion is not in c_CodigoPostal at the date of the document.',
    (d, { accepts }) =>
      !accepts('codigosPostales', valueOf(d.node, 'LugarExpedicion')) && placeOf(d.node, 'LugarExpedicion'),
  ),
  // Whether an exchange rate is in its range is not known here: only amounts in pesos, or in none, are told.
  rule40(
    127,
    'No debe registrarse Confirmacion, porque TipoCambio y Total están dentro de los límites.',
    'Leave out Confirmacion, because TipoCambio and Total are within their limits.',
    (d) =>
      hasAttribute(d.node, 'Confirmacion') &&
      (d.moneda === 'MXN' || d.moneda === 'XXX') &&
      (hasImportes(d) || lacksImportes(d)) &&
      !exceedsLimit(d) &&
      placeOf(d.node, 'Confirmacion'),
  ),
];
