import { placeOf, rule, type Place, type Rule } from '../../rules/rule.js';
import type { XmlNode } from '../../parsed.js';
import { childrenOf, numberOf, valueOf } from './written.js';

/** The document around a complement of payments: every value of it is fixed (CRP20101 to CRP20123). */

const mustBe = (code: string, name: string, expected: string): Rule<XmlNode, unknown> =>
  rule(
    code,
    `${name} debe ser ${expected} en un comprobante de pago.`,
    `${name} must be ${expected} in a payment document.`,
    (node) => valueOf(node, name) !== expected && placeOf(node, name),
  );

const mustBeZero = (code: string, name: string): Rule<XmlNode, unknown> =>
  rule(
    code,
    `${name} debe ser 0 en un comprobante de pago.`,
    `${name} must be 0 in a payment document.`,
    (node) => numberOf(node, name) !== 0n && placeOf(node, name),
  );

const mustBeAbsent = (code: string, name: string): Rule<XmlNode, unknown> =>
  rule(
    code,
    `${name} no se registra en un comprobante de pago.`,
    `${name} is not given in a payment document.`,
    (node) => node.attributes[name] !== undefined && placeOf(node, name),
  );

/** Of cfdi:Comprobante. */
export const envelopeRules: readonly Rule<XmlNode, unknown>[] = [
  mustBe('CRP20101', 'TipoDeComprobante', 'P'),
  mustBe('CRP20102', 'Exportacion', '01'),
  mustBeZero('CRP20103', 'SubTotal'),
  mustBe('CRP20104', 'Moneda', 'XXX'),
  mustBeAbsent('CRP20105', 'FormaPago'),
  mustBeAbsent('CRP20106', 'MetodoPago'),
  mustBeAbsent('CRP20107', 'CondicionesDePago'),
  mustBeAbsent('CRP20108', 'Descuento'),
  mustBeAbsent('CRP20109', 'TipoCambio'),
  mustBeZero('CRP20110', 'Total'),
  rule(
    'CRP20111',
    'Un comprobante de pago debe tener un solo concepto.',
    'A payment document must have exactly one item.',
    (node) => conceptosOf(node).length !== 1 && placeOf(node, 'Conceptos'),
  ),
  rule(
    'CRP20123',
    'En un comprobante de pago no debe existir el resumen de impuestos.',
    'A payment document must not have a summary of taxes.',
    (node) => childrenOf(node, 'Impuestos').length > 0 && placeOf(node, 'Impuestos'),
  ),
];

/** Of its only cfdi:Concepto. */
export const conceptoRules: readonly Rule<XmlNode, unknown>[] = [
  rule(
    'CRP20112',
    'El concepto de un comprobante de pago no debe tener más apartado que ACuentaTerceros.',
    'The item of a payment document must have no part except ACuentaTerceros.',
    (node): Place | undefined => {
      const extra = node.children.find(({ name }) => name !== 'ACuentaTerceros');
      return extra && placeOf(node, extra.name);
    },
  ),
  mustBe('CRP20113', 'ClaveProdServ', '84111506'),
  mustBeAbsent('CRP20114', 'NoIdentificacion'),
  mustBe('CRP20115', 'Cantidad', '1'),
  mustBe('CRP20116', 'ClaveUnidad', 'ACT'),
  mustBeAbsent('CRP20117', 'Unidad'),
  mustBe('CRP20118', 'Descripcion', 'Pago'),
  mustBeZero('CRP20119', 'ValorUnitario'),
  mustBeZero('CRP20120', 'Importe'),
  mustBeAbsent('CRP20121', 'Descuento'),
  mustBe('CRP20122', 'ObjetoImp', '01'),
];

export const conceptosOf = (root: XmlNode): readonly XmlNode[] =>
  childrenOf(root, 'Conceptos').flatMap((conceptos) => childrenOf(conceptos, 'Concepto'));
