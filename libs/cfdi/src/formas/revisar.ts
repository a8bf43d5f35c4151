import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import type { AtributoForma, ElementoForma } from './forma.js';

/** What is wrong with an element against its table, and where: what XSD validation would say. */
export interface Defecto {
  readonly clase: 'falta' | 'sobra' | 'valor' | 'orden' | 'cantidad';
  /** The element that is wrong, or whose attribute or child it is. */
  readonly nodo: Nodo;
  readonly atributo?: string;
  /** The name of the child that is missing, one too many, or in the wrong place. */
  readonly hijo?: string;
  /** What a value should look like. */
  readonly esperado?: string;
}

/**
 * Every defect of an element and of what is inside, in the document's order; it stops at `limite`. Attributes in a
 * namespace (xsi:schemaLocation) and namespace declarations are not the table's business.
 */
export function defectosDe(forma: ElementoForma, nodo: Nodo, limite = Infinity): Defecto[] {
  const out: Defecto[] = [];
  revisar(forma, nodo, out, limite);
  return out;
}

function revisar(forma: ElementoForma, nodo: Nodo, out: Defecto[], limite: number): void {
  const { atributos } = nodo;
  let presentes = 0;
  for (const name in atributos) {
    const atributo = forma.atributos.get(name);
    if (atributo === undefined) {
      if (!name.includes(':') && name !== 'xmlns') out.push({ clase: 'sobra', nodo, atributo: name });
    } else {
      if (atributo.requerido) presentes += 1;
      if (!vale(atributo, atributos[name] as string))
        out.push({ clase: 'valor', nodo, atributo: name, esperado: atributo.tipo.esperado });
    }
  }
  if (presentes < forma.requeridos)
    for (const { nombre, requerido } of forma.atributos.values())
      if (requerido && atributos[nombre] === undefined) out.push({ clase: 'falta', nodo, atributo: nombre });
  if (forma.texto && !forma.texto.prueba(collapse(nodo.texto ?? '')))
    out.push({ clase: 'valor', nodo, esperado: forma.texto.esperado });
  if (!forma.libre && out.length < limite) revisarHijos(forma, nodo, out, limite);
}

const vale = ({ tipo }: AtributoForma, valor: string): boolean =>
  tipo.prueba(valor) || tipo.prueba(collapse(valor));

/** Children come in the order of the table, each as often as it may. */
function revisarHijos(forma: ElementoForma, nodo: Nodo, out: Defecto[], limite: number): void {
  const { hijos, espacio } = nodo;
  let at = 0;
  if (forma.alternativas) revisarAlternativas(forma.alternativas, nodo, out);
  for (const { elemento, min, max } of forma.hijos) {
    let count = 0;
    for (; at < hijos.length; at += 1) {
      const hijo = hijos[at] as Nodo;
      if (hijo.nombre !== elemento.nombre || hijo.espacio !== espacio) break;
      count += 1;
      if (count > max) out.push({ clase: 'cantidad', nodo, hijo: elemento.nombre });
      revisar(elemento, hijo, out, limite);
      if (out.length >= limite) return;
    }
    if (count < min) out.push({ clase: 'falta', nodo, hijo: elemento.nombre });
  }
  const extra = hijos[at];
  if (extra) out.push({ clase: 'orden', nodo, hijo: extra.nombre });
}

/** Of the children that exclude each other, those of one name are there. */
function revisarAlternativas(
  { nombres, opcional }: NonNullable<ElementoForma['alternativas']>,
  nodo: Nodo,
  out: Defecto[],
): void {
  const presentes = nombres.filter((nombre) => nodo.hijos.some((hijo) => hijo.nombre === nombre));
  const [primero, segundo] = presentes;
  if (primero === undefined && !opcional) out.push({ clase: 'falta', nodo, hijo: nombres[0] as string });
  else if (segundo !== undefined) out.push({ clase: 'cantidad', nodo, hijo: segundo });
}
