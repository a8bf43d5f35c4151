import type { Json } from '../../../support/app.js';

/** A rule of an error matrix, with a request that breaks it and one that just doesn't. */
export interface RuleRow {
  /** As the answer cites it; null where the refusal names no code of the tax authority. */
  readonly rule: string | null;
  readonly what: string;
  readonly broken: Json;
  /** The field that is named, in dots. */
  readonly path: string;
  readonly kept: Json;
}

/** A copy of JSON with another value at a path of dots; undefined takes the field away. */
export function withValue(json: Json, path: string, value: unknown): Json {
  const copy = structuredClone<Json>(json);
  const steps = path.split('.');
  const last = steps.pop() as string;
  const at = steps.reduce((inside, step) => inside[step], copy);
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
