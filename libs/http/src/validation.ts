import {
  applyDecorators,
  createParamDecorator,
  Header,
  HttpCode,
  type ExecutionContext,
  type PipeTransform,
  type ArgumentMetadata,
  type Type,
} from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { isId, refuse, type ErrorCode } from '#kernel';
import { isDto, validate } from './dto.js';
import { Integer, Nested, OneOf, Text } from './fields.js';
import type { PagingInput } from './pagination.js';
import { HttpRefusal, unwrap } from './refusals.js';

/** Validates every `@Body()` and `@Query()` whose type is a DTO. Installed for all routes. */
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    return unwrap(validate(metatype, value, type));
  }
}

/** The paging parameters of every list; a list's own query extends it with its filters. */
export class ListQuery implements PagingInput {
  @OneOf(['page', 'cursor'], {
    optional: true,
    default: 'page',
    description: 'How the list is split into pages',
  })
  pagination?: 'page' | 'cursor';
  @Integer({
    ...{ min: 1, max: 100, optional: true, description: 'Results per page' },
    alsoCalled: ['per_page', 'page_size', 'size', 'limite'],
  })
  limit?: number;
  @Integer({
    ...{ min: 1, optional: true, description: 'Page mode only; pages reach the first 3000 results' },
    alsoCalled: ['offset', 'pagina'],
  })
  page?: number;
  @Text({ max: 500, optional: true, description: 'Cursor mode: results after this cursor' })
  after?: string;
  @Text({ max: 500, optional: true, description: 'Cursor mode: results before this cursor' })
  before?: string;
}

class Nothing {}

/**
 * The body of an action that takes none: what is sent would be dropped, and its sender believe it done. Older clients
 * send `{"params":null}`, and PHP's `[]`.
 */
export class ActionBody {
  @Nested(() => Nothing, { optional: true, nullable: true, description: 'Empty, as older clients send it' })
  params?: Nothing | null;
}

/** Refuses (unknown_field) every query parameter: of an action that takes none. */
export const NoQuery = createParamDecorator((_: undefined, context: ExecutionContext): void => {
  const { query } = context.switchToHttp().getRequest<FastifyRequest>();
  unwrap(validate(Nothing, query, 'query'));
});

const pathId = createParamDecorator(
  ({ name, code }: { name: string; code: ErrorCode }, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const id = request.params[name];
    if (!isId(id)) throw new HttpRefusal(refuse(code, { location: 'params', path: name }).refusal);
    return id.toLowerCase();
  },
);

/** An identifier in the path. One that cannot be ours is as missing as any other: `notFound`, 404. */
export function PathId(name: string, notFound: ErrorCode): ParameterDecorator {
  return (target, property, index) => {
    pathId({ name, code: notFound })(target, property, index);
    const method = property !== undefined && Object.getOwnPropertyDescriptor(target, property);
    if (method)
      ApiParam({ name, type: String, example: '6743f1c2a1b2c3d4e5f60718' })(target, property, method);
  };
}

const pathUuid = createParamDecorator(
  ({ name, code }: { readonly name: string; readonly code: ErrorCode }, context: ExecutionContext) => {
    const params = context.switchToHttp().getRequest<FastifyRequest>().params as Record<string, string>;
    const uuid = params[name] ?? '';
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
      throw new HttpRefusal(refuse(code, { location: 'params', path: name }).refusal);
    return uuid.toUpperCase();
  },
);

/** The UUID of a fiscal document in the path, in upper case. One of another form is as missing as any other: `notFound`, 404. */
export function PathUuid(name: string, notFound: ErrorCode): ParameterDecorator {
  return (target, property, index) => {
    pathUuid({ name, code: notFound })(target, property, index);
    const method = property !== undefined && Object.getOwnPropertyDescriptor(target, property);
    const format = { type: String, format: 'uuid', example: '5C1DD5B6-5B3A-4A0A-8C8B-2E8F0E7C7D11' };
    if (method) ApiParam({ name, ...format })(target, property, method);
  };
}

/** The method returns JSON text already, such as a read model's document. */
export const JsonText = () => Header('content-type', 'application/json; charset=utf-8');

/** The method answers 200 with this shape (POST too, as the API's clients know it). */
export const Answers = (type: Type, status = 200) =>
  applyDecorators(HttpCode(status), ApiOkResponse({ type, description: type.name }));

/** A text that the envelope of a list says besides its rows. */
export interface TextBeside {
  readonly type: 'string';
  readonly format?: string;
  readonly nullable?: boolean;
  readonly description?: string;
}

/** The envelope of a list of a type, in either mode: a class of a name of its own, which clients are generated with. */
const envelopes = new Map<Type, Type>();
function envelopeOf(type: Type, beside: Readonly<Record<string, TextBeside>>): Type {
  const known = envelopes.get(type);
  if (known) return known;
  const envelope = { [`${type.name}List`]: class {} }[`${type.name}List`] as Type;
  const declare = (name: string, property: ApiPropertyOptions) =>
    ApiProperty(property)(envelope.prototype as object, name);
  declare('data', { type: () => [type], description: 'The results of this page' });
  for (const [name, schema] of Object.entries<TextBeside | (typeof ENVELOPE)[keyof typeof ENVELOPE]>({
    ...ENVELOPE,
    ...beside,
  }))
    declare(name, { ...schema, required: false } as ApiPropertyOptions);
  envelopes.set(type, envelope);
  return envelope;
}

/** What is beside the rows. Of the two modes each has its own part, and cursors count only where the walk begins. */
const ENVELOPE = {
  page: { type: 'integer', description: 'Page mode: the number of this page; 0 where there is no result' },
  total_pages: { type: 'integer', description: 'Page mode: how many pages there are' },
  total_results: {
    type: 'integer',
    description: 'How many results there are, counted up to 3000; in cursor mode on the first page only',
  },
  totals_are_capped: { type: 'boolean', description: 'Whether there are more results than were counted' },
  previous_cursor: {
    ...{ type: 'string', nullable: true },
    description: 'Cursor mode: the page before this one is at `before=<cursor>`; null on the first',
  },
  next_cursor: {
    ...{ type: 'string', nullable: true },
    description: 'Cursor mode: the next page is at `after=<cursor>`; null on the last',
  },
} as const;

/** The method answers a list envelope of this shape, in either mode; `beside`: what the envelope says besides. */
export const AnswersList = (type: Type, beside: Readonly<Record<string, TextBeside>> = {}) =>
  applyDecorators(
    HttpCode(200),
    ApiOkResponse({ type: envelopeOf(type, beside), description: `A page of ${type.name}` }),
  );
