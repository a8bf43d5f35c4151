import { field, formatDecimal, parseDecimal, roundMicros, type Detail } from '#kernel';
import type { ElementSchema } from '../../schemas/schema.js';
import type { SimpleType } from '../../schemas/types.js';
import { collapse, textProblem } from '../../text.js';
import type { JsonObject } from '../../json-object.js';

/** Attributes of an element from the fields of an object of the input, which is not trusted to have its types. */
export const isAbsent = (datum: unknown): boolean => datum === undefined || datum === null;

/** Longer texts are no numbers that anybody wrote. */
const MAX_NUMBER = 100;

const ACCENTS = /[\u0300-\u036f]/g;
const OWN: Readonly<Record<string, string>> = { EntidadSNCF: 'entidadSncf' };

/** The input's name of an attribute or child: its own without accents, the first letter small (Año: ano). */
export const fieldOf = (name: string): string =>
  OWN[name] ?? name.charAt(0).toLowerCase() + name.slice(1).normalize('NFD').replace(ACCENTS, '');

interface KnownFields {
  /** Fields by attribute or child, for `conRuta`. */
  readonly names: Readonly<Record<string, string>>;
  readonly known: ReadonlySet<string>;
}

const fields = new WeakMap<ElementSchema, KnownFields>();

/** The names of an element's attributes and children in the input. */
export function fieldsOf(schema: ElementSchema): KnownFields {
  const known = fields.get(schema);
  if (known) return known;
  const all = [...schema.attributes.keys(), ...schema.children.map(({ element }) => element.name)];
  const names = Object.fromEntries(all.map((name) => [name, fieldOf(name)]));
  const own = { names, known: new Set(Object.values(names)) };
  fields.set(schema, own);
  return own;
}

export const wrongType = (path: string, expected: string): Detail =>
  field(path, 'invalid_type', { params: { expected } });

/** A decimal of the input in micros; digits beyond the sixth are rounded half-up. */
export function micros(given: unknown): bigint | undefined {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined;
  return String(given).length > MAX_NUMBER ? undefined : parseDecimal(given);
}

/**
 * A number as its attribute has it: whole numbers as they are, amounts in MXN with two decimals, others with as many as
 * they need; what has more than the attribute takes is rounded half-up.
 */
function numberOf(decimals: number, given: unknown): string | undefined {
  const value = micros(given);
  if (value === undefined) return undefined;
  // A fraction of a day or of an hour stays, for the table to refuse.
  if (decimals === 0) return formatDecimal(value);
  return formatDecimal(roundMicros(value, decimals), { min: decimals === 2 ? 2 : 0 });
}

/** The text of an attribute, or nothing where the input has none or a wrong one, which is noted. */
export function valueFor(
  type: SimpleType,
  given: unknown,
  path: string,
  details: Detail[],
): string | undefined {
  if (isAbsent(given)) return undefined;
  if (type.decimals !== undefined) {
    const text = numberOf(type.decimals, given);
    if (text === undefined) details.push(wrongType(path, 'number'));
    return text;
  }
  if (typeof given !== 'string') {
    details.push(wrongType(path, 'string'));
    return undefined;
  }
  // White space counts as nothing; the table checks lengths and formats.
  const text = collapse(given);
  if (text === '') return undefined;
  const problem = textProblem(text, path, Infinity);
  if (!problem) return text;
  details.push(problem);
  return undefined;
}

/**
 * An element's attributes in the order of its table. `own` are those that are not read from the field of their
 * name; a field that the element does not know is noted, unless it is among `others`.
 */
export function attributesOf(
  schema: ElementSchema,
  data: JsonObject,
  path: string,
  details: Detail[],
  own: Readonly<Record<string, string | undefined>> = {},
  others: readonly string[] = [],
): Record<string, string> {
  const { names, known } = fieldsOf(schema);
  for (const fieldName of Object.keys(data))
    if (!known.has(fieldName) && !others.includes(fieldName))
      details.push(field(`${path}.${fieldName.slice(0, 100)}`, 'unknown_field'));
  const attributes: Record<string, string> = {};
  for (const { name, type } of schema.attributes.values()) {
    const text =
      type.fixed ??
      (name in own
        ? own[name]
        : valueFor(type, data[names[name] as string], `${path}.${names[name]}`, details));
    if (text !== undefined) attributes[name] = text;
  }
  return attributes;
}
