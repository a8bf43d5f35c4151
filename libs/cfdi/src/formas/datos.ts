import { field, formatDecimal, parseDecimal, type Detail } from '#kernel';
import type { Nodo } from '../parsed.js';
import { textProblem } from '../text.js';
import { detallesDe } from './detalles.js';
import type { AtributoForma, ElementoForma, Estandar, HijoForma } from './forma.js';
import { defectosDe } from './revisar.js';
import { conRuta } from './rutas.js';
import { enSuForma } from './tipos.js';
import { esObjeto } from '../objeto.js';

/**
 * A complement's element from plain JSON in the standard's own spelling: attributes and children by name. An element
 * that only groups others (Ubicaciones) may be given as their list; a child that may come often as a list or alone.
 */
/** The child of an element that only groups: no attributes, one kind of child. */
const unicoHijo = ({ atributos, hijos }: ElementoForma): HijoForma | undefined =>
  atributos.size === 0 && hijos.length === 1 ? hijos[0] : undefined;

/**
 * Makes the element, or says everything that is wrong with the data, at paths below `ruta`. Fixed attributes
 * (Version) are added; null counts as absent; numbers may come as JSON numbers or as text.
 */
export function nodoDesde(
  { espacio, raiz }: Estandar,
  datos: unknown,
  ruta: string,
): { readonly nodo: Nodo; readonly detalles: readonly Detail[] } {
  const detalles: Detail[] = [];
  const nodo = leer(raiz, datos, ruta, { espacio, detalles });
  // What was given wrongly is missing from the element too: its first complaint is enough.
  const dichos = new Set(detalles.map(({ path }) => path));
  const defectos = detallesDe(defectosDe(raiz, nodo, 100)).filter(({ path }) => !dichos.has(path));
  return { nodo, detalles: [...detalles, ...defectos] };
}

interface Contexto {
  readonly espacio: string;
  readonly detalles: Detail[];
}

function leer(forma: ElementoForma, datos: unknown, ruta: string, contexto: Contexto): Nodo {
  const { espacio, detalles } = contexto;
  const atributos: Record<string, string> = {};
  const hijos: Nodo[] = [];
  const nodo = conRuta({ nombre: forma.nombre, espacio, atributos, hijos }, ruta);
  const unico = unicoHijo(forma);
  if (unico && Array.isArray(datos)) {
    agregar(unico, datos, ruta, hijos, contexto);
    return nodo;
  }
  if (!esObjeto(datos)) {
    detalles.push(field(ruta, 'invalid_type', { params: { expected: unico ? 'array' : 'object' } }));
    return nodo;
  }
  const conocidos = new Set([
    ...forma.atributos.keys(),
    ...forma.hijos.map(({ elemento }) => elemento.nombre),
  ]);
  for (const name of Object.keys(datos))
    if (!conocidos.has(name)) detalles.push(field(`${ruta}.${name.slice(0, 100)}`, 'unknown_field'));
  for (const atributo of forma.atributos.values()) {
    const texto = valorDe(atributo, datos[atributo.nombre], `${ruta}.${atributo.nombre}`, detalles);
    if (texto !== undefined) atributos[atributo.nombre] = texto;
  }
  for (const hijo of forma.hijos) {
    const dado = datos[hijo.elemento.nombre];
    if (dado !== undefined && dado !== null)
      agregar(hijo, dado, `${ruta}.${hijo.elemento.nombre}`, hijos, contexto);
  }
  return nodo;
}

/** The children of a name: a list where there may be several, one object otherwise. */
function agregar(hijo: HijoForma, dado: unknown, ruta: string, hijos: Nodo[], contexto: Contexto): void {
  if (hijo.max > 1 && Array.isArray(dado))
    dado.forEach((uno, i) => hijos.push(leer(hijo.elemento, uno, `${ruta}[${i}]`, contexto)));
  else hijos.push(leer(hijo.elemento, dado, ruta, contexto));
}

/** The text of an attribute; what is absent or wrong gives none. */
function valorDe(
  { tipo }: AtributoForma,
  dado: unknown,
  ruta: string,
  detalles: Detail[],
): string | undefined {
  if (dado === undefined || dado === null) return tipo.fijo;
  if (typeof dado === 'number' || (typeof dado === 'string' && tipo.decimales !== undefined)) {
    const numero = parseDecimal(dado, 12);
    if (numero !== undefined) return formatDecimal(numero, { scale: 12 });
    detalles.push(field(ruta, 'invalid_type', { params: { expected: 'number' } }));
    return undefined;
  }
  if (typeof dado !== 'string') {
    detalles.push(field(ruta, 'invalid_type', { params: { expected: 'string' } }));
    return undefined;
  }
  const problema = dado.trim() === '' ? undefined : textProblem(dado, ruta, Infinity);
  if (!problema) return enSuForma(tipo, dado);
  detalles.push(problema);
  return undefined;
}
