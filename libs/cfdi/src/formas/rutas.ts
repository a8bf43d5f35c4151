import type { Nodo } from '../parsed.js';

/**
 * The place in the input that an element comes from: builders note it, so that a check that finds a defect in an
 * element
 * (its structure, a rule of the matrix) can name the field that the caller wrote. Elements read from XML have none.
 */
interface Origen {
  /** Path of the input's object: `complementos[0].datos.Ubicaciones[1]`. */
  readonly ruta: string;
  /** Names of the input's fields by attribute, where they are not the attribute's own. */
  readonly campos?: Readonly<Record<string, string>>;
}

const origenes = new WeakMap<Nodo, Origen>();

/** The names of an element that came whole from one field: its attributes and children are that field too. */
export const TODO: Readonly<Record<string, string>> = {};

/** Notes where an element comes from, and gives it back. */
export function conRuta(nodo: Nodo, ruta: string, campos?: Readonly<Record<string, string>>): Nodo {
  origenes.set(nodo, { ruta, ...(campos && { campos }) });
  return nodo;
}

/**
 * The path of an element, of its attribute or of its child; undefined for an element that came from no input. An
 * attribute that the input has under another name is given that name.
 */
export function rutaDe(nodo: Nodo, nombre?: string): string | undefined {
  const origen = origenes.get(nodo);
  if (origen === undefined || nombre === undefined || origen.campos === TODO) return origen?.ruta;
  const campo = origen.campos?.[nombre] ?? nombre;
  // A field that is spelled from the root stands for itself: what was computed from another object.
  if (campo.startsWith('/')) return campo.slice(1);
  return origen.ruta === '' ? campo : `${origen.ruta}.${campo}`;
}
