import { ApiExtraModels, ApiHideProperty, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { Choice } from '#kernel';
import { IsOptional, registerDecorator } from 'class-validator';
import { matches } from './dto.js';
import * as rules from './rules.js';
import type { AmountRule, ByTypeRule, Dto, DtoRef, IntegerRule, Rule, TextOptions } from './rules.js';

/** What every field may say about itself. `default` is documentation: the owning service fills it in. */
export interface FieldOptions {
  readonly optional?: boolean;
  /** null is a value of its own, kept; otherwise null is the same as absent. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  /** Other names that people send it by: who does is told this one. */
  readonly alsoCalled?: readonly string[];
  /** What the OpenAPI document says of it, where the rule does not know. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

type Schema = Record<string, unknown>;

/**
 * Declares a field of a DTO: its rule goes into class-validator's registry (where PartialType, PickType and
 * OmitType find it and `dto.ts` compiles it from), and the same rule makes the OpenAPI property.
 */
export function Field(rule: Rule, options: FieldOptions = {}): PropertyDecorator {
  return (target, property) => {
    const name = String(property);
    if (options.optional || rule.kind === 'ignored' || rule.kind === 'notAccepted')
      IsOptional()(target, name);
    registerDecorator({
      name: 'field',
      target: target.constructor,
      propertyName: name,
      constraints: [rule, options],
      validator: {
        validate: (value: unknown) => (options.nullable && value === null) || matches(rule, value),
        defaultMessage: () => `${name} is not valid`,
      },
    });
    if (rule.kind === 'ignored' || rule.kind === 'notAccepted') return ApiHideProperty()(target, property);
    const models = modelsOf(rule);
    if (models.length > 0) ApiExtraModels(...models)(target.constructor);
    const { description, example, nullable } = options;
    ApiProperty({
      ...(options.schema ?? propertyOf(rule)),
      required: !options.optional,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      ...(options.default !== undefined && { default: options.default }),
      ...(nullable && { nullable }),
    })(target, property);
  };
}

/**
 * As ApiProperty wants it: DTOs by function (they may be declared later), which it knows by the name that the
 * function has from its property, `type`; the rest as a schema.
 */
function propertyOf(rule: Rule): Schema {
  if (rule.kind === 'nested') return { type: () => rule.type() };
  if (rule.kind === 'list' && rule.of.kind === 'nested') {
    const { type } = rule.of;
    return { type: () => [type()], minItems: rule.min, maxItems: rule.max };
  }
  return schemaOf(rule);
}

function schemaOf(rule: Rule): Schema {
  switch (rule.kind) {
    case 'text':
      return {
        type: 'string',
        minLength: rule.min,
        maxLength: rule.max,
        ...(rule.format ? { format: rule.format } : rule.pattern && { pattern: rule.pattern.source }),
      };
    case 'amount': {
      const number = {
        type: 'number',
        ...(rule.min !== undefined && { minimum: rule.min }),
        ...(rule.above !== undefined && { exclusiveMinimum: rule.above }),
        maximum: rule.max,
      };
      return number;
    }
    case 'integer':
      return {
        type: 'integer',
        ...(rule.min !== Number.MIN_SAFE_INTEGER && { minimum: rule.min }),
        ...(rule.max !== Number.MAX_SAFE_INTEGER && { maximum: rule.max }),
      };
    case 'flag':
      return { type: 'boolean' };
    case 'oneOf':
      return { type: 'string', enum: [...rule.values] };
    case 'list':
      return { type: 'array', items: schemaOf(rule.of), minItems: rule.min, maxItems: rule.max };
    case 'byType':
      // One value is taken for a list of it, which clients that are generated need not know.
      if (rule.list && !rule.object) return schemaOf(rule.list);
      return unionOf(partsOf(rule));
    case 'nested':
      return { $ref: getSchemaPath(rule.type()) };
    case 'dateRange': {
      // An object for each: they get words of their own.
      const instant = () => ({ type: 'string', format: 'date-time' });
      return {
        type: 'object',
        properties: { gt: instant(), gte: instant(), lt: instant(), lte: instant() },
      };
    }
    case 'json':
      // Anything: a schema of all types together is none that a client can be generated from.
      return {};
    case 'ignored':
    case 'notAccepted':
      return {};
  }
}

function unionOf(parts: readonly Rule[]): Schema {
  const schemas = parts.map((part) => (part.kind === 'json' ? openObject : schemaOf(part)));
  const [first] = schemas;
  return schemas.length === 1 && first ? first : { oneOf: schemas };
}

const openObject: Schema = { type: 'object', additionalProperties: true };

const partsOf = ({ string, list, object }: ByTypeRule): Rule[] =>
  [string, list, object].filter((part) => !!part);

/** DTOs that a rule names inside of a oneOf, which swagger does not find by itself. */
function modelsOf(rule: Rule): (new () => unknown)[] {
  if (rule.kind === 'byType')
    return partsOf(rule).flatMap((part) =>
      part.kind === 'nested' ? [part.type() as new () => unknown] : modelsOf(part),
    );
  if (rule.kind !== 'list') return [];
  return rule.of.kind === 'nested' ? [rule.of.type() as new () => unknown] : modelsOf(rule.of);
}

export const Text = (options: TextOptions & FieldOptions = {}) => Field(rules.text(options), options);
export const Email = (options: FieldOptions = {}) => Field(rules.email(), options);
export const DateTime = (options: FieldOptions = {}) => Field(rules.dateTime(), options);
export const IdRef = (options: FieldOptions = {}) => Field(rules.idRef(), options);
export const Flag = (options: FieldOptions = {}) => Field(rules.flag(), options);
export const DateRange = (options: FieldOptions = {}) => Field({ kind: 'dateRange' }, options);
export const Amount = (options: Partial<Omit<AmountRule, 'kind'>> & FieldOptions = {}) => {
  const { min, max, above, text } = options;
  const limits = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(text && { text }),
  };
  return Field(rules.amount({ ...limits, ...(above !== undefined && { above }) }), options);
};
export const Integer = (options: Partial<Omit<IntegerRule, 'kind'>> & FieldOptions = {}) =>
  Field(rules.integer(options), options);
export const OneOf = (
  values: readonly string[],
  options: FieldOptions & { readonly valueNames?: readonly Choice[] } = {},
) => Field(rules.oneOf(values, options.valueNames), options);
export const Nested = (type: () => Dto, options: FieldOptions = {}) => Field(rules.nested(type), options);
export const ListOf = (of: DtoRef | Rule, options: { min?: number; max?: number } & FieldOptions = {}) =>
  Field(rules.listOf(of, options), options);
/** One rule for each JSON type, such as a customer's id or its data. Its DTOs must be declared before. */
export const ByType = (parts: Omit<ByTypeRule, 'kind'>, options: FieldOptions = {}) =>
  Field(rules.byType(parts), options);
export const Json = (options: { maxBytes?: number } & FieldOptions = {}) =>
  Field(rules.json(options.maxBytes), options);
/** Any value is accepted and dropped. */
export const Ignored = () => Field({ kind: 'ignored' });
/** Response-only: refused as not_allowed. */
export const NotAccepted = () => Field({ kind: 'notAccepted' });
