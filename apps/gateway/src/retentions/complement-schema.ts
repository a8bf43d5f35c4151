import { retentionComplementSchema, retentionComplementTypes, type DataSchema } from '#cfdi';

/** A schema as OpenAPI 3.1 has them: an excluded minimum is a number. */
function inNewWords({ items, properties, exclusiveMinimum, ...schema }: DataSchema): object {
  const { minimum, ...others } = schema;
  return {
    ...(schema.enum && { 'x-enum-descriptions': meaningsOf(schema.enum, schema.description) }),
    ...(exclusiveMinimum ? { ...others, exclusiveMinimum: minimum } : schema),
    ...(items && { items: inNewWords(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(
          ([name, one]) => [name, { description: `${name}, by the SAT's name`, ...inNewWords(one) }] as const,
        ),
      ),
    }),
  };
}

/** Labels as descriptions of tables have them: `01` label; `02` label. */
function meaningsOf(keys: readonly string[], description = ''): Readonly<Record<string, string>> {
  const labels = new Map(
    [...description.matchAll(/`([^`]+)` ([^;]+)/g)].map(([, key, label]) => [key, label]),
  );
  return Object.fromEntries(keys.map((key) => [key, labels.get(key) ?? key]));
}

const componentOf = (type: string): string =>
  `${type.charAt(0).toUpperCase()}${type.slice(1)}RetentionComplement`;

/** `{ type, data }` of one complement, by SAT's tables. */
const variant = (type: string, data: object): object => ({
  type: 'object',
  description: type === 'custom' ? 'Any complement, as XML' : `The complement ${type} of the SAT`,
  properties: {
    type: {
      ...{ type: 'string', enum: [type], description: 'Which complement it is, also in other spellings' },
      'x-enum-descriptions': { [type]: type === 'custom' ? 'XML' : `Complement ${type}` },
    },
    data,
  },
  required: ['type', 'data'],
});

const variants: Readonly<Record<string, object>> = Object.fromEntries([
  ['custom', variant('custom', { type: 'string', description: 'XML of one element', maxLength: 500_000 })],
  ...retentionComplementTypes.flatMap((type) => {
    const schema = retentionComplementSchema(type);
    const description = 'Attributes and elements of the complement by the names that the SAT gives them';
    return schema ? [[type, variant(type, { ...inNewWords(schema), description })] as const] : [];
  }),
]);

const refOf = (type: string): string => `#/components/schemas/${componentOf(type)}`;

/** Complements by type, in place of the class of this name. */
export const retentionComplementSchemas: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(variants).map(([type, schema]) => [componentOf(type), schema])),
  RetentionComplementBody: {
    description: 'A complement: `type` says what `data` is',
    oneOf: Object.keys(variants).map((type) => ({ $ref: refOf(type) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(Object.keys(variants).map((type) => [type, refOf(type)])),
    },
  },
};
