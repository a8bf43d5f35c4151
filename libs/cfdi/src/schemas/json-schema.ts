import type { Catalogue } from '#sat';
import type { AttributeSchema, ChildSchema, ElementSchema } from './schema.js';
import type { SimpleType } from './types.js';

/** A JSON Schema as OpenAPI 3.0 has them: plain JSON. */
export interface DataSchema {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'integer';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly items?: DataSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** Catalogues of so many keys are listed; longer ones are named. */
const LISTED = 40;

/** The JSON that an element is read from, by its table: names as the tax authority spells them. */
export function dataSchema(
  { attributes, children }: ElementSchema,
  catalogueOf: (type: SimpleType) => Catalogue | undefined,
): DataSchema {
  const required = [
    ...[...attributes.values()]
      .filter(({ required, type }) => required && type.fixed === undefined)
      .map(({ name }) => name),
    ...children.filter(({ min }) => min > 0).map(({ element }) => element.name),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...[...attributes.values()].map((one) => [one.name, valueSchema(one, catalogueOf(one.type))]),
      ...children.map((child) => [child.element.name, childSchema(child, catalogueOf)]),
    ]) as Readonly<Record<string, DataSchema>>,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function childSchema(
  { element, min, max }: ChildSchema,
  catalogueOf: (type: SimpleType) => Catalogue | undefined,
): DataSchema {
  const items = dataSchema(element, catalogueOf);
  if (max === 1) return items;
  return { type: 'array', items, minItems: min, ...(max !== Infinity && { maxItems: max }) };
}

function valueSchema({ type }: AttributeSchema, catalogue: Catalogue | undefined): DataSchema {
  const { fixed, values, decimals, longitud, pattern } = type;
  if (fixed !== undefined) return { type: 'string', enum: [fixed], default: fixed };
  if (values) return { type: 'string', enum: values };
  if (decimals !== undefined) return numberSchema(type, decimals);
  if (catalogue) return keySchema(catalogue, pattern);
  if (longitud) {
    const [minLength, maxLength] = longitud;
    return { type: 'string', minLength, ...(maxLength !== Infinity && { maxLength }) };
  }
  return {
    type: 'string',
    ...(pattern && { pattern: pattern.source }),
    description: typeof type.expected === 'string' ? type.expected : type.expected.en,
  };
}

function numberSchema({ limits = {} }: SimpleType, decimals: number): DataSchema {
  const { min = 0, max, sobre = false } = limits;
  return {
    type: decimals === 0 ? 'integer' : 'number',
    minimum: min,
    ...(max !== undefined && { maximum: max }),
    ...(sobre && { exclusiveMinimum: true }),
    ...(decimals > 0 && {
      description: `A number or decimal text; rounded half-up to ${decimals} decimals.`,
    }),
  };
}

function keySchema({ name, entries }: Catalogue, pattern: RegExp | undefined): DataSchema {
  const keys = [...new Set(entries.map(({ key }) => key))];
  if (keys.length > LISTED)
    return { type: 'string', ...(pattern && { pattern: pattern.source }), description: name };
  // The labels of some catalogues repeat their keys.
  const described = entries.filter(({ key, label }) => key !== label);
  const list = described.map(({ key, label }) => `\`${key}\` ${label}`).join('; ');
  return { type: 'string', enum: keys, description: list === '' ? name : `${name}: ${list}` };
}
