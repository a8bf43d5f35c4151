import type { XmlNode } from '#cfdi';

/** Namespace of CFDI 4.0. */
export const CFDI = 'http://www.sat.gob.mx/cfd/4';

/** The first child of a name in the CFDI's namespace. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name && child.namespace === CFDI);
