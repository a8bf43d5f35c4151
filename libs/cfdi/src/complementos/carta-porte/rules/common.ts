import { decimal, parseDecimal } from '#kernel';
import type { XmlNode } from '../../../parsed.js';
import { placeOf, rule, type Place, type Rule } from '../../../rules/rule.js';
import type { CartaPorteContext } from './view.js';

/** A rule of Carta Porte. */
export type CpRule<T> = Rule<T, CartaPorteContext>;

export const cpRule = <T>(code: string, es: string, en: string, breaks: CpRule<T>['breaks']): CpRule<T> =>
  rule<T, CartaPorteContext>(code, es, en, breaks);

export const hasAttribute = (node: XmlNode, name: string): boolean => node.attributes[name] !== undefined;

/** Where an attribute that must be there is missing. */
export const requireAttribute = (node: XmlNode, name: string, required = true): Place | false =>
  required && !hasAttribute(node, name) && placeOf(node, name);

/** Where an attribute that may not be there is. */
export const forbidAttribute = (node: XmlNode, name: string, notChecked = true): Place | false =>
  notChecked && hasAttribute(node, name) && placeOf(node, name);

/** Where an attribute is missing although it must be there, or there although it may not. */
export const onlyIf = (node: XmlNode, name: string, required: boolean): Place | false =>
  hasAttribute(node, name) !== required && placeOf(node, name);

/** The RFC of residents abroad. */
const FOREIGN = 'XEXX010101000';

/**
 * The two rules for a party that may live abroad: a foreign number only with the generic RFC, and its country with it.
 */
export function extranjeroRules(
  [ofNumber, ofResidencia]: readonly [ofNumber: string, ofResidencia: string],
  rfc: string,
  number: string,
  residencia: string,
): readonly CpRule<XmlNode>[] {
  return [
    cpRule<XmlNode>(
      ofNumber,
      `${number} debe registrarse con el RFC genérico de extranjeros (${FOREIGN}), y no con un RFC nacional.`,
      `Give ${number} with the generic RFC of foreigners (${FOREIGN}), and not with a national RFC.`,
      (one) => {
        const given = one.attributes[rfc];
        return given !== undefined && onlyIf(one, number, given === FOREIGN);
      },
    ),
    cpRule<XmlNode>(
      ofResidencia,
      `${residencia} debe registrarse con ${number}, solo con él, y ser un país distinto de México.`,
      `Give ${residencia} with ${number}, and only with it: a country other than Mexico.`,
      (one) =>
        onlyIf(one, residencia, hasAttribute(one, number)) ||
        (one.attributes[residencia] === 'MEX' && placeOf(one, residencia)),
    ),
  ];
}

/** An attribute as micros; zero where it is absent or no number. */
export const numberOf = (node: XmlNode, name: string): bigint =>
  parseDecimal(node.attributes[name] ?? '0') ?? decimal(0);

export const sumOf = (nodes: readonly XmlNode[], name: string): bigint =>
  nodes.reduce((total, one) => total + numberOf(one, name), 0n);
