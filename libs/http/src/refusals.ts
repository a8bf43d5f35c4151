import {
  dottedPath,
  errorTable,
  refuse,
  renderMessage,
  statusOf,
  subcodeTable,
  type Bilingual,
  type Detail,
  type Language,
  type MessageParams,
  type Refusal,
  type Result,
} from '#kernel';
import type { BodyLimit } from './body-limits.js';

/** A refusal as an exception. Throw it only at the edge (controllers, hooks, parsers), never in domain code. */
export class HttpRefusal extends Error {
  constructor(
    readonly refusal: Refusal,
    /** Headers of the answer, such as Allow. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(refusal.code);
    this.name = 'HttpRefusal';
  }
}

/** A size in the largest unit that it fills. */
export const sizeText = (bytes: number): string => {
  if (bytes >= 1024 * 1024) return `${Math.floor(bytes / 1024 / 1024)} MB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} KB` : `${bytes} bytes`;
};

/** The refusal of a body of more bytes than its route takes. */
export const payloadTooLarge = (limit: number): HttpRefusal =>
  new HttpRefusal(
    refuse('payload_too_large', { location: 'body', params: { limit: sizeText(limit) } }).refusal,
  );

const JSON_ALONE: Bilingual = { es: '"application/json"', en: '"application/json"' };
/** What a route takes that takes more than JSON, or none, in words. */
const OTHER_TYPES: Readonly<Partial<Record<BodyLimit, Bilingual>>> = {
  form: { es: '"application/x-www-form-urlencoded"', en: '"application/x-www-form-urlencoded"' },
  upload: { es: '"multipart/form-data"', en: '"multipart/form-data"' },
  form_file: { es: '"multipart/form-data"', en: '"multipart/form-data"' },
  upload_or_json: {
    es: '"multipart/form-data" o "application/json"',
    en: '"multipart/form-data" or "application/json"',
  },
  mail: {
    es: '"message/rfc822" o "multipart/form-data"',
    en: '"message/rfc822" or "multipart/form-data"',
  },
  file: { es: '"text/csv" o "application/x-ndjson"', en: '"text/csv" or "application/x-ndjson"' },
};

/** What a route takes, as a message says it. */
const typesOf = (body: BodyLimit | undefined): Bilingual => (body && OTHER_TYPES[body]) ?? JSON_ALONE;

/** A message leaves out what is quoted and has no value: a body may come without a type. */
const typeParam = (type: string): MessageParams =>
  type === '' ? {} : { type: type.slice(0, 100).replace(/[^\x20-\x7e]/g, '') };

/** The refusal of a body of a type that its route does not take; it says which it takes. */
export const unsupportedType = (type: string, body: BodyLimit | undefined): HttpRefusal =>
  new HttpRefusal(
    refuse('unsupported_media_type', { params: { ...typeParam(type), types: typesOf(body) } }).refusal,
  );

/** The refusal of a body that is packed. */
export function packedBody(encoding: string, body: BodyLimit | undefined): HttpRefusal {
  const { es, en } = typesOf(body);
  const types = { es: `${es} y el cuerpo sin comprimir`, en: `${en} and the body uncompressed` };
  return new HttpRefusal(
    refuse('unsupported_media_type', { params: { ...typeParam(encoding), types } }).refusal,
    { 'accept-encoding': 'identity' },
  );
}

/** The value of a result; a refusal is thrown for the error filter to answer. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HttpRefusal(result.refusal);
}

/** The Error object of the API (specification, "Errors"). */
export interface ErrorBody {
  readonly ok: false;
  readonly message: string;
  readonly status: number;
  readonly code: string;
  readonly location?: string;
  readonly path?: string;
  readonly errors: readonly ErrorDetail[];
  /** The resource in conflict, such as the document that already has the idempotency key. */
  readonly resource_id?: string;
  /** Where the code is explained. */
  readonly doc_url?: string;
}

export interface ErrorDetail {
  readonly message: string;
  readonly code: string;
  readonly source: string;
  readonly location?: string;
  readonly path?: string;
  readonly doc_url?: string;
}

/**
 * A text of the tax authority's or of a provider's, which keeps its language, beside what was refused in the caller's: who
 * does not read Spanish still learns what happened. A single word is no text: a UUID is told as it is.
 */
const besideForeign = ({ code, source }: Detail, text: string, ours: string): string =>
  source === 'service' || !text.includes(' ') ? text : `${ours} ${source.toUpperCase()} ${code}: ${text}`;

/** The text of a detail: its own, or that of its code in the table, in the language; else `otherwise`. */
function detailMessage(detail: Detail, language: Language, otherwise: string): string {
  const params = { ...(detail.path && { path: detail.path }), ...detail.params };
  if (typeof detail.message === 'string') return besideForeign(detail, detail.message, otherwise);
  if (detail.message) return renderMessage(detail.message[language], params, language);
  const entry = Object.hasOwn(subcodeTable, detail.code)
    ? subcodeTable[detail.code as keyof typeof subcodeTable]
    : Object.hasOwn(errorTable, detail.code)
      ? errorTable[detail.code as keyof typeof errorTable]
      : undefined;
  return entry ? renderMessage(entry[language], params, language) : otherwise;
}

const place = (location: string | undefined, path: string | undefined) => ({
  ...(location !== undefined && { location }),
  ...(path && { path: dottedPath(path) }),
});

/**
 * Writes a refusal as the API's Error object in a language. The root message is the table's, and where there
 * are details it repeats the first of theirs; root path and location default to those of the first detail.
 */
export function errorBody(refusal: Refusal, language: Language): ErrorBody {
  const params = { ...(refusal.path && { path: refusal.path }), ...refusal.params };
  const rootText = renderMessage(errorTable[refusal.code][language], params, language);
  const errors = (refusal.details ?? []).map((detail) => ({
    message: detailMessage(detail, language, rootText),
    code: detail.code,
    source: detail.source,
    ...place(detail.location, detail.path),
  }));
  const first = refusal.details?.[0];
  return {
    ok: false,
    message: errors[0]?.message ?? rootText,
    status: statusOf(refusal.code, refusal.location),
    code: refusal.code,
    ...place(refusal.location ?? first?.location, refusal.path ?? first?.path),
    errors,
    ...(refusal.resourceId !== undefined && { resource_id: refusal.resourceId }),
  };
}
