import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { complaintsOf } from '../support/complaints.js';
import type { Schema } from './schemas.js';

/**
 * Validates as strictly as we promise to write: fields that no schema names are wrong here, though readers pass over
 * them. So a field that has slipped into an event is found.
 */
export function strictly(schema: Schema): (value: unknown) => string[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);
  const validate: ValidateFunction = ajv.compile(closed(schema) as object);
  return (value) => complaintsOf(validate, value);
}

/** The same for schemas by name, each compiled once. A name that is not there is a problem. */
export function validators(
  schemas: Readonly<Record<string, Schema>>,
): (name: string, value: unknown) => string[] {
  const compiled = new Map<string, ReturnType<typeof strictly>>();
  return (name, value) => {
    const schema = schemas[name];
    if (!schema) return [`there is no schema of ${name}`];
    const validate = compiled.get(name) ?? strictly(schema);
    compiled.set(name, validate);
    return validate(value);
  };
}

/** Every object takes the fields that it names, and no others. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, closed(child)]));
  const isObject = 'properties' in value && typeof (value as Schema).properties === 'object';
  return isObject && !('additionalProperties' in value) ? { ...inner, additionalProperties: false } : inner;
}
