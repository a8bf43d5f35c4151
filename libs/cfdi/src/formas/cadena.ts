import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import type { ElementoForma } from './forma.js';

/**
 * What an element adds to the cadena original, by its standard's stylesheet: a required attribute gives "|" and its
 * value even where it is missing, an optional one only where it exists; white space is normalized (Anexo 20).
 */
export function cadenaDe(forma: ElementoForma, nodo: Nodo): string {
  let out = '';
  for (const paso of forma.pasos) {
    if (paso.clase === 'atributo') {
      const valor = nodo.atributos[paso.nombre];
      if (valor !== undefined) out += `|${collapse(valor)}`;
      else if (paso.requerido) out += '|';
    } else if (paso.clase === 'hijos') {
      const antes = out.length;
      out += cadenaDelCamino(paso.elemento, paso.camino, 0, nodo);
      if (paso.siempre && out.length === antes) out += '|';
    } else if (nodo.texto !== undefined) out += `|${collapse(nodo.texto)}`;
    else if (paso.requerido) out += '|';
  }
  return out;
}

/** What the elements at a path of child names add, in the document's order. */
function cadenaDelCamino(forma: ElementoForma, camino: readonly string[], desde: number, nodo: Nodo): string {
  const nombre = camino[desde];
  let out = '';
  for (const hijo of nodo.hijos)
    if (hijo.nombre === nombre && hijo.espacio === nodo.espacio)
      out +=
        desde === camino.length - 1 ? cadenaDe(forma, hijo) : cadenaDelCamino(forma, camino, desde + 1, hijo);
  return out;
}
