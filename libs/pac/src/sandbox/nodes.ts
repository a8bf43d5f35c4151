import type { Nodo } from '#cfdi';

/** Namespace of CFDI 4.0. */
export const CFDI = 'http://www.sat.gob.mx/cfd/4';

/** The first child of a name in the CFDI's namespace. */
export const hijo = (nodo: Nodo | undefined, nombre: string): Nodo | undefined =>
  nodo?.hijos.find((child) => child.nombre === nombre && child.espacio === CFDI);
