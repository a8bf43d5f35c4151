import type { OpenAPIObject } from '@nestjs/swagger';
import { errorTable, renderMessage, statusOf, subcodeTable, type ErrorCode, type Subcode } from '#kernel';
import { takesOrganizationHeader } from '../authority.js';
import { withDocUrls } from '../error-docs.js';
import type { ErrorBody } from '../refusals.js';
import type { RouteRow } from '../route-table.js';
import type { DocumentedRefusal } from './api-docs.js';

type ResponseObject = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string],
  { $ref: string }
>;

const text = { type: 'string' as const };
const place = {
  location: {
    ...text,
    enum: ['body', 'query', 'params', 'headers', 'files'],
    description: 'The part of the request that is wrong',
  },
  path: { ...text, description: 'Path of the field, such as items.0.product.price' },
};
const docUrl = { ...text, format: 'uri', description: 'Where the code is explained' };
const message = {
  ...text,
  description: 'For people to read, in the language of the request; the text may change',
};
const code = { ...text, description: 'Stable: let your code depend on this field' };

const errorDetail = {
  type: 'object' as const,
  description: 'One thing that is wrong with the request',
  required: ['message', 'code', 'source'],
  properties: {
    ...{ message, code },
    source: { ...text, enum: ['service', 'sat', 'pac'], description: 'Who says so' },
    ...place,
    doc_url: docUrl,
  },
};
const error = {
  type: 'object' as const,
  description: 'Every answer that is no success',
  required: ['ok', 'message', 'status', 'code', 'errors'],
  properties: {
    // No const: generated Python takes it for the text `false`.
    ok: { type: 'boolean' as const, description: 'Always false' },
    message,
    status: { type: 'integer' as const, description: 'The HTTP status' },
    code,
    ...place,
    errors: {
      type: 'array' as const,
      description: 'Everything that is wrong, each with its field; empty where it is no field',
      items: { $ref: '#/components/schemas/ErrorDetail' },
    },
    doc_url: docUrl,
    resource_id: {
      ...text,
      description: 'The resource in conflict, such as the document that already has the key',
    },
  },
};
export const errorSchemas = { Error: error, ErrorDetail: errorDetail };

const ERROR = { $ref: '#/components/schemas/Error' };
/** Where the page of codes is, in examples. */
const EXAMPLE_BASE = 'https://timbra.example';

/** The Error object of a code, in English, without what differs from request to request. */
function exampleOf(refusal: DocumentedRefusal, location: 'body' | 'query' = 'body'): ErrorBody {
  const { code, path } = typeof refusal === 'string' ? { code: refusal, path: undefined } : refusal;
  const at = path === undefined ? {} : { location, path };
  const say = (en: string) => renderMessage(en, path === undefined ? {} : { path }, 'en');
  const detail = (name: string, en: string) => ({ message: say(en), code: name, source: 'service', ...at });
  const own = detail(code, errorTable[code].en);
  const required: Subcode = 'required';
  const errors =
    path === undefined
      ? []
      : code === 'invalid_request'
        ? [detail(required, subcodeTable[required].en)]
        : [own];
  const status = statusOf(code, path === undefined ? undefined : location);
  return withDocUrls({ ok: false, message: own.message, status, code, ...at, errors }, EXAMPLE_BASE);
}

