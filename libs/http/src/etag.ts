import {
  applyDecorators,
  createParamDecorator,
  Header,
  HttpStatus,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { map, type Observable } from 'rxjs';
import { field, refuseFields, type Detail } from '#kernel';
import { languageOf } from './language.js';
import { HttpRefusal } from './refusals.js';
import { warningsOf } from './warnings.js';

/** A resource as JSON text, and the revision of its stream that the text shows. */
export interface VersionedDoc {
  readonly json: string;
  readonly revision: number;
  /** What is doubtful about the request that made it so: added to the answer, and no part of the resource or its tag. */
  readonly warnings?: readonly Detail[];
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^${TAG}(?:[ \t]*,[ \t]*${TAG})*$`);
/** `<revision>.<start of a hash of the text>`: the first part is what a change is decided by. */
const OURS = /^(\d{1,9})\.[0-9a-f]{16}$/;
/** Nobody names more versions of one resource than this. */
const MAX_TAGS = 20;

/**
 * The strong entity tag (RFC 9110, 8.8.3) of a resource: its revision, and a hash of the text, which may differ at
 * the same revision (an edit link that has expired, a rebuilt read model).
 */
export const entityTag = ({ json, revision }: VersionedDoc): string =>
  `"${revision}.${createHash('sha1').update(json).digest('hex').slice(0, 16)}"`;

interface EntityTags {
  readonly any: boolean;
  readonly tags: readonly { readonly weak: boolean; readonly opaque: string }[];
}

const wrong = {
  es: 'El encabezado "{path}" debe ser "*" o una lista de etiquetas entre comillas, como las de "ETag".',
  en: 'The header "{path}" must be "*" or a list of quoted tags, such as those of "ETag".',
};

/** Reads If-Match or If-None-Match; undefined where it was not sent. Throws invalid_request for what is neither. */
function readTags(name: 'If-Match' | 'If-None-Match', request: FastifyRequest): EntityTags | undefined {
  const text = [request.headers[name === 'If-Match' ? 'if-match' : 'if-none-match']].flat().join(',').trim();
  if (text === '') return undefined;
  if (text === '*') return { any: true, tags: [] };
  if (TAGS.test(text)) {
    const found = [...text.matchAll(/(W\/)?"([^"]*)"/g)];
    const tags = found.map(([, weak, opaque = '']) => ({ weak: weak !== undefined, opaque }));
    if (tags.length <= MAX_TAGS) return { any: false, tags };
  }
  const detail = field(name, 'invalid_format', { location: 'headers', message: wrong });
  throw new HttpRefusal(refuseFields([detail]).refusal);
}

/**
 * The revisions that an If-Match header means, for a command's `ifRevision`; undefined where it was not sent, or is
 * `*`. Tags that are not ours, and weak ones (RFC 9110, 13.1.1: the comparison is strong), name no revision.
 */
export function revisionsOf(request: FastifyRequest): readonly number[] | undefined {
  const sent = readTags('If-Match', request);
  if (!sent || sent.any) return undefined;
  return sent.tags.flatMap(({ weak, opaque }) => {
    const [, revision] = (!weak && OURS.exec(opaque)) || [];
    return revision === undefined ? [] : [Number(revision)];
  });
}

const ifMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  revisionsOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/**
 * The revisions of the resource at which the caller means its change (`If-Match`). Pass it on with the command: the
 * aggregate decides by it, so that of two changes of the same version one is refused (412 precondition_failed).
 */
export function IfMatch(): ParameterDecorator {
  return (target, property, index) => {
    ifMatch()(target, property, index);
    const method = property !== undefined && Object.getOwnPropertyDescriptor(target, property);
    if (!method) return;
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The ETag of the version that is meant: at any other nothing changes and the answer is 412',
      schema: { type: 'string' },
    })(target, property, method);
  };
}

/** Sets the ETag of what a method returns, and leaves out the body of a GET that names it in If-None-Match. */
class VersionInterceptor implements NestInterceptor<VersionedDoc | string, string | undefined> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<VersionedDoc | string>,
  ): Observable<string | undefined> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const reads = request.method === 'GET' || request.method === 'HEAD';
    // Read this before doing the work: an unreadable header is refused in any case.
    const known = reads ? readTags('If-None-Match', request) : undefined;
    return next.handle().pipe(
      map((doc) => {
        // No resource, and so no version of one.
        if (typeof doc === 'string') return doc;
        const tag = entityTag(doc);
        void reply.header('etag', tag);
        // RFC 9110, 13.1.2: this comparison is weak.
        const same = known && (known.any || known.tags.some(({ opaque }) => `"${opaque}"` === tag));
        if (!same) return textOf(doc, request.headers['accept-language']);
        void reply.status(HttpStatus.NOT_MODIFIED).removeHeader('content-type');
        return undefined;
      }),
    );
  }
}

/** The text of the answer: the resource, and what there is to be warned of, in the language asked for. */
const textOf = ({ json, warnings }: VersionedDoc, language: string | undefined): string =>
  warnings === undefined
    ? json
    : `${json.slice(0, -1)},"warnings":${JSON.stringify(warningsOf(warnings, languageOf(language)))}}`;

const etagHeader = {
  ETag: {
    description: 'The version of the resource, for If-None-Match and If-Match',
    schema: { type: 'string' as const },
  },
};

/** The method returns a {@link VersionedDoc}: JSON text that goes out with its ETag, or as 304. */
export const Versioned = (): MethodDecorator =>
  applyDecorators(
    Header('content-type', 'application/json; charset=utf-8'),
    UseInterceptors(new VersionInterceptor()),
  );

/** {@link Versioned}, of a method that reads: it may answer 304. */
export const VersionedRead = (): MethodDecorator =>
  applyDecorators(
    Versioned(),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of the version that the client has: if it is the latest, the answer is 304',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'The client has the latest version', headers: etagHeader }),
  );
