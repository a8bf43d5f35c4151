import {
  exportaciones,
  formasPago,
  metodosPago,
  monedas,
  tiposDeComprobante,
  type Catalogue,
  type CatalogueEntry,
} from '#sat';
import { lugar, type Lugar } from '../regla.js';
import { regla40, type Regla40 } from './contexto.js';
import { conImportes, sinImportes, type Documento } from './documento.js';
import { tiene, valor } from './valores.js';

/** Rules of payment, currency, type, export, place of issue and confirmation. */

/** An attribute that exists and whose key is not in its catalogue at the document's date. */
const fueraDe = <E extends CatalogueEntry>(
  { nodo, fecha }: Documento,
  nombre: string,
  catalogo: Catalogue<E>,
): Lugar | false => tiene(nodo, nombre) && !catalogo.has(valor(nodo, nombre), fecha) && lugar(nodo, nombre);

/** 10^18 and 10^6 of micros in the catalogue's own text: the comparison is of digits, not of floats. */
const excede = (total: string, maximo: string): boolean => {
  const [entero = '', fraccion = ''] = total.split('.');
  const [enteroMax = '', fraccionMax = ''] = maximo.split('.');
  const ceros = (texto: string): string => texto.padStart(18, '0');
  return ceros(entero) + fraccion.padEnd(6, '0') > ceros(enteroMax) + fraccionMax.padEnd(6, '0');
};

/** Whether the Total is larger than its type may be without a Confirmacion (c_TipoDeComprobante). */
const pasaDelLimite = ({ nodo, tipo }: Documento): boolean => {
  const maximo = tiposDeComprobante.find(tipo)?.valorMaximo;
  return maximo !== undefined && excede(valor(nodo, 'Total'), maximo);
};

export const reglasEncabezado: readonly Regla40<Documento>[] = [
  regla40(
    103,
    'Los comprobantes de traslado, nómina y pago no llevan FormaPago.',
    'Transfers, payrolls and payments have no FormaPago.',
    (d) => /^[TNP]$/.test(d.tipo) && tiene(d.nodo, 'FormaPago') && lugar(d.nodo, 'FormaPago'),
  ),
  regla40(
    104,
    'La FormaPago no está en c_FormaPago a la fecha del comprobante.',
    'The FormaPago is not in c_FormaPago at the date of the document.',
    (d) => fueraDe(d, 'FormaPago', formasPago),
  ),
  regla40(
    105,
    'Con MetodoPago PPD la FormaPago debe ser 99.',
    'With MetodoPago PPD the FormaPago must be 99.',
    (d) =>
      /^[IE]$/.test(d.tipo) &&
      valor(d.nodo, 'MetodoPago') === 'PPD' &&
      valor(d.nodo, 'FormaPago') !== '99' &&
      lugar(d.nodo, 'FormaPago'),
  ),
  regla40(
    113,
    'La Moneda no está en c_Moneda a la fecha del comprobante.',
    'The Moneda is not in c_Moneda at the date of the document.',
    (d) => fueraDe(d, 'Moneda', monedas),
  ),
  regla40(
    114,
    'Con Moneda MXN el TipoCambio solo puede ser 1.',
    'With Moneda MXN the TipoCambio can only be 1.',
    (d) =>
      d.moneda === 'MXN' &&
      tiene(d.nodo, 'TipoCambio') &&
      !/^0*1(\.0+)?$/.test(valor(d.nodo, 'TipoCambio')) &&
      lugar(d.nodo, 'TipoCambio'),
  ),
  regla40(
    115,
    'Falta TipoCambio: la Moneda no es MXN ni XXX.',
    'TipoCambio is missing: the Moneda is neither MXN nor XXX.',
    (d) =>
      d.moneda !== 'MXN' && d.moneda !== 'XXX' && !tiene(d.nodo, 'TipoCambio') && lugar(d.nodo, 'TipoCambio'),
  ),
  regla40(
    116,
    'Con Moneda XXX no se registra TipoCambio.',
    'With Moneda XXX there is no TipoCambio.',
    (d) => d.moneda === 'XXX' && tiene(d.nodo, 'TipoCambio') && lugar(d.nodo, 'TipoCambio'),
  ),
  regla40(
    120,
    'El Total rebasa el límite de su tipo de comprobante (c_TipoDeComprobante) y falta la Confirmacion.',
    'The Total is above the limit of its type (c_TipoDeComprobante) and the Confirmacion is missing.',
    (d) => pasaDelLimite(d) && !tiene(d.nodo, 'Confirmacion') && lugar(d.nodo, 'Total'),
  ),
  regla40(
    121,
    'El TipoDeComprobante no está en c_TipoDeComprobante.',
    'The TipoDeComprobante is not in c_TipoDeComprobante.',
    (d) => fueraDe(d, 'TipoDeComprobante', tiposDeComprobante),
  ),
  regla40(
    122,
    'Con Exportacion 02 debe existir el complemento de comercio exterior.',
    'With Exportacion 02 the complement of foreign trade must exist.',
    (d) => valor(d.nodo, 'Exportacion') === '02' && !d.exterior && lugar(d.nodo, 'Exportacion'),
  ),
  regla40(
    123,
    'La Exportacion no está en c_Exportacion a la fecha del comprobante.',
    'The Exportacion is not in c_Exportacion at the date of the document.',
    (d) => fueraDe(d, 'Exportacion', exportaciones),
  ),
  regla40(124, 'El MetodoPago no está en c_MetodoPago.', 'The MetodoPago is not in c_MetodoPago.', (d) =>
    fueraDe(d, 'MetodoPago', metodosPago),
  ),
  regla40(
    125,
    'Los comprobantes de traslado y de pago no llevan MetodoPago.',
    'Transfers and payments have no MetodoPago.',
    (d) => sinImportes(d) && tiene(d.nodo, 'MetodoPago') && lugar(d.nodo, 'MetodoPago'),
  ),
  regla40(
    126,
    'El LugarExpedicion no está en c_CodigoPostal a la fecha del comprobante.',
    'The LugarExpedicion is not in c_CodigoPostal at the date of the document.',
    (d, { admite }) =>
      !admite('codigosPostales', valor(d.nodo, 'LugarExpedicion')) && lugar(d.nodo, 'LugarExpedicion'),
  ),
  // Whether an exchange rate is in its range is not known here: only amounts in pesos, or in none, are told.
  regla40(
    127,
    'La Confirmacion sobra: TipoCambio y Total están en sus límites.',
    'The Confirmacion has no reason: TipoCambio and Total are within their limits.',
    (d) =>
      tiene(d.nodo, 'Confirmacion') &&
      (d.moneda === 'MXN' || d.moneda === 'XXX') &&
      (conImportes(d) || sinImportes(d)) &&
      !pasaDelLimite(d) &&
      lugar(d.nodo, 'Confirmacion'),
  ),
];
