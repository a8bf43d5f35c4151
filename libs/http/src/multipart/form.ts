import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import {
  field,
  findNearest,
  ok,
  refuse,
  refuseFields,
  type Bilingual,
  type ErrorCode,
  type Refused,
  type Result,
} from '#kernel';
import { HttpRefusal, sizeText, unsupportedType, unwrap } from '../refusals.js';
import { takesForms } from '../body-limits.js';
import { rowOf } from '../route-table.js';
import { exceedsLimit, splitParts, type Part } from './parts.js';

export const MULTIPART_TYPE = /^multipart\/form-data(?:\s*;|$)/i;

interface Limit {
  readonly maxBytes: number;
  /** What the document says of it. */
  readonly description?: string;
}

/** The names of a form, and what each may have. */
export interface FormLimits<File extends string = string, Name extends string = string> {
  readonly files: Readonly<Record<File, Limit>>;
  readonly fields: Readonly<Record<Name, Limit>>;
}

/** What a form has; whatever else is sent with it is refused. */
export interface UploadForm<File extends string, Name extends string> extends FormLimits<File, Name> {
  /** The code for a form without these of its files; an empty file is as good as none. */
  readonly missing: (files: readonly File[]) => ErrorCode;
}

/** A form that has been read: all of its files, and the fields that were sent. */
export interface Uploaded<File extends string, Name extends string = never> {
  readonly files: Readonly<Record<File, Buffer>>;
  readonly fields: Readonly<Partial<Record<Name, string>>>;
}

/** The parts of a multipart body, as the content type's parser leaves them for {@link readUpload}. */
class Parts {
  constructor(readonly list: readonly Part[]) {}
}

/**
 * Reads a multipart body as far as the door lets it in: the parser of its content type. One in chunks may come to a route
 * that takes none.
 */
export async function readParts(request: FastifyRequest, payload: Readable): Promise<Parts> {
  const taken = rowOf(request)?.bodyLimit;
  if (!takesForms(taken)) throw unsupportedType(request.headers['content-type'] ?? '', taken);
  const body = await request.readBody(payload);
  // Nothing at all: what the form should have had is missing.
  if (body.length === 0) return new Parts([]);
  return new Parts(unwrap(await splitParts(request.headers['content-type'] ?? '', body)));
}

/**
 * Reads the upload of a request whose route takes one. Refuses a form that lacks a file (its own code, at the file's name),
 * has one that is too large, has anything twice, or has something that nobody asked for.
 */
export function readUpload<File extends string, Name extends string>(
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
  form: UploadForm<File, Name>,
): Result<Uploaded<File, Name>> {
  // A body in chunks of another type passes where types are judged by the head, since it may be empty.
  if (body !== undefined && body !== null && !(body instanceof Parts))
    return { ok: false, refusal: unsupportedType(headers['content-type'] ?? '', 'upload').refusal };
  const parts = body instanceof Parts ? body.list : [];
  const problem = tooLarge(parts, form) ?? lacking(parts, form) ?? repeated(parts) ?? unknown(parts, form);
  if (problem) return problem;
  const files: Partial<Record<string, Buffer>> = {};
  const fields: Partial<Record<string, string>> = {};
  for (const { name, bytes } of parts)
    if (Object.hasOwn(form.files, name)) files[name] = bytes;
    else fields[name] = bytes.toString('utf8');
  return ok({ files, fields } as Uploaded<File, Name>);
}

/** Whether a request has brought a form, where its route takes JSON as well. */
export const bringsForm = ({ body }: Pick<FastifyRequest, 'body'>): boolean => body instanceof Parts;

/** The upload of a request; throws a refusal for the error filter to answer. */
export function takeUpload<File extends string, Name extends string>(
  request: FastifyRequest,
  form: UploadForm<File, Name>,
): Uploaded<File, Name> {
  const result = readUpload(request, form);
  if (result.ok) return result.value;
  throw new HttpRefusal(result.refusal);
}

const limitOf = (limits: Readonly<Record<string, Limit>>, name: string): Limit | undefined =>
  Object.hasOwn(limits, name) ? limits[name] : undefined;

function tooLarge(parts: readonly Part[], form: FormLimits): Refused | undefined {
  for (const { name, bytes } of parts) {
    const ofFile = limitOf(form.files, name);
    if (ofFile && bytes.length > ofFile.maxBytes)
      return refuse('payload_too_large', {
        ...{ location: 'files', path: name },
        params: { limit: sizeText(ofFile.maxBytes) },
      });
    const ofField = limitOf(form.fields, name);
    if (ofField && bytes.length > ofField.maxBytes)
      return exceedsLimit(
        { es: `${ofField.maxBytes} bytes por campo`, en: `${ofField.maxBytes} bytes a field` },
        name,
      );
  }
  return undefined;
}

function lacking<File extends string>(
  parts: readonly Part[],
  form: UploadForm<File, string>,
): Refused | undefined {
  const names = Object.keys(form.files) as File[];
  const missing = names.filter((name) => !parts.some((part) => part.name === name && part.bytes.length > 0));
  const [first] = missing;
  if (first === undefined) return undefined;
  return refuse(form.missing(missing), { location: 'files', path: first });
}

const once: Bilingual = { es: 'una parte con el mismo nombre', en: 'one part of a name' };

function repeated(parts: readonly Part[]): Refused | undefined {
  const names = parts.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : exceedsLimit(once, twice);
}

function unknown(parts: readonly Part[], form: FormLimits): Refused | undefined {
  const known = [...Object.keys(form.files), ...Object.keys(form.fields)];
  const others = parts.filter(({ name }) => !known.includes(name));
  if (others.length === 0) return undefined;
  const words = known.map((word) => ({ word }));
  return refuseFields(
    others.map(({ name }) => {
      const suggestion = findNearest(name, words);
      return field(name, 'unknown_field', suggestion === undefined ? {} : { params: { suggestion } });
    }),
  );
}
