import type { Detail } from '#kernel';
import type { ElementSchema } from '../../schemas/schema.js';
import { nomina12 } from '../../schemas/standards/complementos/nomina-12.js';
import { withPath } from '../../schemas/paths.js';
import type { XmlNode } from '../../parsed.js';
import { attributesOf, isAbsent, fieldsOf, wrongType } from './values.js';
import { isObject, type JsonObject } from '../../json-object.js';

/** Elements of the payroll from objects of the input, and lists of them. */

/** The table of an element by the names that lead to it: `schemaOf('Percepciones', 'Percepcion')`. */
export const schemaOf = (...path: readonly string[]): ElementSchema =>
  path.reduce((schema, name) => {
    const child = schema.children.find(({ element }) => element.name === name);
    if (!child) throw new Error(`${schema.name} has no child ${name}`);
    return child.element;
  }, nomina12.root);

/** What an element has beside the fields of its attributes' names. */
export interface OwnFields {
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  readonly children?: readonly (XmlNode | undefined)[];
  /** Fields of the input that are no attribute's. */
  readonly others?: readonly string[];
  /** Names of fields by attribute or child, where they are not the usual ones. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** An element of an object; of anything else none, and what it should have been is noted. */
export function readElement(
  schema: ElementSchema,
  data: unknown,
  path: string,
  details: Detail[],
  own: (data: JsonObject) => OwnFields = () => ({}),
): XmlNode | undefined {
  if (isAbsent(data)) return undefined;
  if (!isObject(data)) {
    details.push(wrongType(path, 'object'));
    return undefined;
  }
  const { attributes, children = [], others = [], fields } = own(data);
  return withPath(
    {
      name: schema.name,
      namespace: nomina12.namespace,
      attributes: attributesOf(schema, data, path, details, attributes, others),
      children: children.filter((child) => child !== undefined),
    },
    path,
    fields ? { ...fieldsOf(schema).names, ...fields } : fieldsOf(schema).names,
  );
}

/** The elements of a list; of anything else none, and that a list was expected is noted. */
export function readElements(
  schema: ElementSchema,
  data: unknown,
  path: string,
  details: Detail[],
  own?: (data: JsonObject, path: string) => OwnFields,
): readonly XmlNode[] {
  if (isAbsent(data)) return [];
  if (!Array.isArray(data)) {
    details.push(wrongType(path, 'array'));
    return [];
  }
  return data
    .map((one: unknown, i) => {
      const where = `${path}[${i}]`;
      if (isAbsent(one)) details.push(wrongType(where, 'object'));
      return readElement(schema, one, where, details, own && ((object) => own(object, where)));
    })
    .filter((node) => node !== undefined);
}

/** An element that groups others and has totals of them; none where there are none. All it has came from one field. */
export function readGroup(
  schema: ElementSchema,
  children: readonly (XmlNode | undefined)[],
  path: string,
  totales: Readonly<Record<string, string | undefined>> = {},
): XmlNode | undefined {
  const present = children.filter((child) => child !== undefined);
  if (present.length === 0) return undefined;
  const attributes: Record<string, string> = {};
  for (const name of schema.attributes.keys()) {
    const total = totales[name];
    if (total !== undefined) attributes[name] = total;
  }
  const fields = Object.fromEntries(Object.keys(fieldsOf(schema).names).map((name) => [name, `/${path}`]));
  return withPath(
    { name: schema.name, namespace: nomina12.namespace, attributes, children: present },
    path,
    fields,
  );
}
