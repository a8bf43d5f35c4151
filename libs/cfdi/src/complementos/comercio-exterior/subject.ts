import { parseDecimal } from '#kernel';
import type { LargeCatalogues } from '#sat';
import type { XmlNode } from '../../parsed.js';
import type { RuleContext } from '../../rules/rule.js';
import { collapse } from '../../text.js';

/** What the rules of Comercio Exterior look at, found once per document. */
export interface Exportacion {
  readonly cce: XmlNode;
  readonly root: XmlNode;
  /** Day of the document, for the catalogues. */
  readonly fecha: string;
  readonly tipo: string;
  readonly motivo: string;
  readonly conceptos: readonly XmlNode[];
  readonly mercancias: readonly XmlNode[];
  /** Lines and goods by NoIdentificacion. */
  readonly conceptosOf: ReadonlyMap<string, readonly XmlNode[]>;
  readonly mercanciasOf: ReadonlyMap<string, readonly XmlNode[]>;
  /** Goods that come again with the same NoIdentificacion and tariff code. */
  readonly repeated: ReadonlySet<XmlNode>;
  readonly large: LargeCatalogues | undefined;
}

/** The value of an attribute with its white space collapsed; '' where there is none. */
export const valueOf = (node: XmlNode | undefined, name: string): string =>
  collapse(node?.attributes[name] ?? '');

export const hasAttribute = (node: XmlNode | undefined, name: string): boolean =>
  node?.attributes[name] !== undefined;

/** Decimals with which amounts are computed here: beyond those of every attribute. */
export const SCALE = 12;

/** An attribute as a number scaled by 10^12; zero where it is none. */
export const numberOf = (node: XmlNode | undefined, name: string): bigint =>
  parseDecimal(valueOf(node, name), SCALE) ?? 0n;

/** Children of a name, in the element's own namespace. */
export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name && child.namespace === node.namespace) ?? [];

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  childrenOf(node, name)[0];

function groupByIdentificacion(nodes: readonly XmlNode[]): ReadonlyMap<string, readonly XmlNode[]> {
  const groups = new Map<string, XmlNode[]>();
  for (const node of nodes) {
    const key = valueOf(node, 'NoIdentificacion');
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

function repeatedIn(mercancias: readonly XmlNode[]): ReadonlySet<XmlNode> {
  const views = new Set<string>();
  return new Set(
    mercancias.filter((node) => {
      const key = `${valueOf(node, 'FraccionArancelaria')}|${valueOf(node, 'NoIdentificacion')}`;
      const cached = views.has(key);
      views.add(key);
      return cached;
    }),
  );
}

/** Finds what the rules need in a complement's element and in the document around it. */
export function exportacionOf(cce: XmlNode, { root, large }: RuleContext): Exportacion {
  const conceptos = childrenOf(childOf(root, 'Conceptos'), 'Concepto');
  const mercancias = childrenOf(childOf(cce, 'Mercancias'), 'Mercancia');
  return {
    ...{ cce, root, conceptos, mercancias, large },
    fecha: valueOf(root, 'Fecha'),
    tipo: valueOf(root, 'TipoDeComprobante'),
    motivo: valueOf(cce, 'MotivoTraslado'),
    conceptosOf: groupByIdentificacion(
      conceptos.filter((concepto) => hasAttribute(concepto, 'NoIdentificacion')),
    ),
    mercanciasOf: groupByIdentificacion(mercancias),
    repeated: repeatedIn(mercancias),
  };
}
