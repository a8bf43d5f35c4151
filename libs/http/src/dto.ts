import { getMetadataStorage } from 'class-validator';
import { findNearest, ok, refuseFields, type Result } from '#kernel';
import { checkOf, Problems, type Check, type CheckContext } from './checks.js';
import { joinPath } from './paths.js';
import type { Dto, Rule } from './rules.js';

interface Property {
  readonly name: string;
  readonly rule: Rule;
  readonly alsoCalled: readonly string[];
  readonly check: Check;
  readonly optional: boolean;
  readonly nullable: boolean;
  /** Fields that must not be sent are reported even when they are null. */
  readonly dropped: boolean;
}

/**
 * The fields of a DTO class, read from class-validator's registry. Its own interpreter took 130 ms (290 ms the
 * first time) to transform and validate 5000 items; the checks compiled here take about a tenth of that.
 */
function propertiesOf(type: Dto, context: CheckContext): Property[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const optional = new Set<string>();
  const declared = new Map<string, { rule: Rule; nullable: boolean; alsoCalled: readonly string[] }>();
  for (const { type: kind, name, propertyName, constraints } of metadata) {
    if (kind === 'conditionalValidation') optional.add(propertyName);
    else if (name === 'field' && !declared.has(propertyName)) {
      const [rule, options] = constraints as [Rule, { nullable?: boolean; alsoCalled?: readonly string[] }];
      const { nullable = false, alsoCalled = [] } = options;
      declared.set(propertyName, { rule, nullable, alsoCalled });
    } else if (name !== 'field')
      throw new TypeError(`${type.name}.${propertyName}: only the decorators of fields.ts`);
  }
  return [...declared].map(([name, { rule, nullable, alsoCalled }]) => ({
    ...{ name, rule, alsoCalled },
    check: checkOf(rule, context),
    optional: optional.has(name),
    nullable,
    dropped: rule.kind === 'ignored' || rule.kind === 'notAccepted',
  }));
}

const NO_OBJECT = {
  es: 'El cuerpo de la solicitud debe ser un objeto JSON, no una lista ni un texto.',
  en: 'The body of the request must be a JSON object, not an array or a string.',
};

function compile(type: Dto, context: CheckContext): Check {
  const properties = propertiesOf(type, context);
  const names = new Set(properties.map(({ name }) => name));
  const meant = nearestField(properties, context);
  return (value, parent, key, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return problems.add(parent, key, 'invalid_type', {
        params: { expected: 'object' },
        ...(parent === '' && key === '' && { message: NO_OBJECT }),
      });
    const input = value as Record<string, unknown>;
    const path = key === '' ? parent : joinPath(parent, key);
    const output: Record<string, unknown> = {};
    for (const { name, check, optional, nullable, dropped } of properties) {
      const item = Object.hasOwn(input, name) ? input[name] : undefined;
      const absent = item === undefined || (item === null && !nullable) || (context.query && item === '');
      if (absent) {
        if (!optional) problems.add(path, name, 'required');
      } else if (item === null) output[name] = null;
      else if (dropped) check(item, path, name, problems);
      else output[name] = check(item, path, name, problems);
    }
    for (const name in input)
      if (!names.has(name)) {
        const suggestion = problems.full ? undefined : meant(name);
        problems.add(path, name, 'unknown_field', suggestion === undefined ? {} : { params: { suggestion } });
      }
    return output;
  };
}

/** Finds the field that a wrong name is meant to be: one of these, or one that is inside of them. */
function nearestField(
  properties: readonly Property[],
  context: CheckContext,
): (name: string) => string | undefined {
  const sent = properties.filter(({ dropped }) => !dropped);
  const choices = sent.map(({ name, alsoCalled }) => ({ word: name, names: alsoCalled }));
  let inside: (readonly [name: string, path: string])[] | undefined;
  return (name) => {
    inside ??= sent.flatMap(({ name: outer, rule }) => {
      const type = nestedType(rule);
      return type
        ? propertiesOf(type, context).map((inner) => [inner.name, `${outer}.${inner.name}`] as const)
        : [];
    });
    // A field of the same name that is one level further in is meant before one whose name is close.
    const exact = choices.some(({ names }) => names.includes(name))
      ? undefined
      : inside.find(([inner]) => inner === name)?.[1];
    return exact ?? findNearest(name, choices);
  };
}

/** The DTO that a field is, or can be. */
const nestedType = (rule: Rule): Dto | undefined =>
  rule.kind === 'nested'
    ? rule.type()
    : rule.kind === 'byType' && rule.object?.kind === 'nested'
      ? rule.object.type()
      : undefined;

const contextOf = (query: boolean): CheckContext => {
  const compiled = new WeakMap<Dto, Check>();
  const context: CheckContext = {
    query,
    dto: (type) => {
      let check = compiled.get(type);
      if (!check) compiled.set(type, (check = compile(type, context)));
      return check;
    },
  };
  return context;
};
const contexts = { body: contextOf(false), query: contextOf(true) };

const dtos = new WeakMap<object, boolean>();

/** Whether a class declares fields. */
export function isDto(type: unknown): type is Dto {
  if (typeof type !== 'function') return false;
  let known = dtos.get(type);
  if (known === undefined) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
    dtos.set(type, (known = metadata.some(({ name }) => name === 'field')));
  }
  return known;
}

/**
 * Validates a parsed body or query against a DTO class: a new plain value with the declared fields only, or
 * invalid_request with one detail per wrong field. No body, and PHP's `[]` for one, count as `{}`.
 */
export function validate<T>(type: Dto<T>, value: unknown, location: 'body' | 'query'): Result<T> {
  const problems = new Problems(location);
  const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  const output = contexts[location].dto(type)(empty ? {} : value, '', '', problems);
  return problems.details.length > 0 ? refuseFields(problems.details) : ok(output as T);
}

/** The readable part of a refused value: its fields, except the wrong ones. */
export function readable<T>(type: Dto<T>, value: unknown, location: 'body' | 'query'): Partial<T> {
  return contexts[location].dto(type)(value ?? {}, '', '', new Problems(location)) ?? {};
}

/** Whether one value keeps a rule, for class-validator's own validate(). */
export function matches(rule: Rule, value: unknown): boolean {
  const problems = new Problems('body');
  checkOf(rule, contexts.body)(value, '', '', problems);
  return problems.details.length === 0;
}
