import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import type { ElementoForma, Paso } from './forma.js';

/** Notes what is inside an element that belongs to other standards. */
export type DeLibre = (libre: Nodo, cadena: Cadena) => void;

/** A cadena original on its way: values wait to be joined some hundreds at a time. */
export interface Cadena {
  texto: string;
  valores: string[];
}

export const cadenaVacia = (): Cadena => ({ texto: '', valores: [] });

/** Joins the values that wait; what there is so far, each value after a "|". */
export function juntar(cadena: Cadena): string {
  if (cadena.valores.length > 0) {
    cadena.texto += `|${cadena.valores.join('|')}`;
    cadena.valores = [];
  }
  return cadena.texto;
}

/**
 * What an element adds to the cadena original, by its standard's stylesheet: a required attribute gives "|" and its
 * value even where it is missing, an optional one only where it exists; white space is normalized (Anexo 20).
 */
export function cadenaDe(forma: ElementoForma, nodo: Nodo): string {
  const cadena = cadenaVacia();
  anotar(forma, nodo, cadena);
  return juntar(cadena);
}

/** Notes an element's values; what is inside of Complemento and ComplementoConcepto is for `deLibre` to note. */
export function anotar(forma: ElementoForma, nodo: Nodo, cadena: Cadena, deLibre?: DeLibre): void {
  for (const paso of forma.pasos) {
    if (paso.clase === 'atributo') {
      const valor = nodo.atributos[paso.nombre];
      if (valor !== undefined) cadena.valores.push(normal(valor));
      else if (paso.requerido) cadena.valores.push('');
    } else if (paso.clase === 'hijos') {
      const { texto, valores } = cadena;
      const antes = valores.length;
      anotarCamino(paso, 0, nodo, cadena, deLibre);
      if (paso.siempre && cadena.texto === texto && cadena.valores.length === antes) valores.push('');
    } else if (nodo.texto !== undefined) cadena.valores.push(normal(nodo.texto));
    else if (paso.requerido) cadena.valores.push('');
  }
  if (forma.libre) deLibre?.(nodo, cadena);
}

/** Most values have no white space at all. */
function normal(valor: string): string {
  for (let i = 0; i < valor.length; i += 1) if (valor.charCodeAt(i) <= 32) return collapse(valor);
  return valor;
}

type PasoDeHijos = Extract<Paso, { readonly clase: 'hijos' }>;

/** Values that wait at most, give or take an element's own. */
const MUCHOS = 500;

/** The elements at a path of child names, in the document's order. */
function anotarCamino(
  paso: PasoDeHijos,
  desde: number,
  nodo: Nodo,
  cadena: Cadena,
  deLibre: DeLibre | undefined,
): void {
  const { camino, elemento } = paso;
  const { hijos, espacio } = nodo;
  const nombre = camino[desde];
  const ultimo = desde === camino.length - 1;
  for (const hijo of hijos)
    if (hijo.nombre === nombre && hijo.espacio === espacio) {
      if (ultimo) anotar(elemento, hijo, cadena, deLibre);
      else anotarCamino(paso, desde + 1, hijo, cadena, deLibre);
      if (cadena.valores.length > MUCHOS) juntar(cadena);
    }
}
