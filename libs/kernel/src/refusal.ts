import type { Bilingual, MessageParams } from './errors/render.js';
import type { ErrorCode } from './errors/table.js';

export type { Bilingual, MessageParams };

/** Who found the problem: this service, the tax authority, or the certification provider. */
export type ErrorSource = 'service' | 'sat' | 'pac';
/** Where in the request the problem lies. */
export type ErrorLocation = 'body' | 'query' | 'params' | 'headers' | 'files';
/** One entry of the Error object's `errors[]`. */
export interface Detail {
  /** A subcode of the error table, or a foreign code (CFDI40161, 307) kept as it came. */
  readonly code: string;
  readonly source: ErrorSource;
  /** Path of the field in the request, such as `items[0].product.price`; the API writes it by `dottedPath`. */
  readonly path?: string;
  readonly location?: ErrorLocation;
  readonly params?: MessageParams;
  /** Overrides the table's text; a plain string is an external text that keeps its language. */
  readonly message?: Bilingual | string;
}

/** A refusal: a value with a stable code, never thrown by domain code. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly path?: string;
  readonly location?: ErrorLocation;
  readonly params?: MessageParams;
  readonly details?: readonly Detail[];
  /** The resource that stands in the way, such as the original of a used idempotency key. */
  readonly resourceId?: string;
}

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}
export type Result<T> = Ok<T> | Refused;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** Refuses with a root code of the table. */
export const refuse = (code: ErrorCode, rest: Omit<Refusal, 'code'> = {}): Refused => ({
  ok: false,
  refusal: { code, ...rest },
});

/** Refuses an input with one detail per wrong field: root code invalid_request. */
export const refuseFields = (details: readonly Detail[]): Refused =>
  refuse('invalid_request', {
    details,
    ...(details[0]?.path !== undefined && { path: details[0].path }),
    location: details[0]?.location ?? 'body',
  });

/** A problem of one field of the body, found by this service. */
export const field = (
  path: string,
  code: string,
  rest: Omit<Detail, 'path' | 'code' | 'source'> = {},
): Detail => ({ path, code, source: 'service', location: 'body', ...rest });
