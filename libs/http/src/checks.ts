import {
  field,
  findNearest,
  formatDecimal,
  parseDecimal,
  typesInWords,
  type Bilingual,
  type Choice,
  type Detail,
  type MessageParams,
  type Subcode,
} from '#kernel';
import { joinPath } from './paths.js';
import type { AmountRule, ByTypeRule, Dto, IntegerRule, ListRule, Rule, TextRule } from './rules.js';

/** Problems reported of one request; a body of 5000 wrong items needs no more to be understood. */
const MAX_PROBLEMS = 100;
/** Entries of all lists of one request, however they are nested: 5000 items with four taxes each, and room for the rest. */
const MAX_ENTRIES = 30_000;

const TOO_MANY: Bilingual = {
  es: 'Con el campo "{path}", las listas de la solicitud rebasan {max} elementos en total. Divídala en varias.',
  en: 'With the field "{path}", the lists of the request have more than {max} entries in all. Split it into several.',
};

/** Collects what is wrong. Paths are put together only for problems. */
export class Problems {
  readonly details: Detail[] = [];
  private entries = 0;
  constructor(readonly location: 'body' | 'query' | 'params') {}

  /** Nothing more is looked at: enough is known, or there is too much of it. */
  get full(): boolean {
    return this.details.length >= MAX_PROBLEMS || this.entries > MAX_ENTRIES;
  }

  /** Counts a list's entries before they are looked at; reports the list with which there are too many. */
  takes(count: number, parent: string, key: string | number): boolean {
    this.entries += count;
    if (this.entries <= MAX_ENTRIES) return true;
    this.add(parent, key, 'invalid_length', { params: { max: MAX_ENTRIES }, message: TOO_MANY });
    return false;
  }

  add(
    parent: string,
    key: string | number,
    code: Subcode,
    rest: { params?: MessageParams; message?: Bilingual } = {},
  ): undefined {
    if (this.details.length >= MAX_PROBLEMS) return undefined;
    const path = key === '' ? parent : joinPath(parent, key);
    this.details.push(field(path, code, { location: this.location, ...rest }));
    return undefined;
  }
}

/** Returns the validated value, or reports the problem and returns undefined. */
export type Check = (value: unknown, parent: string, key: string | number, problems: Problems) => unknown;

/** What checks need of the DTO compiler, which needs them. */
export interface CheckContext {
  /** Texts of a query string stand for other types, and lists may be comma-joined. */
  readonly query: boolean;
  readonly dto: (type: Dto) => Check;
}

/** Makes the check of a rule, once; the result runs with no further look at the rule's kind. */
export function checkOf(rule: Rule, context: CheckContext): Check {
  switch (rule.kind) {
    case 'text':
      return textCheck(rule);
    case 'amount':
      return amountCheck(rule, context.query);
    case 'integer':
      return integerCheck(rule, context.query);
    case 'flag':
      return context.query ? queryFlag : bodyFlag;
    case 'oneOf':
      return oneOfCheck(rule.values, rule.alsoCalled);
    case 'list':
      return listCheck(rule, context);
    case 'byType':
      return byTypeCheck(rule, context);
    case 'nested': {
      let check: Check | undefined;
      return (value, parent, key, problems) =>
        (check ??= context.dto(rule.type()))(value, parent, key, problems);
    }
    case 'dateRange':
      return dateRange;
    case 'json':
      return (value, parent, key, problems) =>
        takesAtMost(value, rule.maxBytes)
          ? value
          : problems.add(parent, key, 'too_large', { params: { max: `${rule.maxBytes} bytes` } });
    case 'ignored':
      return () => undefined;
    case 'notAccepted':
      return (_, parent, key, problems) => problems.add(parent, key, 'not_allowed');
  }
}

/**
 * Whether a value takes at most `max` bytes as JSON. It is written only where that is not clear from how much there is of it,
 * and nothing is looked at any more once there is too much.
 */
function takesAtMost(value: unknown, max: number): boolean {
  const pending: unknown[] = [value];
  let least = 0;
  let most = 0;
  while (pending.length > 0 && least <= max) {
    const one = pending.pop();
    const length = typeof one === 'string' ? one.length : 0;
    least += length + 1;
    // A character takes three bytes at most, or six as an escape; a number has 24 at most.
    most += 6 * length + 25;
    if (Array.isArray(one)) for (const entry of one) pending.push(entry);
    else if (typeof one === 'object' && one !== null)
      for (const name in one) {
        least += name.length + 3;
        most += 6 * name.length + 3;
        pending.push((one as Readonly<Record<string, unknown>>)[name]);
      }
  }
  return least <= max && (most <= max || Buffer.byteLength(JSON.stringify(value)) <= max);
}