/** What any request may be answered by its kind: one response for each status, which operations share. */
const SHARED = {
  BadRequest: ['invalid_request'],
  BadRequestOrBody: ['invalid_request', 'invalid_json'],
  BadRequestOrOrganization: ['invalid_request', 'organization_id_required', 'organization_id_not_allowed'],
  BadRequestOrBodyOrOrganization: [
    'invalid_request',
    'invalid_json',
    'organization_id_required',
    'organization_id_not_allowed',
  ],
  Unauthorized: ['missing_credentials', 'unauthorized', 'api_key_invalid', 'user_key_invalid'],
  Forbidden: ['api_key_not_allowed', 'forbidden', 'user_suspended'],
  ForbiddenOutsideLive: ['live_api_key_required', 'api_key_not_allowed', 'forbidden', 'user_suspended'],
  PayloadTooLarge: ['payload_too_large'],
  UriTooLong: ['uri_too_long'],
  UnsupportedMediaType: ['unsupported_media_type'],
  TooManyRequests: ['rate_limit_exceeded'],
  InternalError: ['internal_error'],
  ServiceUnavailable: ['service_unavailable'],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;
type Shared = keyof typeof SHARED;
export const SHARED_CODES: readonly ErrorCode[] = Object.values(SHARED).flat();

/** A Test key is told apart from others where a Live key would do. */
const forbiddenOf = ({ keys }: RouteRow): Shared =>
  keys.includes('live') && !keys.includes('test') ? 'ForbiddenOutsideLive' : 'Forbidden';

/** An address that is wrongly encoded is refused everywhere; a body that can't be read, and whose organization is not named, where there may be one. */
function badRequestOf(row: RouteRow, hasBody: boolean): Shared {
  const isForOrganization = takesOrganizationHeader(row);
  if (hasBody) return isForOrganization ? 'BadRequestOrBodyOrOrganization' : 'BadRequestOrBody';
  return isForOrganization ? 'BadRequestOrOrganization' : 'BadRequest';
}

/** The shared responses of a route: by its keys, its body, its rate. */
function sharedOf(row: RouteRow | undefined, hasBody: boolean): readonly Shared[] {
  return [
    ...(row && row.rateClass !== 'unlimited' ? [badRequestOf(row, hasBody)] : []),
    ...(row && row.keys.length > 0 ? (['Unauthorized', forbiddenOf(row)] as const) : []),
    ...(hasBody ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...(row && row.rateClass !== 'unlimited' ? (['TooManyRequests'] as const) : []),
    ...(['UriTooLong', 'InternalError', 'ServiceUnavailable'] as const),
  ];
}

/** Codes that a route may refuse by whatever its operation does. */
export const refusalsOfKind = (row: RouteRow | undefined, hasBody: boolean): readonly ErrorCode[] =>
  sharedOf(row, hasBody).flatMap((name) => SHARED[name]);

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is wrong: `errors` names each field',
  401: 'The credentials are missing or wrong',
  402: 'The account with the PAC has no stamps left',
  403: 'The key may not do this',
  404: 'There is no such thing, or it is of another organization or environment',
  406: 'None of the content types that are accepted is one of this answer',
  409: 'The state of the resource does not allow it',
  410: 'It is no longer there',
  412: 'The resource has changed since it was read',
  413: 'The body is too large',
  414: 'The address is too long',
  415: 'The content type is not one that the operation takes',
  429: 'Too many requests: wait for `Retry-After` seconds',
  500: 'A bug of the service',
  502: 'Another service answered nothing useful',
  503: 'Not available at the moment: repeat it after `Retry-After` seconds',
};
const RETRY_AFTER = { description: 'Seconds to wait', schema: { type: 'integer', example: 2 } };

/** An answer of a status, with an example for each code. */
function responseOf(
  status: number,
  refusals: readonly DocumentedRefusal[],
  location?: 'body' | 'query',
): ResponseObject {
  const examples = refusals.map((refusal): [string, object] => {
    if (typeof refusal === 'string') return [refusal, { $ref: `#/components/examples/${refusal}` }];
    const value = exampleOf(refusal, location);
    return [value.code, { summary: value.message, value }];
  });
  return {
    description: TITLES[status] ?? 'Refused',
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/json': { schema: ERROR, examples: Object.fromEntries(examples) } },
  };
}

/**
 * What an operation may refuse by: its own codes by their status, those that any of its kind may answer as shared responses,
 * and both together where a status has both.
 */
export function responsesOf(
  own: readonly DocumentedRefusal[],
  row: RouteRow | undefined,
  hasBody: boolean,
): Readonly<Record<string, object>> {
  // What takes no body has its fields in the query.
  const location = hasBody ? 'body' : 'query';
  const byStatus = new Map<number, DocumentedRefusal[]>();
  for (const refusal of own) {
    const { status } = exampleOf(refusal, location);
    byStatus.set(status, [...(byStatus.get(status) ?? []), refusal]);
  }
  const responses: Record<string, object> = {};
  for (const name of sharedOf(row, hasBody)) {
    const status = statusOf(SHARED[name][0]);
    const also = byStatus.get(status);
    // Its own refusal of a code says more: it has the field.
    if (also)
      byStatus.set(status, [...also, ...SHARED[name].filter((code) => !codesOf(also).includes(code))]);
    else responses[status] = { $ref: `#/components/responses/${name}` };
  }
  for (const [status, refusals] of byStatus) responses[status] = responseOf(status, refusals, location);
  return responses;
}

/** The parts of the document that refusals refer to. */
export const sharedResponses = (): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(SHARED).map(([name, codes]) => [name, responseOf(statusOf(codes[0]), codes)]),
  );
export const exampleOfEachCode = (codes: Iterable<ErrorCode>): Record<string, object> =>
  Object.fromEntries(
    [...new Set(codes)].sort().map((code) => {
      const value = exampleOf(code);
      return [code, { summary: value.message, value }];
    }),
  );

/** Any other answer that is no success. */
export const otherError = {
  description: 'Any other error',
  content: { 'application/json': { schema: ERROR } },
};

/** The codes of an operation's refusals, for those who compare them. */
export const codesOf = (refusals: readonly DocumentedRefusal[]): readonly ErrorCode[] =>
  refusals.map((one) => (typeof one === 'string' ? one : one.code));
