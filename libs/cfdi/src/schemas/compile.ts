import type { AttributeSchema, ElementSchema } from './schema.js';
import type { SimpleType } from './types.js';

/**
 * A table made ready for checking thousands of elements: lists in place of maps, and for the usual types a test that
 * scans characters. A quick test that says yes is right; its no is for the type itself to judge.
 */
export interface CompiledAttribute {
  readonly name: string;
  readonly required: boolean;
  readonly type: SimpleType;
  readonly fast: (value: string) => boolean;
}

export interface CompiledElement {
  readonly schema: ElementSchema;
  readonly attributes: readonly CompiledAttribute[];
  readonly children: readonly {
    readonly name: string;
    readonly compiled: CompiledElement;
    readonly min: number;
    readonly max: number;
  }[];
}

const compiledElements = new WeakMap<ElementSchema, CompiledElement>();

export function compile(schema: ElementSchema): CompiledElement {
  let list = compiledElements.get(schema);
  if (list === undefined) {
    list = {
      schema,
      attributes: [...schema.attributes.values()].map(compileAttribute),
      children: schema.children.map(({ element, min, max }) => ({
        ...{ name: element.name, min, max },
        compiled: compile(element),
      })),
    };
    compiledElements.set(schema, list);
  }
  return list;
}

const compileAttribute = ({ name, required, type }: AttributeSchema): CompiledAttribute => ({
  ...{ name, required, type },
  fast: toFastTest(type),
});

function toFastTest(type: SimpleType): (value: string) => boolean {
  const { decimals, limits = {}, pattern } = type;
  if (decimals !== undefined) {
    const { min = 0, max, sobre = false, integers = 18 } = limits;
    // A limit that is the smallest number of the form only asks for some digit that is not zero.
    const positive = min > 0 || sobre;
    const simple = max === undefined && (sobre ? min === 0 : min <= 10 ** -decimals);
    return simple ? (value) => isNumber(value, integers, decimals, positive) : type.test;
  }
  const [, count] = /^\^\\d(?:\{(\d+)\})?\$$/.exec(pattern?.source ?? '') ?? [];
  if (count !== undefined) {
    const length = Number(count);
    return (value) => value.length === length && hasOnlyDigits(value);
  }
  return cacheLast(type.test);
}

function hasOnlyDigits(value: string): boolean {
  for (let i = 0; i < value.length; i += 1) {
    const digit = value.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return false;
  }
  return true;
}

/** Plain digits, with at most this many before and after the point; `positive`: not all of them zero. */
function isNumber(value: string, integers: number, decimals: number, positive: boolean): boolean {
  const { length } = value;
  let dot = length;
  let something = !positive;
  for (let i = 0; i < length; i += 1) {
    const digit = value.charCodeAt(i) - 48;
    if (digit === -2 && dot === length) dot = i;
    else if (digit < 0 || digit > 9) return false;
    else if (digit > 0) something = true;
  }
  const after = length - dot - 1;
  return something && dot > 0 && dot <= integers && after !== 0 && after <= decimals;
}

/** V8 copies texts shorter than this out of the document; a longer one would hold the whole document in memory. */
const SHORT = 13;

/** Lines repeat their keys: what was right a line ago is not asked again. */
function cacheLast(test: (value: string) => boolean): (value: string) => boolean {
  let good: string | undefined;
  return (value) => {
    if (value === good) return true;
    if (!test(value)) return false;
    if (value.length < SHORT) good = value;
    return true;
  };
}
