import { lugar, regla, type Lugar, type Regla } from '../../reglas/regla.js';
import type { Nodo } from '../../parsed.js';
import { hijosDe, numero, valor } from './escrito.js';

/** The document around a complement of payments: every value of it is fixed (CRP20101 to CRP20123). */

const debe = (codigo: string, nombre: string, esperado: string): Regla<Nodo, unknown> =>
  regla(
    codigo,
    `${nombre} debe ser ${esperado} en un comprobante de pago.`,
    `${nombre} must be ${esperado} in a payment document.`,
    (nodo) => valor(nodo, nombre) !== esperado && lugar(nodo, nombre),
  );

const cero = (codigo: string, nombre: string): Regla<Nodo, unknown> =>
  regla(
    codigo,
    `${nombre} debe ser 0 en un comprobante de pago.`,
    `${nombre} must be 0 in a payment document.`,
    (nodo) => numero(nodo, nombre) !== 0n && lugar(nodo, nombre),
  );

const sobra = (codigo: string, nombre: string): Regla<Nodo, unknown> =>
  regla(
    codigo,
    `${nombre} no se registra en un comprobante de pago.`,
    `${nombre} is not given in a payment document.`,
    (nodo) => nodo.atributos[nombre] !== undefined && lugar(nodo, nombre),
  );

/** Of cfdi:Comprobante. */
export const reglasDelSobre: readonly Regla<Nodo, unknown>[] = [
  debe('CRP20101', 'TipoDeComprobante', 'P'),
  debe('CRP20102', 'Exportacion', '01'),
  cero('CRP20103', 'SubTotal'),
  debe('CRP20104', 'Moneda', 'XXX'),
  sobra('CRP20105', 'FormaPago'),
  sobra('CRP20106', 'MetodoPago'),
  sobra('CRP20107', 'CondicionesDePago'),
  sobra('CRP20108', 'Descuento'),
  sobra('CRP20109', 'TipoCambio'),
  cero('CRP20110', 'Total'),
  regla(
    'CRP20111',
    'Un comprobante de pago tiene un solo concepto.',
    'A payment document has one item only.',
    (nodo) => conceptosDe(nodo).length !== 1 && lugar(nodo, 'Conceptos'),
  ),
  regla(
    'CRP20123',
    'Un comprobante de pago no lleva el resumen de impuestos.',
    'A payment document has no summary of taxes.',
    (nodo) => hijosDe(nodo, 'Impuestos').length > 0 && lugar(nodo, 'Impuestos'),
  ),
];

/** Of its only cfdi:Concepto. */
export const reglasDelConcepto: readonly Regla<Nodo, unknown>[] = [
  regla(
    'CRP20112',
    'El concepto de un comprobante de pago no lleva más apartado que ACuentaTerceros.',
    'The item of a payment document carries nothing but ACuentaTerceros.',
    (nodo): Lugar | undefined => {
      const extra = nodo.hijos.find(({ nombre }) => nombre !== 'ACuentaTerceros');
      return extra && lugar(nodo, extra.nombre);
    },
  ),
  debe('CRP20113', 'ClaveProdServ', '84111506'),
  sobra('CRP20114', 'NoIdentificacion'),
  debe('CRP20115', 'Cantidad', '1'),
  debe('CRP20116', 'ClaveUnidad', 'ACT'),
  sobra('CRP20117', 'Unidad'),
  debe('CRP20118', 'Descripcion', 'Pago'),
  cero('CRP20119', 'ValorUnitario'),
  cero('CRP20120', 'Importe'),
  sobra('CRP20121', 'Descuento'),
  debe('CRP20122', 'ObjetoImp', '01'),
];

export const conceptosDe = (raiz: Nodo): readonly Nodo[] =>
  hijosDe(raiz, 'Conceptos').flatMap((conceptos) => hijosDe(conceptos, 'Concepto'));
