import { formatDecimal, MICROS_SCALE, parseDecimal } from '#kernel';
import { bigints } from '../../amounts/bigints.js';
import type { XmlNode } from '../../parsed.js';
import { collapse } from '../../text.js';
import { EQUIVALENCIA_DECIMALS } from './conversion.js';

/** An amount with the currency's decimals where it is whole in them, else with six (t_Importe). */
export const formatImporte = (micros: bigint, decimals: number): string =>
  bigints.shortText(micros, decimals);

/** An equivalencia with no more of its ten decimals than it needs. */
export const formatEquivalencia = (equivalencia: bigint): string =>
  formatDecimal(equivalencia, { scale: EQUIVALENCIA_DECIMALS });

/** Decimals of a number as it is written, zeros at its end included. */
export function decimalsOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}

/** An attribute's value as XSD reads it. */
export function valueOf(node: XmlNode, name: string): string | undefined {
  const text = node.attributes[name];
  return text === undefined ? undefined : collapse(text);
}

/** An attribute that is a number, as an integer of `scale` decimals; absent where it is absent. */
export function numberOf(node: XmlNode, name: string, scale: number = MICROS_SCALE): bigint | undefined {
  const text = valueOf(node, name);
  return text === undefined ? undefined : parseDecimal(text, scale);
}

/** Children of a name in the element's own namespace. */
export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name && child.namespace === node.namespace) ?? [];
