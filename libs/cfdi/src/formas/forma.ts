import type { Tipo } from './tipos.js';

/**
 * The shape of a standard of the tax authority, as one table: elements, attributes with their types, how often each
 * child may come, and what the cadena original takes of it in which order. Writing, the cadena, the checks of
 * structure and reading JSON all go by this table, so each fact is here once.
 */

export interface AtributoForma {
  readonly nombre: string;
  readonly requerido: boolean;
  readonly tipo: Tipo;
}

export interface HijoForma {
  readonly elemento: ElementoForma;
  readonly min: number;
  readonly max: number;
}

/**
 * A step of the stylesheet: an attribute (written even when it is missing, if required), what is at a path of child
 * names, or the element's own text. `siempre`: a value is written, possibly empty, even if nothing is at the path.
 */
export type Paso =
  | { readonly clase: 'atributo'; readonly nombre: string; readonly requerido: boolean }
  | {
      readonly clase: 'hijos';
      readonly camino: readonly string[];
      readonly elemento: ElementoForma;
      readonly siempre: boolean;
    }
  | { readonly clase: 'texto'; readonly requerido: boolean };

export interface ElementoForma {
  readonly nombre: string;
  /** In the order in which they are written. */
  readonly atributos: ReadonlyMap<string, AtributoForma>;
  /** How many of them are required. */
  readonly requeridos: number;
  /** In the order of the schema. */
  readonly hijos: readonly HijoForma[];
  /** In the order of the stylesheet. */
  readonly pasos: readonly Paso[];
  /** The type of its text, where it has text and no children. */
  readonly texto?: Tipo;
  /** Children of which there are those of one name only (xs:choice), or of none where that is optional. */
  readonly alternativas?: { readonly nombres: readonly string[]; readonly opcional: boolean };
  /** Any elements of other namespaces inside (xs:any). */
  readonly libre?: true;
}

/** A complement, or a whole document: its namespace, the prefix it must have, its schema's address. */
export interface Estandar {
  readonly prefijo: string;
  readonly espacio: string;
  readonly esquema: string;
  readonly raiz: ElementoForma;
}

interface Opcional {
  readonly opcional: Tipo;
}
type Atributos = Readonly<Record<string, Tipo | Opcional>>;
type Hijo = ElementoForma | HijoForma;

/** An attribute that may be left out. */
export const opc = (tipo: Tipo): Opcional => ({ opcional: tipo });

const veces =
  (min: number, max: number) =>
  (elemento: ElementoForma): HijoForma => ({ elemento, min, max });
/** At most one child. */
export const talVez = veces(0, 1);
/** One child or more. */
export const varios = veces(1, Infinity);
/** Any number of children. */
export const algunos = veces(0, Infinity);
/** Between `min` and `max` children. */
export const entre = (min: number, max: number, elemento: ElementoForma): HijoForma => ({
  elemento,
  min,
  max,
});

/** An element; a child without a count comes exactly once. The stylesheet's order is that of the table. */
export function elemento(nombre: string, atributos: Atributos, ...hijos: readonly Hijo[]): ElementoForma {
  const tabla = new Map<string, AtributoForma>(
    Object.entries(atributos).map(([name, tipo]) => [
      name,
      'opcional' in tipo
        ? { nombre: name, requerido: false, tipo: tipo.opcional }
        : { nombre: name, requerido: true, tipo },
    ]),
  );
  const todos = hijos.map((hijo) => ('elemento' in hijo ? hijo : { elemento: hijo, min: 1, max: 1 }));
  return {
    nombre,
    atributos: tabla,
    requeridos: [...tabla.values()].filter(({ requerido }) => requerido).length,
    hijos: todos,
    pasos: [
      ...[...tabla.values()].map(({ nombre: name, requerido }) => ({
        clase: 'atributo' as const,
        ...{ nombre: name, requerido },
      })),
      ...todos.map(({ elemento: child }) => ({
        clase: 'hijos' as const,
        ...{ camino: [child.nombre], elemento: child, siempre: false },
      })),
    ],
  };
}

/** An element that has text in place of children. */
export const conTexto = (
  base: ElementoForma,
  tipo: Tipo,
  enCadena?: 'requerido' | 'opcional',
): ElementoForma => ({
  ...base,
  texto: tipo,
  pasos: enCadena ? [...base.pasos, { clase: 'texto', requerido: enCadena === 'requerido' }] : base.pasos,
});

/** An element that has children of one of these names, not of two. */
export const alternativas = (base: ElementoForma, ...nombres: readonly string[]): ElementoForma => ({
  ...base,
  alternativas: { nombres, opcional: false },
});
/** An element that has children of at most one of these names. */
export const talVezAlternativas = (base: ElementoForma, ...nombres: readonly string[]): ElementoForma => ({
  ...base,
  alternativas: { nombres, opcional: true },
});

/** An element whose inside belongs to other standards. */
export const libre = (base: ElementoForma): ElementoForma => ({ ...base, libre: true });

/**
 * An element whose stylesheet goes another way than its table: "Version Serie? >Emisor >Totales/Importe!" names, in the
 * stylesheet's order, attributes (a question mark for an optional one) and paths of children (an exclamation mark where
 * a value is written even if there is none). What it leaves out is not signed.
 */
export function conCadena(base: ElementoForma, orden: string): ElementoForma {
  const pasos = orden
    .split(/\s+/)
    .filter((paso) => paso !== '')
    .map((paso): Paso => {
      if (!paso.startsWith('>'))
        return { clase: 'atributo', nombre: paso.replace('?', ''), requerido: !paso.endsWith('?') };
      const camino = paso.replace(/[>!]/g, '').split('/');
      return { clase: 'hijos', camino, elemento: alFinal(base, camino), siempre: paso.endsWith('!') };
    });
  return { ...base, pasos };
}

/** The element at the end of a path of child names. */
function alFinal(base: ElementoForma, camino: readonly string[]): ElementoForma {
  return camino.reduce((forma, nombre) => {
    const hijo = forma.hijos.find(({ elemento: child }) => child.nombre === nombre);
    if (!hijo) throw new Error(`${forma.nombre} has no child ${nombre}`);
    return hijo.elemento;
  }, base);
}
