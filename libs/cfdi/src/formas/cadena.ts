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
      for (const hijo of nodo.hijos)
        if (hijo.nombre === paso.nombre && hijo.espacio === nodo.espacio)
          out += cadenaDe(paso.elemento, hijo);
    } else if (nodo.texto !== undefined) out += `|${collapse(nodo.texto)}`;
    else if (paso.requerido) out += '|';
  }
  return out;
}
