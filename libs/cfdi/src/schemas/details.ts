import { field, parseDecimal, pow10, type Detail, type MessageParams } from '#kernel';
import { hintsOf, SMALL_CATALOGUES } from '#sat';
import { collapse } from '../text.js';
import type { Defect } from './check.js';
import { pathOf } from './paths.js';
import type { SimpleType } from './types.js';

/** Wrong keys of one document that are told which key was meant: to find it takes a look at the whole catalogue. */
const MOST_HINTED = 20;

/** A defect of structure as the detail of a refusal, at the path of the input that it came from. */
export function toDetail(
  { kind, node, attribute, child, expected = '', type }: Defect,
  hinted = true,
): Detail {
  const path = pathOf(node, attribute ?? child) ?? [node.name, attribute ?? child].filter(Boolean).join('.');
  switch (kind) {
    case 'missing':
      return field(path, 'required');
    case 'value': {
      const value = attribute === undefined ? undefined : node.attributes[attribute];
      const narrower = type && value !== undefined ? narrow(path, type, collapse(value), hinted) : undefined;
      return narrower ?? field(path, 'invalid_format', { params: { expected } });
    }
    case 'count':
      return field(path, 'invalid_length', { params: { max: 1 } });
    case 'superfluous':
    case 'order':
      return field(path, 'unknown_field');
  }
}

export const detailsOf = (defects: readonly Defect[]): Detail[] =>
  defects.map((defect, index) => toDetail(defect, index < MOST_HINTED));

/**
 * What is wrong with a value more closely than its form: no key of its list or catalogue, a number outside of its
 * limits, a text of another length. Undefined where it is the form.
 */
function narrow(path: string, type: SimpleType, value: string, hinted: boolean): Detail | undefined {
  const { catalogue, longitud, values } = type;
  if (values) return field(path, 'invalid_value', { params: { values: values.join(', ') } });
  if (catalogue !== undefined)
    return field(path, 'invalid_value', {
      params: { values: catalogue, ...(hinted && keyHints(catalogue, value)) },
    });
  if (type.limits !== undefined) return outOfRange(path, type, value);
  if (!longitud) return undefined;
  const [min, max] = longitud;
  const length = [...value].length;
  if (length >= min && length <= max) return undefined;
  return field(path, 'invalid_length', { params: { min, ...(max !== Infinity && { max }) } });
}

/** The key that was meant, and the keys that a short catalogue has. */
function keyHints(catalogue: string, value: string): MessageParams {
  const [found, ...others] = Object.values(SMALL_CATALOGUES).filter(
    (one) => one.catalogue.name === catalogue,
  );
  // Standards have catalogues of one name and other keys.
  return found && others.length === 0 ? hintsOf(found.catalogue)(value) : {};
}

/** A number with at most twelve decimals that is outside of the limits of its type. */
function outOfRange(path: string, { limits = {} }: SimpleType, value: string): Detail | undefined {
  const SCALE = 12;
  const number = parseDecimal(value, SCALE);
  if (number === undefined) return undefined;
  const { min = 0, max, sobre = false, integers = 18 } = limits;
  const toScale = (limit: number): bigint => parseDecimal(String(limit), SCALE) ?? 0n;
  if (sobre ? number <= toScale(min) : number < toScale(min))
    return field(path, 'too_small', { params: sobre ? { above: min } : { min } });
  if (max !== undefined && number > toScale(max)) return field(path, 'too_large', { params: { max } });
  if (number >= pow10(integers + SCALE))
    return field(path, 'too_large', {
      params: { max: { es: `${integers} dígitos`, en: `${integers} digits` } },
    });
  return undefined;
}
