import type { Nodo } from '../parsed.js';
import type { ContextoReglas } from '../reglas/regla.js';

/** How the rules look into the document's elements. */

export const de = ({ atributos }: Nodo, name: string): string => atributos[name] ?? '';
export const hijos = (nodo: Nodo, nombre: string): readonly Nodo[] =>
  nodo.hijos.filter((hijo) => hijo.nombre === nombre && hijo.espacio === nodo.espacio);
export const hijo = (nodo: Nodo, nombre: string): Nodo | undefined => hijos(nodo, nombre)[0];
export const fecha = ({ raiz }: ContextoReglas): string => de(raiz, 'FechaExp');
export const persona = (rfc: string): 'moral' | 'fisica' => (rfc.length === 12 ? 'moral' : 'fisica');
