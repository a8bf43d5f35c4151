import fc from 'fast-check';
import type { ElementSchema, Standard } from '../schemas/schema.js';
import type { SimpleType } from '../schemas/types.js';
import type { XmlNode } from '../parsed.js';
import { collapse } from '../text.js';
import { ownKeys, type KeysOf } from './keys.js';

/** Elements of any standard by its table alone: what its schema has to take, whatever it means. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 &<>"\'áÑü€😀.-';
const text = ([min, max]: readonly [number, number]): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...LETTERS), {
      minLength: Math.max(min, 1),
      maxLength: Math.min(max, Math.max(min, 12)),
    })
    .map((letters) => letters.join(''))
    .map((line) => collapse(line).padEnd(min, 'x'))
    .filter((line) => line !== '');

function numberOf({ decimals = 0, limits = {} }: SimpleType): fc.Arbitrary<string> {
  const { min = 0, max = 99_999, sobre = false } = limits;
  const scale = 10 ** Math.min(decimals, 6);
  return fc
    .integer({
      min: Math.ceil(min * scale) + (sobre ? 1 : 0),
      max: Math.floor(Math.min(max, 99_999) * scale),
    })
    .map((n) => (n / scale).toFixed(Math.min(decimals, 6)));
}

/** A value of a type; a catalogue's keys, where any are known. */
function valueOf(type: SimpleType, standard: Standard, catalogueOfKeys: KeysOf): fc.Arbitrary<string> {
  const known = type.catalogue === undefined ? [] : catalogueOfKeys(type.catalogue, standard);
  if (known.length > 0) return fc.constantFrom(...known);
  const { values, pattern, longitud, decimals } = type;
  if (values) return fc.constantFrom(...values);
  if (decimals !== undefined) return numberOf(type);
  if (longitud && !pattern) return text(longitud);
  return fc
    .stringMatching(pattern as RegExp)
    .filter((line) => line.length <= 400 && type.test(line) && collapse(line) === line.replaceAll('  ', ' '));
}

export type Extension = 'smallest' | 'largest' | 'any';

/**
 * An element of a table with what it requires, with everything, or with any of it. Its keys are those of the project's
 * own tables; specs that judge by the official schemas take those that the schemas enumerate.
 */
export function arbitraryElement(
  schema: ElementSchema,
  standard: Standard,
  extension: Extension,
  catalogueOfKeys: KeysOf = ownKeys,
): fc.Arbitrary<XmlNode> {
  const optionally = <T>(optional: boolean, one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => {
    if (!optional || extension === 'largest') return one;
    return extension === 'smallest' ? fc.constant(null) : fc.option(one);
  };
  const attributes = fc
    .tuple(
      ...[...schema.attributes.values()].map(({ name, required, type }) =>
        optionally(!required, valueOf(type, standard, catalogueOfKeys)).map((text) => [name, text] as const),
      ),
    )
    .map((pairs) => Object.fromEntries(pairs.filter(([, text]) => text !== null)) as Record<string, string>);
  const chosen = schema.choices?.names[extension === 'largest' ? 1 : 0];
  const excluded = schema.choices?.names.filter((name) => name !== chosen) ?? [];
  const allowed = schema.children
    .filter(({ element }) => !excluded.includes(element.name))
    .map((child) => (child.element.name === chosen ? { ...child, min: 1 } : child));
  const children = fc
    .tuple(
      ...allowed.map(({ element, min, max }) =>
        fc.array(arbitraryElement(element, standard, extension, catalogueOfKeys), {
          minLength: extension === 'largest' ? Math.min(max, Math.max(min, 2)) : min,
          maxLength: extension === 'smallest' ? min : Math.min(max, Math.max(min, 2)),
        }),
      ),
    )
    .map((groups) => groups.flat());
  const content = schema.text ? valueOf(schema.text, standard, catalogueOfKeys) : fc.constant(undefined);
  return fc.tuple(attributes, children, content).map(([attributes, children, text]) => ({
    ...{ name: schema.name, namespace: standard.namespace, attributes, children },
    ...(text !== undefined && { text }),
  }));
}