const wrongType = (expected: string) => ({ params: { expected } });

/** A number for a text: the text that it should have been, `"601"` for 601, with the zeros that a number loses. */
function wrongText(value: unknown, { min, max, pattern, hint, digits = 0 }: TextRule) {
  const wrong = wrongType('string');
  if (typeof value !== 'number' || !Number.isFinite(value) || String(value).length > 20) return wrong;
  const { suggestion } = hint?.(String(value)) ?? {};
  if (suggestion !== undefined) return { params: { ...wrong.params, example: suggestion } };
  const text = [digits, min]
    .map((length) => String(value).padStart(length, '0'))
    .find((one) => one.length >= min && one.length <= max && (!pattern || pattern.test(one)));
  return text === undefined ? wrong : { params: { ...wrong.params, example: JSON.stringify(text) } };
}

/** A text for a number: the number that it should have been, 1345.6 for `"1,345.60"` and 0.16 for `"16%"`. */
function wrongNumber(value: unknown, expected: 'number' | 'integer') {
  const match = typeof value === 'string' && value.length < 30 ? WRITTEN.exec(value.trim()) : undefined;
  if (!match) return wrongType(expected);
  const number = Number(match[1]?.replaceAll(',', '')) / (match[2] ? 100 : 1);
  if (expected === 'integer' && !Number.isInteger(number)) return wrongType(expected);
  return { params: { expected, example: String(number) } };
}
const WRITTEN = /^\$?\s?(-?\d{1,15}(?:\.\d{1,6})?|-?\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?)\s?(%)?$/;

// XML 1.0 has no control characters but tab and line breaks, no surrogates and no U+FFFE or U+FFFF.
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\p{Surrogate}\ufffe\uffff]/u;
const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Surrogate}\u2028\u2029\ufffe\uffff]/u;

function textCheck(rule: TextRule): Check {
  const { min, max, pattern, expected, multiline, lowerCase, hint, padded } = rule;
  const length = { params: min === max ? { exact: min } : { min, max } };
  const format = { params: { ...(expected !== undefined && { expected }) } };
  const forbidden = multiline ? FORBIDDEN : FORBIDDEN_IN_LINE;
  return (sent, parent, key, problems) => {
    const value = padded === undefined ? sent : pad(sent, padded);
    if (typeof value !== 'string') return problems.add(parent, key, 'invalid_type', wrongText(value, rule));
    const isLong = value.length > max && (value.length > 2 * max || codePoints(value) > max);
    if (isLong || value.length < min || (min > 1 && value.length < 2 * min && codePoints(value) < min))
      return hint
        ? problems.add(parent, key, 'invalid_value', { params: hint(value) })
        : problems.add(parent, key, 'invalid_length', length);
    if (forbidden.test(value)) return problems.add(parent, key, 'invalid_format');
    if (pattern && !pattern.test(value))
      return hint
        ? problems.add(parent, key, 'invalid_value', { params: hint(value) })
        : problems.add(parent, key, 'invalid_format', format);
    return lowerCase ? value.toLowerCase() : value;
  };
}

/** A key of so many digits, as a number or without its zeros; anything else as it came. */
function pad(value: unknown, digits: number): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d+$/.test(text) ? text.padStart(digits, '0') : value;
}

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function range({ min, max, above }: { min?: number; max: number; above?: number }) {
  return (value: number, parent: string, key: string | number, problems: Problems): boolean => {
    if (value > max) problems.add(parent, key, 'too_large', { params: { max } });
    else if (min !== undefined && value < min) problems.add(parent, key, 'too_small', { params: { min } });
    else if (above !== undefined && value <= above)
      problems.add(parent, key, 'too_small', { params: { above } });
    else return true;
    return false;
  };
}

/** A JSON number becomes decimal text: the shortest that is the double, which the body parser knows to be exact. */
function amountCheck(rule: AmountRule, query: boolean): Check {
  const within = range(rule);
  const isText = query || rule.text;
  return (value, parent, key, problems) => {
    const number =
      isText && typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number))
      return problems.add(parent, key, 'invalid_type', wrongNumber(value, 'number'));
    if (!within(number, parent, key, problems)) return undefined;
    const plain = typeof value === 'string' ? value : String(number);
    return plain.includes('e') ? formatDecimal(parseDecimal(plain) ?? 0n) : plain;
  };
}

function integerCheck(rule: IntegerRule, query: boolean): Check {
  const within = range(rule);
  return (value, parent, key, problems) => {
    const number = query && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(number))
      return problems.add(parent, key, 'invalid_type', wrongNumber(value, 'integer'));
    return within(number as number, parent, key, problems) ? number : undefined;
  };
}

