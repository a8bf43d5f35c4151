import type { OpenAPIObject } from '@nestjs/swagger';

/** A part of the document. */
type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const PREFIX = '#/components/schemas/';
const nameOf = (schema: Node): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].slice(PREFIX.length) : undefined;

/**
 * Gives names to schemas that would have none: alternatives, and ranges of dates. Programs that generate clients name what has
 * no name by where it is, once for each place, so that one thing has five types. A text beside an object of any fields becomes
 * anything: of the two together they make code that does not compile.
 */
export function nameShapes(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, unknown>;
  const visit = (node: Node): void => {
    for (const [key, value] of Object.entries(node)) {
      if (!isNode(value) || key === 'example' || key === 'examples') continue;
      visit(value);
      if (Array.isArray(value)) continue;
      if (isAnything(value)) removeUnion(value);
      unwrapReference(value);
      const name = nameOfShape(value);
      if (name === undefined) continue;
      const { description, ...shape } = value;
      schemas[name] ??= shape;
      node[key] = { $ref: `${PREFIX}${name}`, ...(description !== undefined && { description }) };
    }
  };
  visit(document.paths);
  for (const schema of Object.values(schemas)) visit(schema as Node);
}

/** One reference in an `allOf`, where Nest puts words beside it: OpenAPI 3.1 takes them beside the reference itself. */
function unwrapReference(schema: Node): void {
  const [part, another] = (schema['allOf'] ?? []) as readonly Node[];
  if (!part || another || nameOf(part) === undefined) return;
  delete schema['allOf'];
  schema['$ref'] = part['$ref'];
}

const partsOf = ({ oneOf, anyOf }: Node): readonly Node[] => (oneOf ?? anyOf ?? []) as readonly Node[];

/** Whether texts and any objects are among what it may be. */
function isAnything(schema: Node): boolean {
  const parts = partsOf(schema);
  const isOpen = ({ type, properties, additionalProperties }: Node) =>
    type === 'object' && !properties && (additionalProperties ?? true) === true;
  // Nest puts null beside the union itself.
  const isEmpty = (part: Node) => Object.keys(part).length === 0;
  return parts.some(isEmpty) || (parts.some(isOpen) && parts.some(({ type }) => type === 'string'));
}

function removeUnion(schema: Node): void {
  delete schema['oneOf'];
  delete schema['anyOf'];
}

function nameOfShape(schema: Node): string | undefined {
  if (Array.isArray(schema['oneOf'])) return nameOfUnion(schema['oneOf'] as Node[]);
  return isDateRange(schema) ? 'DateRange' : undefined;
}

/** `CustomerOrId` of an id or a customer's data; undefined where the parts have no names that would make one. */
function nameOfUnion(parts: readonly Node[]): string | undefined {
  if (parts.length < 2) return undefined;
  const refs = parts.map(nameOf);
  if (refs.every((ref) => ref !== undefined)) return refs.join('Or');
  const types = parts.map(({ type }) => type);
  if (types.every((type) => typeof type === 'string' && SCALARS.has(type)))
    return types.map((type) => `${String(type).charAt(0).toUpperCase()}${String(type).slice(1)}`).join('Or');
  const [text, other] = parts;
  const named = other && nameOf(other)?.replace(/(Body|Data)$/, '');
  if (parts.length !== 2 || text?.['type'] !== 'string' || !named) return undefined;
  return `${named}Or${typeof text['pattern'] === 'string' ? 'Id' : 'Text'}`;
}

const SCALARS = new Set(['string', 'number', 'integer', 'boolean']);
const BOUNDS = 'gt,gte,lt,lte';
const isDateRange = ({ type, properties }: Node): boolean =>
  type === 'object' && isNode(properties) && Object.keys(properties).join() === BOUNDS;
