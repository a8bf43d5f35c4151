import { field, formatDecimal, parseDecimal, type Detail } from '#kernel';
import type { XmlNode } from '../parsed.js';
import { textProblem } from '../text.js';
import { detailsOf } from './details.js';
import type { AttributeSchema, ElementSchema, Standard, ChildSchema } from './schema.js';
import { findDefects } from './check.js';
import { withPath } from './paths.js';
import { toSchemaForm } from './types.js';
import { isObject, type JsonObject } from '../json-object.js';

/**
 * A complement's element from plain JSON in the standard's own spelling: attributes and children by name. An element
 * that only groups others (Ubicaciones) may be given as their list; a child that may come often as a list or alone.
 */
/** The child of an element that only groups: no attributes, one kind of child. */
export const onlyChild = ({ attributes, children }: ElementSchema): ChildSchema | undefined =>
  attributes.size === 0 && children.length === 1 ? children[0] : undefined;

/** The fields of an object by the names of the table; `written` has those that were spelled in another way. */
export interface GivenFields {
  readonly values: ReadonlyMap<string, unknown>;
  readonly written?: Readonly<Record<string, string>>;
}

/** How plain JSON is read: which field is which attribute or child, and what a value is written as. */
export interface DataReading {
  readonly readFields: (
    schema: ElementSchema,
    data: JsonObject,
    path: string,
    details: Detail[],
  ) => GivenFields;
  readonly toText: (
    attribute: AttributeSchema,
    given: unknown,
    path: string,
    details: Detail[],
  ) => string | undefined;
  /** Elements that one list may have; more are refused unread. */
  readonly maxRows?: number;
  /** Nothing more is read once so many mistakes are found. */
  readonly maxDetails?: number;
}

/** Names and values exactly as the standard spells them. */
const exactly: DataReading = { readFields: readExactFields, toText: toExactText };

/**
 * Makes the element, or says everything that is wrong with the data, at paths below `path`. Fixed attributes
 * (Version) are added; null counts as absent; numbers may come as JSON numbers or as text.
 */
export function readNodeFromData(
  { namespace, root }: Standard,
  data: unknown,
  path: string,
  reading: DataReading = exactly,
): { readonly node: XmlNode; readonly details: readonly Detail[] } {
  const details: Detail[] = [];
  const node = readNode(root, data, path, { namespace, details, reading });
  // What was given wrongly is missing from the element too: its first complaint is enough.
  const reported = new Set(details.map(({ path }) => path));
  const defects = detailsOf(findDefects(root, node, 100)).filter(
    ({ path = '' }) => !isWithin(path, reported),
  );
  return { node, details: [...details, ...defects] };
}

/** Whether a path, or one of those that it is inside of, is among some. */
function isWithin(path: string, some: ReadonlySet<string | undefined>): boolean {
  for (
    let end = path.length;
    end > 0;
    end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
  )
    if (some.has(path.slice(0, end))) return true;
  return false;
}

interface Context {
  readonly namespace: string;
  readonly details: Detail[];
  readonly reading: DataReading;
}

function readNode(schema: ElementSchema, data: unknown, path: string, context: Context): XmlNode {
  const { namespace, details, reading } = context;
  const attributes: Record<string, string> = {};
  const children: XmlNode[] = [];
  const element = { name: schema.name, namespace, attributes, children };
  const only = onlyChild(schema);
  if (only && Array.isArray(data)) {
    addChild(only, data, path, children, context);
    return withPath(element, path);
  }
  if (!isObject(data)) {
    details.push(field(path, 'invalid_type', { params: { expected: only ? 'array' : 'object' } }));
    return withPath(element, path);
  }
  const { values, written } = reading.readFields(schema, data, path, details);
  const pathOfField = (name: string): string => `${path}.${written?.[name] ?? name}`;
  for (const attribute of schema.attributes.values()) {
    const given = values.get(attribute.name);
    const text =
      given === undefined || given === null
        ? attribute.type.fixed
        : reading.toText(attribute, given, pathOfField(attribute.name), details);
    if (text !== undefined) attributes[attribute.name] = text;
  }
  for (const child of schema.children) {
    const given = values.get(child.element.name);
    if (given !== undefined && given !== null)
      addChild(child, given, pathOfField(child.element.name), children, context);
  }
  return withPath(element, path, written);
}

/** The children of a name: a list where there may be several, one object otherwise. */
function addChild(
  child: ChildSchema,
  given: unknown,
  path: string,
  children: XmlNode[],
  context: Context,
): void {
  const { details, reading } = context;
  if (child.max === 1 || !Array.isArray(given)) {
    children.push(readNode(child.element, given, path, context));
    return;
  }
  const max = Math.min(child.max, reading.maxRows ?? Infinity);
  if (reading.maxRows !== undefined && given.length > max) {
    details.push(field(path, 'invalid_length', { params: { min: child.min, max } }));
    return;
  }
  for (const [i, one] of given.entries()) {
    if (details.length >= (reading.maxDetails ?? Infinity)) return;
    children.push(readNode(child.element, one, `${path}[${i}]`, context));
  }
}

function readExactFields(
  schema: ElementSchema,
  data: JsonObject,
  path: string,
  details: Detail[],
): GivenFields {
  const known = new Set([...schema.attributes.keys(), ...schema.children.map(({ element }) => element.name)]);
  for (const name of Object.keys(data))
    if (!known.has(name)) details.push(field(`${path}.${name.slice(0, 100)}`, 'unknown_field'));
  return { values: new Map([...known].map((name) => [name, data[name]])) };
}

/** The text of an attribute; what is wrong gives none. */
function toExactText(
  { type }: AttributeSchema,
  given: unknown,
  path: string,
  details: Detail[],
): string | undefined {
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