const bodyFlag: Check = (value, parent, key, problems) =>
  typeof value === 'boolean' ? value : problems.add(parent, key, 'invalid_type', wrongType('boolean'));

/** The .NET client writes True and False. */
const queryFlag: Check = (value, parent, key, problems) => {
  if (typeof value === 'string' && /^(?:true|1)$/i.test(value)) return true;
  if (typeof value === 'string' && /^(?:false|0)$/i.test(value)) return false;
  return problems.add(parent, key, 'invalid_type', wrongType('boolean'));
};

function oneOfCheck(values: readonly string[], alsoCalled: readonly Choice[] = []): Check {
  const known = new Set<unknown>(values);
  const params = { values: values.slice(0, 40).join(', ') };
  const choices = [...values.map((word) => ({ word })), ...alsoCalled];
  return (value, parent, key, problems) => {
    if (known.has(value)) return value;
    const written = typeof value === 'number' ? String(value).padStart(2, '0') : value;
    const suggestion = typeof written === 'string' ? nearestOf(written, choices, known) : undefined;
    if (typeof value !== 'string')
      return problems.add(parent, key, 'invalid_type', {
        params: { expected: 'string', ...(suggestion && { example: suggestion }) },
      });
    return problems.add(parent, key, 'invalid_value', {
      params: { ...params, ...(suggestion && { suggestion }) },
    });
  };
}

/** The value that was meant, in quotes; a key of digits may lack its zero. */
function nearestOf(
  value: string,
  choices: readonly Choice[],
  known: ReadonlySet<unknown>,
): string | undefined {
  const padded = /^\d$/.test(value) ? `0${value}` : value;
  // A number that is no value may be a name; none is close to another.
  const byNumber = () => choices.find(({ names = [] }) => names.includes(value))?.word;
  const found = known.has(padded) ? padded : /^\d+$/.test(value) ? byNumber() : findNearest(value, choices);
  return found === undefined ? undefined : JSON.stringify(found);
}

function listCheck({ of, min, max }: ListRule, context: CheckContext): Check {
  const check = checkOf(of, context);
  const length = { params: { min, max } };
  const split = (item: unknown) => (typeof item === 'string' ? item.split(',') : [item]);
  return (value, parent, key, problems) => {
    const items: unknown = context.query
      ? (Array.isArray(value) ? value : [value]).flatMap(split).filter((item) => item !== '')
      : value;
    if (!Array.isArray(items)) return problems.add(parent, key, 'invalid_type', wrongType('array'));
    if (items.length > max || items.length < min) return problems.add(parent, key, 'invalid_length', length);
    if (!problems.takes(items.length, parent, key)) return undefined;
    const path = joinPath(parent, key);
    const values: unknown[] = [];
    for (let i = 0; i < items.length && !problems.full; i += 1) {
      const item: unknown = items[i];
      if (item === null || item === undefined) problems.add(path, i, 'required');
      else values.push(check(item, path, i, problems));
    }
    return values;
  };
}

function byTypeCheck(rule: ByTypeRule, context: CheckContext): Check {
  const checks = {
    string: rule.string && checkOf(rule.string, context),
    array: rule.list && checkOf(rule.list, context),
    object: rule.object && checkOf(rule.object, context),
  };
  const types = Object.entries(checks).flatMap(([type, check]) => (check ? [type] : []));
  const wrong = { params: { expected: typesInWords(types) } };
  return (value, parent, key, problems) => {
    const type = Array.isArray(value) ? 'array' : typeof value;
    const check = type === 'string' || type === 'array' || type === 'object' ? checks[type] : undefined;
    return check ? check(value, parent, key, problems) : problems.add(parent, key, 'invalid_type', wrong);
  };
}

/** Only the shape: the texts are read with the organization's time zone, by parseDateRange. */
const dateRange: Check = (given, parent, key, problems) => {
  const value = typeof given === 'string' ? objectIn(given) : given;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return problems.add(parent, key, 'invalid_type', wrongType('date[gte], date[gt], date[lte], date[lt]'));
  const path = joinPath(parent, key);
  const bounds: Record<string, string> = {};
  for (const [name, bound] of Object.entries(value)) {
    if (!/^[gl]te?$/.test(name)) problems.add(path, name, 'unknown_field');
    else if (typeof bound !== 'string') problems.add(path, name, 'invalid_type', wrongType('string'));
    else if (bound !== '') bounds[name] = bound;
  }
  return bounds;
};

/** Clients before 4.0 of the SDK for Node write an object in a query as JSON: `date={"gte":"2026-01-01"}`. */
function objectIn(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
