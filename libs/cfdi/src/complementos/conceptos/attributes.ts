import { field, type Detail } from '#kernel';
import type { ElementSchema } from '../../schemas/schema.js';
import { withPath } from '../../schemas/paths.js';
import type { XmlNode } from '../../parsed.js';
import { collapse, textProblem } from '../../text.js';

/** A field of the input for each attribute that is not fixed. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * An element without children from an object of the input: `fields` names the field of each attribute. Absent and
 * null fields give none, fixed attributes are added, texts are collapsed; what is no text, or has "|" or characters
 * that XML lacks, is noted in `details` at its field.
 */
export function readNodeFromFields(
  { name, attributes: table }: ElementSchema,
  namespace: string,
  data: unknown,
  path: string,
  fields: FieldNames,
  details: Detail[],
): XmlNode {
  const attributes: Record<string, string> = {};
  const node = withPath({ name, namespace, attributes, children: [] }, path, fields);
  if (typeof data !== 'object' || data === null) {
    details.push(field(path, 'invalid_type', { params: { expected: 'object' } }));
    return node;
  }
  for (const { name: name, type } of table.values()) {
    const fieldName = fields[name];
    const given =
      fieldName === undefined ? undefined : (data as Readonly<Record<string, unknown>>)[fieldName];
    const here = `${path}.${fieldName ?? name}`;
    if (given === undefined || given === null) {
      if (type.fixed !== undefined) attributes[name] = type.fixed;
    } else if (typeof given !== 'string')
      details.push(field(here, 'invalid_type', { params: { expected: 'string' } }));
    else {
      const problem = textProblem(given, here, Infinity);
      if (problem) details.push(problem);
      else attributes[name] = collapse(given);
    }
  }
  return node;
}

/** The details of an element's structure, except for fields that already have a detail. */
export function dropRepeated(details: readonly Detail[], defects: readonly Detail[]): readonly Detail[] {
  const reported = new Set(details.map(({ path }) => path));
  return [...details, ...defects.filter(({ path }) => !reported.has(path))];
}
