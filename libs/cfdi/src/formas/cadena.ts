import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import type { ElementoForma, Paso } from './forma.js';

/** Notes the values of what is inside an element that belongs to other standards. */
export type ValoresDeLibre = (libre: Nodo, valores: string[]) => void;

/**
 * What an element adds to the cadena original, by its standard's stylesheet: a required attribute gives "|" and its
 * value even where it is missing, an optional one only where it exists; white space is normalized (Anexo 20).
 */
export function cadenaDe(forma: ElementoForma, nodo: Nodo): string {
  const valores: string[] = [];
  anotarValores(forma, nodo, valores);
  return valores.length === 0 ? '' : `|${valores.join('|')}`;
}

/**
 * Notes the values that an element adds, in their order: thousands of lines are joined once, not line by line. What is
 * inside of Complemento and ComplementoConcepto is for `deLibre` to note.
 */
export function anotarValores(
  forma: ElementoForma,
  nodo: Nodo,
  valores: string[],
  deLibre?: ValoresDeLibre,
): void {
  for (const paso of forma.pasos) {
    if (paso.clase === 'atributo') {
      const valor = nodo.atributos[paso.nombre];
      if (valor !== undefined) valores.push(collapse(valor));
      else if (paso.requerido) valores.push('');
    } else if (paso.clase === 'hijos') {
      const antes = valores.length;
      anotarCamino(paso, 0, nodo, valores, deLibre);
      if (paso.siempre && valores.length === antes) valores.push('');
    } else if (nodo.texto !== undefined) valores.push(collapse(nodo.texto));
    else if (paso.requerido) valores.push('');
  }
  if (forma.libre) deLibre?.(nodo, valores);
}

type PasoDeHijos = Extract<Paso, { readonly clase: 'hijos' }>;

/** The elements at a path of child names, in the document's order. */
function anotarCamino(
  paso: PasoDeHijos,
  desde: number,
  nodo: Nodo,
  valores: string[],
  deLibre: ValoresDeLibre | undefined,
): void {
  const { camino, elemento } = paso;
  const nombre = camino[desde];
  const ultimo = desde === camino.length - 1;
  for (const hijo of nodo.hijos)
    if (hijo.nombre === nombre && hijo.espacio === nodo.espacio) {
      if (ultimo) anotarValores(elemento, hijo, valores, deLibre);
      else anotarCamino(paso, desde + 1, hijo, valores, deLibre);
    }
}
