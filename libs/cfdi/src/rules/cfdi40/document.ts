import { monedas, objetosImp, type ObjetoImp } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import { trimZeros } from '../../amounts/compute.js';
import { implocal } from '../../schemas/standards/complementos/implocal.js';
import type { XmlNode } from '../../parsed.js';
import { collapse } from '../../text.js';
import { toFigure, type Figure, type Amount } from './figures.js';
import { childOf, valueOf } from './values.js';

/** The document's head, read once: what the rules of every part look at. */
export interface Document<T extends Amount = Amount> {
  readonly node: XmlNode;
  readonly emisor: XmlNode | undefined;
  readonly receptor: XmlNode | undefined;
  readonly global: XmlNode | undefined;
  readonly relacionados: readonly XmlNode[];
  readonly impuestos: XmlNode | undefined;
  readonly complementos: readonly XmlNode[];
  /** Local date and time of issue: catalogues are asked at this date. */
  readonly fecha: string;
  readonly tipo: string;
  readonly moneda: string;
  /** Of the currency (c_Moneda); two for a currency that is in no catalogue, which has its own code. */
  readonly decimals: number;
  readonly subTotal: Figure<T>;
  readonly descuento: Figure<T> | undefined;
  readonly total: Figure<T>;
  /** implocal: local taxes charged less those withheld. */
  readonly locales: T;
  /** Carries the complement of foreign trade. */
  readonly exterior: boolean;
}

/** Types whose lines are added up, and those whose amounts are zero. */
export const hasImportes = ({ tipo }: Document): boolean => tipo === 'I' || tipo === 'E' || tipo === 'N';
export const lacksImportes = ({ tipo }: Document): boolean => tipo === 'T' || tipo === 'P';

const COMERCIO_EXTERIOR = 'http://www.sat.gob.mx/ComercioExterior';

export function readDocument<T extends Amount>(node: XmlNode, m: Arith<T>): Document<T> {
  const montoRule = (name: string): Figure<T> => toFigure(m, node.attributes[name] ?? '0');
  const complementos = node.children
    .filter(({ name, namespace }) => name === 'Complemento' && namespace === node.namespace)
    .flatMap(({ children }) => children);
  const moneda = valueOf(node, 'Moneda');
  return {
    node,
    emisor: childOf(node, 'Emisor'),
    receptor: childOf(node, 'Receptor'),
    global: childOf(node, 'InformacionGlobal'),
    relacionados: node.children.filter(({ name }) => name === 'CfdiRelacionados'),
    impuestos: childOf(node, 'Impuestos'),
    complementos,
    fecha: valueOf(node, 'Fecha'),
    tipo: valueOf(node, 'TipoDeComprobante'),
    moneda,
    decimals: monedas.find(moneda)?.decimales ?? 2,
    subTotal: montoRule('SubTotal'),
    descuento: node.attributes['Descuento'] === undefined ? undefined : montoRule('Descuento'),
    total: montoRule('Total'),
    locales: locales(complementos, m),
    exterior: complementos.some(({ namespace }) => namespace.startsWith(COMERCIO_EXTERIOR)),
  };
}

function locales<T extends Amount>(complementos: readonly XmlNode[], m: Arith<T>): T {
  let sum = m.zero;
  for (const { name, namespace, attributes } of complementos) {
    if (namespace !== implocal.namespace || name !== implocal.root.name) continue;
    const total = (name: string): T => toFigure(m, trimZeros(valueOf({ attributes }, name) || '0')).value;
    sum = m.sub(m.add(sum, total('TotaldeTraslados')), total('TotaldeRetenciones'));
  }
  return sum;
}

/** The row of c_ObjetoImp that a key has on a day; each key is looked up once. */
export function objetosImpAt(fecha: string): (objetoImp: string) => ObjetoImp | undefined {
  const seen = new Map<string, ObjetoImp | undefined>();
  return (objetoImp) => {
    if (!seen.has(objetoImp)) {
      const key = collapse(objetoImp);
      seen.set(objetoImp, objetosImp.has(key, fecha) ? objetosImp.find(key, fecha) : undefined);
    }
    return seen.get(objetoImp);
  };
}
