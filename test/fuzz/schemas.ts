import type { Json } from '../support/app.js';
import type { ApiDocument } from './document.js';
import type { Random } from './random.js';
import { goodValue, wildText } from './values.js';

/** What a sampler needs beside the schema. */
export interface Sampling {
  readonly random: Random;
  readonly document: ApiDocument;
  /** An identifier for a field of this name, where it is one. */
  readonly idFor: (name: string) => string | undefined;
}

const MAX_DEPTH = 7;

/** A value that a schema of the document allows, and that makes sense if the field's name suggests one. */
export function sample(sampling: Sampling, given: Json, name = '', depth = 0): unknown {
  const { random, document, idFor } = sampling;
  const schema = document.resolve(given ?? {});
  const options = schema.oneOf ?? schema.anyOf;
  if (schema.allOf) return sample(sampling, schema.allOf[0], name, depth);
  const types = [schema.type].flat() as string[];
  if ((schema.nullable === true || types.includes('null')) && random.chance(0.1)) return null;
  if (options) return sample(sampling, random.pick(options as Json[]), name, depth);
  if (schema.enum)
    return random.pick(
      (schema.enum as unknown[]).filter((value) => value !== null || types.includes('null')),
    );
  switch (String(types.find((type) => type !== 'null'))) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return numberOf(random, schema, name);
    case 'string':
      return idFor(name) ?? textOf(random, schema, name);
    case 'array': {
      const { minItems = 0, maxItems = 5 } = schema;
      const length = random.int(minItems, Math.max(minItems, Math.min(maxItems, depth > 3 ? 1 : 3)));
      return Array.from({ length }, () => sample(sampling, schema.items, name, depth + 1));
    }
    default:
      return objectOf(sampling, schema, depth);
  }
}

function objectOf(sampling: Sampling, schema: Json, depth: number): unknown {
  const { random } = sampling;
  const required = new Set<string>(schema.required ?? []);
  const share = depth > MAX_DEPTH ? 0 : 0.35 / (1 + depth / 2);
  return Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, Json>)
      .filter(([name]) => required.has(name) || random.chance(share))
      .map(([name, property]) => [name, sample(sampling, property, name, depth + 1)]),
  );
}

function numberOf(random: Random, schema: Json, name: string): unknown {
  const known = goodValue(random, name);
  const minimum = schema.minimum ?? schema.exclusiveMinimum ?? 0;
  const maximum = Math.min(schema.maximum ?? 1_000_000, minimum + 1_000_000);
  if (typeof known === 'number' && known >= minimum && known <= maximum && random.chance(0.8)) return known;
  if (schema.type === 'integer' || random.chance(0.5)) return random.int(Math.ceil(minimum) || 1, maximum);
  return Math.round((minimum + random.next() * Math.min(maximum - minimum, 1000)) * 1e6) / 1e6;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 áñÜ&<"\'';

function textOf(random: Random, schema: Json, name: string): unknown {
  const known = goodValue(random, name);
  const fits = typeof known === 'string' || schema.pattern === undefined;
  if (known !== undefined && fits && random.chance(0.85)) return known;
  if (schema.format === 'date-time')
    return new Date(Date.now() - random.int(0, 70) * 3_600_000).toISOString();
  if (schema.format === 'email') return `x${random.int(0, 99)}@example.com`;
  if (typeof schema.pattern === 'string') return textFor(random, schema.pattern);
  const { minLength = 0, maxLength = 40 } = schema;
  if (random.chance(0.1)) return wildText(random).slice(0, maxLength).padEnd(minLength, 'x');
  const length = random.int(minLength, Math.min(maxLength, minLength + 30));
  return Array.from({ length }, () => random.pick([...LETTERS])).join('');
}

/** A text for the few kinds of pattern that the document has. */
function textFor(random: Random, pattern: string): string {
  if (pattern.includes('0-9a-f]{8}')) return '5fb2822e-396d-4725-8521-cdc4bdd20ccf';
  if (pattern.includes('0-9a-f]{24}')) return hex(random, 24);
  if (pattern.includes('-(0[1-9]|1[0-2])')) return random.pick(['2026-11', '2026-10', '2025-01']);
  const digits = /\\d\{(\d+)\}/.exec(pattern)?.[1];
  if (digits !== undefined)
    return Array.from({ length: Number(digits) }, () => String(random.int(0, 9))).join('');
  return 'X1';
}

export const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.int(0, 15).toString(16)).join('');
