import type { XmlNode } from '../parsed.js';
import type { Place } from '../rules/rule.js';
import * as c from './fields.js';
import { complementosOf } from './structure.js';

/** Elements of the standard with the field that holds them in the input, and the fields of their attributes. */
const OF: Readonly<Record<string, readonly [prefix: string, fields: c.FieldNames]>> = {
  CfdiRetenRelacionados: ['relacionado', c.RELACIONADO],
  Emisor: ['emisor', c.EMISOR],
  Receptor: ['receptor', { NacionalidadR: 'nacionalidad' }],
  Nacional: ['receptor', c.NACIONAL],
  Extranjero: ['receptor', c.FOREIGN],
  Periodo: ['periodo', c.PERIODO],
  Totales: ['totales', { ...c.TOTALES, ImpRetenidos: 'impRetenidos' }],
};

const contains = (node: XmlNode, one: XmlNode): boolean =>
  node === one || node.children.some((child) => contains(child, one));

/**
 * The path of buildRetencion's input for a place in a document that was read: `totales.impRetenidos[0].montoRet`. Undefined
 * for what no input says, such as a seal.
 */
export function findRetencionField(root: XmlNode, { node, name = '' }: Place): string | undefined {
  if (node === root) return { ...c.ROOT, ...c.CHILDREN }[name];
  const index = complementosOf(root).findIndex((one) => contains(one, node));
  if (index >= 0) return `complementos[${index}]`;
  if (node.name === 'ImpRetenidos') {
    const rows = root.children.find((child) => child.name === 'Totales')?.children ?? [];
    return under(`totales.impRetenidos[${rows.indexOf(node)}]`, c.IMP_RETENIDOS[name]);
  }
  const known = OF[node.name];
  return known && under(known[0], known[1][name]);
}

const under = (prefix: string, field: string | undefined): string =>
  field === undefined ? prefix : `${prefix}.${field}`;
