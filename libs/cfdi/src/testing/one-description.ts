import { isDeepStrictEqual } from 'node:util';
import type { BuiltComplemento } from '../complementos/complemento.js';
import type { Comprobante } from '../comprobante.js';
import type { Complementos } from '../document/node.js';
import type { Seals } from '../document/seals.js';
import { appendCadena, createCadena, joinCadena } from '../schemas/cadena.js';
import { findStandard, type Destination } from '../schemas/standards/index.js';
import type { ElementSchema } from '../schemas/schema.js';
import { findDefects } from '../schemas/check.js';
import { readXml } from '../reading/nodes.js';
import type { XmlNode } from '../parsed.js';
import { full, FULL_SEALS } from './complete.js';

/** The five that know CFDI 4.0, each by itself: one of them may be another than the rest. */
export interface Five {
  readonly table: ElementSchema;
  readonly xml: (c: Comprobante, seals: Seals) => string;
  readonly cadena: (c: Comprobante, noCertificado: string) => string;
  readonly node: (c: Comprobante, complementos: Complementos) => XmlNode;
  readonly read: (xml: string) => { readonly comprobante: Comprobante; readonly sellado: Seals } | undefined;
}

/**
 * Who of the five says something else than the others about the complete document: the table about its XML (all that
 * it names is there, in its order, and holds), the table about its cadena, the element about the XML, the reader about
 * the model.
 */
export function findDisagreements({ table, xml, cadena, node, read: readBack }: Five): string[] {
  const written = xml(full, FULL_SEALS);
  const read = readXml(written);
  if (!read.ok) return ['xml: unreadable'];
  const root = read.value;
  const out = [
    ...findMissing(table, root),
    ...findDefects(table, root).map(({ kind, attribute, child }) => `tabla: ${kind} ${attribute ?? child}`),
  ];
  if (cadena(full, FULL_SEALS.noCertificado) !== writeCadenaFromTable(table, root))
    out.push('cadena: not that of the table');
  if (JSON.stringify(node(full, complementosEn(root))) !== JSON.stringify(withoutSello(root)))
    out.push('nodo: not that of the XML');
  const expected = { comprobante: full, sellado: FULL_SEALS };
  if (!isDeepStrictEqual(dropAbsent(readBack(written)), dropAbsent(expected)))
    out.push('read: not what was written');
  return out;
}

const ownAttributes = ({ attributes }: XmlNode): readonly string[] =>
  Object.keys(attributes).filter((name) => !name.includes(':'));

/** Elements of the table without all of their attributes and children, or in another order. */
function findMissing(schema: ElementSchema, node: XmlNode): string[] {
  const out: string[] = [];
  const required = [...schema.attributes.keys()].join(' ');
  if (ownAttributes(node).join(' ') !== required) out.push(`xml: ${schema.name} has not ${required}`);
  if (schema.open) return out;
  const children = [...new Set(node.children.map(({ name }) => name))].join(' ');
  const must = schema.children.map(({ element }) => element.name).join(' ');
  if (children !== must) out.push(`xml: ${schema.name} has not >${must}`);
  for (const { element } of schema.children)
    for (const child of node.children)
      if (child.name === element.name) out.push(...findMissing(element, child));
  return out;
}

/** The cadena original of what was read, by the tables alone. */
function writeCadenaFromTable(table: ElementSchema, root: XmlNode): string {
  const cadena = createCadena();
  appendCadena(table, root, cadena, (open) => {
    if (open.name === 'Addenda') return;
    for (const { standard, node } of builtOf(open)) appendCadena(standard.root, node, cadena);
  });
  return `|${joinCadena(cadena)}||`;
}

const destinationOf = ({ name }: XmlNode): Destination =>
  name === 'ComplementoConcepto' ? 'concepto' : 'comprobante';

const builtOf = (open: XmlNode): readonly BuiltComplemento[] =>
  open.children.flatMap((node) => {
    const standard = findStandard(node, destinationOf(open));
    return standard ? [{ standard, node }] : [];
  });

const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

/** The complements of a document as the element of a built comprobante wants them. */
export function complementosOf(xml: string): Complementos {
  const read = readXml(xml);
  return read.ok ? complementosEn(read.value) : { ofComprobante: [], ofConceptos: new Map() };
}

function complementosEn(root: XmlNode): Complementos {
  const conceptos = childrenOf(childrenOf(root, 'Conceptos')[0], 'Concepto');
  return {
    ofComprobante: childrenOf(root, 'Complemento').flatMap(builtOf),
    ofConceptos: new Map(
      conceptos.flatMap((concepto, i) =>
        childrenOf(concepto, 'ComplementoConcepto').flatMap((open) =>
          builtOf(open).map((built) => [i, built] as const),
        ),
      ),
    ),
  };
}

/** A document as the element of a built comprobante has it: no seal, no addenda, no declarations. */
function withoutSello(root: XmlNode): XmlNode {
  const attributes = Object.fromEntries(
    ownAttributes(root).map((name) => [
      name,
      /^(Sello|NoCertificado|Certificado)$/.test(name) ? '' : root.attributes[name],
    ]),
  ) as Record<string, string>;
  return { ...root, attributes, children: root.children.filter(({ name }) => name !== 'Addenda') };
}

/** An undefined field counts as absent. */
const dropAbsent = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
