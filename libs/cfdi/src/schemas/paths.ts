import type { XmlNode } from '../parsed.js';

/**
 * The place in the input that an element comes from: builders note it, so that a check that finds a defect in an
 * element
 * (its structure, a rule of the matrix) can name the field that the caller wrote. Elements read from XML have none.
 */
interface PathOrigin {
  /** Path of the input's object: `complementos[0].datos.Ubicaciones[1]`. */
  readonly path: string;
  /** Names of the input's fields by attribute, where they are not the attribute's own. */
  readonly fields?: Readonly<Record<string, string>>;
}

const origins = new WeakMap<XmlNode, PathOrigin>();

/** The names of an element that came whole from one field: its attributes and children are that field too. */
export const ALL: Readonly<Record<string, string>> = {};

/** Notes where an element comes from, and gives it back. */
export function withPath(node: XmlNode, path: string, fields?: Readonly<Record<string, string>>): XmlNode {
  origins.set(node, { path, ...(fields && { fields }) });
  return node;
}

/**
 * The path of an element, of its attribute or of its child; undefined for an element that came from no input. An
 * attribute that the input has under another name is given that name.
 */
export function pathOf(node: XmlNode, name?: string): string | undefined {
  const origin = origins.get(node);
  if (origin === undefined || name === undefined || origin.fields === ALL) return origin?.path;
  const field = origin.fields?.[name] ?? name;
  // A field that is spelled from the root stands for itself: what was computed from another object.
  if (field.startsWith('/')) return field.slice(1);
  return origin.path === '' ? field : `${origin.path}.${field}`;
}
