import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import { compilar, type Compilada } from './compilar.js';
import type { ElementoForma } from './forma.js';
import type { Esperado, Tipo } from './tipos.js';

/** What is wrong with an element against its table, and where: what XSD validation would say. */
export interface Defecto {
  readonly clase: 'falta' | 'sobra' | 'valor' | 'orden' | 'cantidad';
  /** The element that is wrong, or whose attribute or child it is. */
  readonly nodo: Nodo;
  readonly atributo?: string;
  /** The name of the child that is missing, one too many, or in the wrong place. */
  readonly hijo?: string;
  /** What a value should look like. */
  readonly esperado?: Esperado;
}

/**
 * Every defect of an element and of what is inside, in the document's order; it stops at `limite`. Attributes in a
 * namespace (xsi:schemaLocation) and namespace declarations are not the table's business.
 */
export function defectosDe(forma: ElementoForma, nodo: Nodo, limite = Infinity): Defecto[] {
  const out: Defecto[] = [];
  revisar(compilar(forma), nodo, out, limite);
  return out;
}

function revisar(compilada: Compilada, nodo: Nodo, out: Defecto[], limite: number): void {
  const { forma } = compilada;
  const { atributos } = nodo;
  let conocidos = 0;
  for (const { nombre, requerido, tipo, rapida } of compilada.atributos) {
    const valor = atributos[nombre];
    if (valor !== undefined) {
      conocidos += 1;
      if (!rapida(valor) && !vale(tipo, valor))
        out.push({ clase: 'valor', nodo, atributo: nombre, esperado: tipo.esperado });
    } else if (requerido) out.push({ clase: 'falta', nodo, atributo: nombre });
  }
  if (Object.keys(atributos).length > conocidos) revisarSobrantes(forma, nodo, out);
  if (forma.texto && !forma.texto.prueba(collapse(nodo.texto ?? '')))
    out.push({ clase: 'valor', nodo, esperado: forma.texto.esperado });
  if (!forma.texto && nodo.texto !== undefined)
    out.push({ clase: 'valor', nodo, esperado: { es: 'ningún texto', en: 'no text' } });
  if (!forma.libre && out.length < limite) revisarHijos(compilada, nodo, out, limite);
}

const vale = (tipo: Tipo, valor: string): boolean => tipo.prueba(valor) || tipo.prueba(collapse(valor));

function revisarSobrantes(forma: ElementoForma, nodo: Nodo, out: Defecto[]): void {
  for (const name in nodo.atributos)
    if (!forma.atributos.has(name) && !name.includes(':') && name !== 'xmlns')
      out.push({ clase: 'sobra', nodo, atributo: name });
}

/** Children come in the order of the table, each as often as it may. */
function revisarHijos(compilada: Compilada, nodo: Nodo, out: Defecto[], limite: number): void {
  const { hijos, espacio } = nodo;
  const { alternativas } = compilada.forma;
  let at = 0;
  if (alternativas) revisarAlternativas(alternativas, nodo, out);
  for (const { nombre, compilada: suya, min, max } of compilada.hijos) {
    let count = 0;
    for (; at < hijos.length; at += 1) {
      const hijo = hijos[at] as Nodo;
      if (hijo.nombre !== nombre || hijo.espacio !== espacio) break;
      count += 1;
      if (count > max) out.push({ clase: 'cantidad', nodo, hijo: nombre });
      revisar(suya, hijo, out, limite);
      if (out.length >= limite) return;
    }
    if (count < min) out.push({ clase: 'falta', nodo, hijo: nombre });
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
