import { retentionComplementSchema, retentionComplementTypes, type DataSchema } from '#cfdi';
import { englishOf, SMALL_CATALOGUES, SMALL_IDS, type SmallCatalogue, type SmallId } from '#sat';
import { retentionComplementWords, type ComplementWords } from './complement-words.js';

/** A schema as OpenAPI 3.1 has them: an excluded minimum is a number, and fields are said in words. */
function inNewWords(
  { items, properties, exclusiveMinimum, ...schema }: DataSchema,
  words: ComplementWords,
  path = '',
): object {
  const { minimum, ...others } = schema;
  return {
    ...(exclusiveMinimum ? { ...others, exclusiveMinimum: minimum } : schema),
    description: descriptionOf(schema, words[path]),
    ...(schema.enum && { 'x-enum-descriptions': meaningsOf(schema.enum, schema) }),
    ...(items && { items: itemsOf(items, words, path) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(
          ([name, one]) => [name, inNewWords(one, words, path === '' ? name : `${path}.${name}`)] as const,
        ),
      ),
    }),
  };
}

/** The list says what one of it is. */
function itemsOf(items: DataSchema, words: ComplementWords, path: string): object {
  const { description: _, ...rest } = inNewWords(items, words, path) as Record<string, unknown>;
  return rest;
}

/** What a field is, then how it is written and where its keys are found. */
function descriptionOf({ description = '', ...schema }: DataSchema, said: string | undefined): string {
  if (schema.default !== undefined) return said ?? `Always ${schema.default}; may be left out`;
  if (said === undefined) return description;
  const address = addressOf(description);
  if (address !== undefined) return `${said} (${nameOf(description)}: \`GET ${address}\`)`;
  return description.startsWith('A number') ? `${said}. ${description}` : said;
}

/** The catalogue that the description of a table begins with: `c_Pais`, `c_TipoImpuesto: …`. */
const nameOf = (description: string): string => description.split(':')[0] ?? '';

const idOf = (description = ''): SmallId | undefined =>
  SMALL_IDS.find((id) => {
    const { standard, catalogue } = SMALL_CATALOGUES[id];
    return standard === 'Retenciones 2.0' && catalogue.name === nameOf(description);
  });

const addressOf = (description: string): string | undefined => {
  const id = idOf(description);
  return id && `/v2/catalogs/sat/${SMALL_CATALOGUES[id].name}`;
};

/** Values that are no keys of a catalogue. */
const VALUES: Readonly<Record<string, string>> = {
  SI: 'Sí / Yes; `true` is taken too',
  NO: 'No / No; `false` is taken too',
  'Sociedad Nacional': 'Sociedad Nacional / A company of Mexico',
  'Sociedad Extranjera': 'Sociedad Extranjera / A company abroad',
};

/** What keys mean: the SAT's Spanish, then English. A label may be the key again, where only the SAT's workbook has one. */
function meaningsOf(
  keys: readonly string[],
  { description, ...schema }: DataSchema,
): Readonly<Record<string, string>> {
  const id = idOf(description);
  const small: SmallCatalogue | undefined = id && SMALL_CATALOGUES[id];
  const meaningOf = (key: string): string => {
    const entry = small?.catalogue.entries.find((one) => one.key === key);
    if (id === undefined || entry === undefined)
      return key === schema.default ? 'Its only value' : (VALUES[key] ?? key);
    return [...new Set([entry.label, capital(englishOf(id, entry))])].filter(Boolean).join(' / ');
  };
  return Object.fromEntries(keys.map((key) => [key, meaningOf(key)]));
}

const capital = (text = ''): string => text.charAt(0).toUpperCase() + text.slice(1);

const componentOf = (type: string): string =>
  `${type.charAt(0).toUpperCase()}${type.slice(1)}RetentionComplement`;

/** `{ type, data }` of one complement, by SAT's tables. */
const variant = (type: string, description: string, data: object): object => ({
  ...{ type: 'object', description },
  properties: {
    type: {
      ...{ type: 'string', enum: [type], description: 'Which complement it is, also in other spellings' },
      'x-enum-descriptions': { [type]: description },
    },
    data,
  },
  required: ['type', 'data'],
});

const CUSTOM = 'Any complement of Retenciones 2.0, as XML';

const variants: Readonly<Record<string, object>> = Object.fromEntries([
  [
    'custom',
    variant('custom', CUSTOM, { type: 'string', description: 'XML of one element', maxLength: 500_000 }),
  ],
  ...retentionComplementTypes.flatMap((type) => {
    const schema = retentionComplementSchema(type);
    const words = retentionComplementWords[type] ?? {};
    const description = 'Attributes and elements of the complement by the names that the SAT gives them';
    return schema
      ? [[type, variant(type, words[''] ?? type, { ...inNewWords(schema, words), description })] as const]
      : [];
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
