import { parseDecimal } from '#kernel';
import { isObject, type JsonObject } from '../../json-object.js';

/** Plain JSON of any shape, read without trusting it: unexpected values count as absent. */
export const isAbsent = (datum: unknown): boolean => datum === undefined || datum === null;

/** The objects of a list, or of its container (Ubicaciones: { Ubicacion: [...] }); one alone is a list too. */
export function toObjects(datum: unknown, content?: string): readonly JsonObject[] {
  if (Array.isArray(datum)) return datum.filter(isObject);
  if (!isObject(datum)) return [];
  return content !== undefined && content in datum ? toObjects(datum[content]) : [datum];
}

/** The sum in micros of a field of objects; undefined where one of them has no number there. */
export function sumOf(from: readonly JsonObject[], field: string): bigint | undefined {
  let total = 0n;
  for (const one of from) {
    const given = one[field];
    const number = typeof given === 'number' || typeof given === 'string' ? parseDecimal(given) : undefined;
    if (number === undefined) return undefined;
    total += number;
  }
  return total;
}

/** An object with other values at some of its keys; what is undefined is left out. */
export function withChanges(object: JsonObject, cambios: JsonObject): JsonObject {
  const newValue: Record<string, unknown> = { ...object };
  for (const [key, value] of Object.entries(cambios))
    if (value === undefined) delete newValue[key];
    else newValue[key] = value;
  return newValue;
}
