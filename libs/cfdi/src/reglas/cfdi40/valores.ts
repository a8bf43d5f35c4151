import type { Nodo } from '../../parsed.js';
import { collapse } from '../../text.js';

/** An attribute's value with its white space collapsed, as the schema takes it; '' where it is missing. */
export function valor(nodo: Nodo | undefined, nombre: string): string {
  const texto = nodo?.atributos[nombre];
  return texto === undefined ? '' : collapse(texto);
}

export const tiene = (nodo: Nodo | undefined, nombre: string): boolean =>
  nodo?.atributos[nombre] !== undefined;

/** The first child of a name in the element's own namespace. */
export function hijo(nodo: Nodo | undefined, nombre: string): Nodo | undefined {
  if (nodo !== undefined)
    for (const uno of nodo.hijos) if (uno.nombre === nombre && uno.espacio === nodo.espacio) return uno;
  return undefined;
}
