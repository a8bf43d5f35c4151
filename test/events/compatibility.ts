import { isDeepStrictEqual } from 'node:util';
import { definitionOf, type Schema } from './schemas.js';

type Definitions = NonNullable<Schema['definitions']>;
interface Pair {
  readonly before: { readonly schema: Schema; readonly definitions: Definitions };
  readonly after: { readonly schema: Schema; readonly definitions: Definitions };
}

/** What says which values a text or number may have; any change of it means something else to readers. */
const CONSTRAINTS = [
  ...(['pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength'] as const),
  ...(['minItems', 'maxItems', 'uniqueItems', 'multipleOf'] as const),
];

/**
 * What would break readers of the events as they were, or validators of old events with the new schemas: one sentence
 * each, empty where nothing does. Within a version, fields may be added that need not be there, enumerations may grow,
 * and texts may say things better; new events and new versions are free.
 */
export function breaks(
  before: Readonly<Record<string, Schema>>,
  after: Readonly<Record<string, Schema>>,
): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const present = after[name];
    if (!present) return [`${name} is gone`];
    return changes(name, {
      before: { schema: old, definitions: old.definitions ?? {} },
      after: { schema: present, definitions: present.definitions ?? {} },
    });
  });
}

function changes(path: string, pair: Pair): string[] {
  const before = resolved(pair.before.schema, pair.before.definitions);
  const after = resolved(pair.after.schema, pair.after.definitions);
  const inner = (at: string, old: Schema, present: Schema): string[] =>
    changes(at, { before: { ...pair.before, schema: old }, after: { ...pair.after, schema: present } });
  return [
    ...typeChanges(path, before, after),
    ...valueChanges(path, before, after),
    ...fieldChanges(path, before, after, inner),
    ...(before.items && after.items ? inner(`${path}[]`, before.items, after.items) : []),
    ...(isDeepStrictEqual(Boolean(before.items), Boolean(after.items)) ? [] : [`${path}: other entries`]),
    ...alternativeChanges(path, before, after, inner),
  ];
}

function typeChanges(path: string, before: Schema, after: Schema): string[] {
  const [old, present] = [typesOf(before), typesOf(after)];
  return [
    ...old
      .filter((type) => !present.includes(type))
      .map((type) => `${path}: narrowed, it is no ${type} any more`),
    ...present
      .filter((type) => !old.includes(type))
      .map((type) => `${path}: widened, readers don't expect ${type}`),
    ...CONSTRAINTS.filter((name) => valueOf(before, name) !== valueOf(after, name)).map(
      (name) => `${path}: another ${name}`,
    ),
    ...(isDeepStrictEqual(before.additionalProperties, after.additionalProperties)
      ? []
      : [`${path}: other additional fields`]),
  ];
}

/** Enumerations may grow; what could be one value only must stay it, or an enumeration that has it. */
function valueChanges(path: string, before: Schema, after: Schema): string[] {
  const [old, present] = [valuesOf(before), valuesOf(after)];
  if (!old && present) return [`${path}: narrowed to certain values`];
  if (old && !present) return [`${path}: widened to any value`];
  return (old ?? [])
    .filter((value) => !present?.some((other) => isDeepStrictEqual(other, value)))
    .map((value) => `${path}: narrowed, ${JSON.stringify(value)} is gone`);
}

function fieldChanges(
  path: string,
  before: Schema,
  after: Schema,
  inner: (at: string, old: Schema, present: Schema) => string[],
): string[] {
  const [old, present] = [before.properties ?? {}, after.properties ?? {}];
  const [must, mustNow] = [before.required ?? [], after.required ?? []];
  return [
    ...Object.entries(old).flatMap(([name, schema]) => {
      const same = present[name];
      return same ? inner(`${path}.${name}`, schema, same) : [`${path}.${name}: removed`];
    }),
    ...mustNow.filter((name) => !must.includes(name)).map((name) => `${path}.${name}: newly required`),
    ...must
      .filter((name) => name in present && !mustNow.includes(name))
      .map((name) => `${path}.${name}: may be missing now`),
  ];
}

function alternativeChanges(
  path: string,
  before: Schema,
  after: Schema,
  inner: (at: string, old: Schema, present: Schema) => string[],
): string[] {
  const [old, present] = [before.anyOf ?? [], after.anyOf ?? []];
  if (old.length !== present.length) return [`${path}: other alternatives`];
  return old.flatMap((schema, index) => inner(`${path}|${index}`, schema, present[index] ?? {}));
}

const resolved = (schema: Schema, definitions: Definitions): Schema =>
  schema.$ref === undefined ? schema : resolved(definitionOf(definitions, schema.$ref), definitions);

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum;

const valueOf = (schema: Schema, name: string): unknown => (schema as Record<string, unknown>)[name];
