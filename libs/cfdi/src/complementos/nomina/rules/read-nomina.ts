import { parseDecimal } from '#kernel';
import type { XmlNode } from '../../../parsed.js';
import type { RuleContext, Place, RfcRegister } from '../../../rules/rule.js';

/** A payroll's element with what its rules ask for again and again, found once. */
export interface ReadNomina {
  readonly nomina: XmlNode;
  /** cfdi:Comprobante. */
  readonly root: XmlNode;
  /** Local date and time of issue: the catalogues and the edition of the matrix are those of then. */
  readonly fecha: string;
  /** Every payroll of the document: one may pay wages, and another a severance. */
  readonly nominas: readonly XmlNode[];
  readonly emisor: XmlNode | undefined;
  readonly receptor: XmlNode | undefined;
  readonly percepciones: XmlNode | undefined;
  readonly deducciones: XmlNode | undefined;
  readonly otrosPagos: XmlNode | undefined;
  readonly incapacidades: XmlNode | undefined;
  /** What is in Percepciones, Deducciones, OtrosPagos and Incapacidades. */
  readonly lists: {
    readonly percepciones: readonly XmlNode[];
    readonly deducciones: readonly XmlNode[];
    readonly otrosPagos: readonly XmlNode[];
    readonly incapacidades: readonly XmlNode[];
  };
  readonly register: RfcRegister | undefined;
}

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((one) => one.name === name);

export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((one) => one.name === name) ?? [];

export const attributeOf = (node: XmlNode | undefined, name: string): string | undefined =>
  node?.attributes[name];

/** An amount in micros; zero where it is missing. */
export const importeOf = (node: XmlNode | undefined, name: string): bigint =>
  parseDecimal(node?.attributes[name] ?? '0') ?? 0n;

/** The sum of some attributes over some elements, in micros. */
export const sumOf = (nodes: readonly XmlNode[], ...names: readonly string[]): bigint =>
  nodes.reduce((total, node) => names.reduce((sum, name) => sum + importeOf(node, name), total), 0n);

/** The place, where there is something wrong with it. */
export const when = (broken: boolean, node: XmlNode | undefined, name?: string): Place | false =>
  broken && node !== undefined && (name === undefined ? { node } : { node, name });

export function readNode(nomina: XmlNode, { root, register }: RuleContext): ReadNomina {
  const percepciones = childOf(nomina, 'Percepciones');
  const deducciones = childOf(nomina, 'Deducciones');
  const otrosPagos = childOf(nomina, 'OtrosPagos');
  const incapacidades = childOf(nomina, 'Incapacidades');
  return {
    ...{ nomina, root, register, percepciones, deducciones, otrosPagos, incapacidades },
    fecha: attributeOf(root, 'Fecha') ?? '',
    nominas: childrenOf(root, 'Complemento').flatMap(({ children: complementos }) =>
      complementos.filter(({ name, namespace }) => name === 'Nomina' && namespace === nomina.namespace),
    ),
    emisor: childOf(nomina, 'Emisor'),
    receptor: childOf(nomina, 'Receptor'),
    lists: {
      percepciones: childrenOf(percepciones, 'Percepcion'),
      deducciones: childrenOf(deducciones, 'Deduccion'),
      otrosPagos: childrenOf(otrosPagos, 'OtroPago'),
      incapacidades: childrenOf(incapacidades, 'Incapacidad'),
    },
  };
}

/** What a payroll pays: TotalPercepciones + TotalOtrosPagos. */
export const toPaidPart = (nominas: readonly XmlNode[]): bigint =>
  sumOf(nominas, 'TotalPercepciones', 'TotalOtrosPagos');

/** RFCs for the public in general and for residents abroad: no taxpayer is registered under them. */
const GENERIC_RFCS = ['XAXX010101000', 'XEXX010101000'];

/** Whether an RFC is known not to be in the tax authority's list (l_RFC). */
export const isUnregistered = (rfc: string | undefined, { register }: ReadNomina): boolean =>
  rfc !== undefined && !GENERIC_RFCS.includes(rfc) && register?.find(rfc) === 'no_inscrito';
