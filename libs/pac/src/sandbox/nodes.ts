import type { PrintedReceptor, XmlNode } from '#cfdi';

/** Namespace of CFDI 4.0. */
export const CFDI = 'http://www.sat.gob.mx/cfd/4';

/** The first child of a name in the CFDI's namespace. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name && child.namespace === CFDI);

/** What the ledger knows a receiver by: an RFC, the number of a foreign one, or nothing. */
export const receiverText = (receptor: PrintedReceptor): string =>
  'rfc' in receptor ? receptor.rfc : (receptor.numRegIdTrib ?? '');
