import { field, formatDecimal, parseDecimal, type Detail } from '#kernel';
import type { XmlNode } from '../parsed.js';
import { textProblem } from '../text.js';
import { detailsOf } from './details.js';
import type { AttributeSchema, ElementSchema, Standard, ChildSchema } from './schema.js';
import { findDefects } from './check.js';
import { withPath } from './paths.js';
import { toSchemaForm } from './types.js';
import { isObject } from '../json-object.js';

/**
 * A complement's element from plain JSON in the standard's own spelling: attributes and children by name. An element
 * that only groups others (Ubicaciones) may be given as their list; a child that may come often as a list or alone.
 */
/** The child of an element that only groups: no attributes, one kind of child. */
const onlyChild = ({ attributes, children }: ElementSchema): ChildSchema | undefined =>
  attributes.size === 0 && children.length === 1 ? children[0] : undefined;

/**
 * Makes the element, or says everything that is wrong with the data, at paths below `path`. Fixed attributes
 * (Version) are added; null counts as absent; numbers may come as JSON numbers or as text.
 */
export function readNodeFromData(
  { namespace, root }: Standard,
  data: unknown,
  path: string,
): { readonly node: XmlNode; readonly details: readonly Detail[] } {
  const details: Detail[] = [];
  const node = readNode(root, data, path, { namespace, details });
  // What was given wrongly is missing from the element too: its first complaint is enough.
  const reported = new Set(details.map(({ path }) => path));
  const defects = detailsOf(findDefects(root, node, 100)).filter(({ path }) => !reported.has(path));
  return { node, details: [...details, ...defects] };
}

interface Context {
  readonly namespace: string;
  readonly details: Detail[];
}

function readNode(schema: ElementSchema, data: unknown, path: string, context: Context): XmlNode {
  const { namespace, details } = context;
  const attributes: Record<string, string> = {};
  const children: XmlNode[] = [];
  const node = withPath({ name: schema.name, namespace, attributes, children }, path);
  const only = onlyChild(schema);
  if (only && Array.isArray(data)) {
    addChild(only, data, path, children, context);
    return node;
  }
  if (!isObject(data)) {
    details.push(field(path, 'invalid_type', { params: { expected: only ? 'array' : 'object' } }));
    return node;
  }
  const known = new Set([...schema.attributes.keys(), ...schema.children.map(({ element }) => element.name)]);
  for (const name of Object.keys(data))
    if (!known.has(name)) details.push(field(`${path}.${name.slice(0, 100)}`, 'unknown_field'));
  for (const attribute of schema.attributes.values()) {
    const text = valueFor(attribute, data[attribute.name], `${path}.${attribute.name}`, details);
    if (text !== undefined) attributes[attribute.name] = text;
  }
  for (const child of schema.children) {
    const given = data[child.element.name];
    if (given !== undefined && given !== null)
      addChild(child, given, `${path}.${child.element.name}`, children, context);
  }
  return node;
}

/** The children of a name: a list where there may be several, one object otherwise. */
function addChild(
  child: ChildSchema,
  given: unknown,
  path: string,
  children: XmlNode[],
  context: Context,
): void {
  if (child.max > 1 && Array.isArray(given))
    given.forEach((one, i) => children.push(readNode(child.element, one, `${path}[${i}]`, context)));
  else children.push(readNode(child.element, given, path, context));
}

/** The text of an attribute; what is absent or wrong gives none. */
function valueFor(
  { type }: AttributeSchema,
  given: unknown,
  path: string,
  details: Detail[],
): string | undefined {
  if (given === undefined || given === null) return type.fixed;
  if (typeof given === 'number' || (typeof given === 'string' && type.decimals !== undefined)) {
    const number = parseDecimal(given, 12);
    if (number !== undefined) return formatDecimal(number, { scale: 12 });
    details.push(field(path, 'invalid_type', { params: { expected: 'number' } }));
    return undefined;
  }
  if (typeof given !== 'string') {
    details.push(field(path, 'invalid_type', { params: { expected: 'string' } }));
    return undefined;
  }
  const problem = given.trim() === '' ? undefined : textProblem(given, path, Infinity);
  if (!problem) return toSchemaForm(type, given);
  details.push(problem);
  return undefined;
}
