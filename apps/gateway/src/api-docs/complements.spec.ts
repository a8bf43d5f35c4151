import { describe, expect, it } from '@jest/globals';
import { retentionComplementTypes } from '#cfdi';
import { complementSchemas } from '../invoices/complements/schemas.js';
import { retentionComplementSchemas } from '../retentions/complement-schema.js';
import { retentionComplementWords } from '../retentions/complement-words.js';

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
}

/** The fields of a schema by their paths, through lists and objects. */
const fieldsOf = (schema: Described, path = ''): (readonly [string, Described])[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [[own, one] as const, ...fieldsOf(one, own)];
  }),
  ...(schema.items ? fieldsOf(schema.items, path) : []),
];

const schemas = { ...complementSchemas, ...retentionComplementSchemas } as object as Readonly<
  Record<string, Described>
>;
const all = Object.entries(schemas).flatMap(([schema, one]) => fieldsOf(one, schema));

describe('fields of complements', () => {
  it('say what they are, and not the name of their attribute again', () => {
    expect(all.length).toBeGreaterThan(400);
    const mechanical = all.filter(
      ([path, { description = '', ...one }]) =>
        !('$ref' in one) &&
        (!/^[A-Z0-9`]\S* \S/.test(description) ||
          /^(Attribute|Element) /.test(description) ||
          description === path.split('.').at(-1)),
    );
    expect(mechanical.map(([path, { description }]) => `${path}: ${description}`)).toEqual([]);
  });

  it('of retentions have words, and words have their fields', () => {
    expect(Object.keys(retentionComplementWords).sort()).toEqual([...retentionComplementTypes].sort());
    for (const [type, words] of Object.entries(retentionComplementWords)) {
      const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}RetentionComplement`;
      const fields = fieldsOf(schemas[name]?.properties?.['data'] ?? {})
        .map(([path]) => path)
        .filter((path) => path !== 'Version');
      expect(Object.keys(words).filter((path) => path !== '')).toEqual(expect.arrayContaining(fields));
      expect(fields).toEqual(expect.arrayContaining(Object.keys(words).filter((path) => path !== '')));
    }
  });
});
