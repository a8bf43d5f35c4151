import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { refuse } from '#kernel';
import { announcesBody } from './door/answers.js';
import { BODY_PACE, brokenOff } from './door/bodies.js';
import type { Door } from './door/door.js';
import { Pace } from './door/pace.js';
import { parseJsonInTurns } from './json/json.js';
import { MAIL_TYPE, MailBody } from './mail-body.js';
import { MULTIPART_TYPE, readParts } from './multipart/form.js';
import { StreamedForm } from './multipart/streamed-form.js';
import { HttpRefusal, packedBody, payloadTooLarge, unsupportedType } from './refusals.js';
import { FILE_TYPE, StreamedFile } from './streamed-file.js';
import { takesForms, type BodyLimit } from './body-limits.js';
import { rowOf, type RouteRow } from './route-table.js';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

declare module 'fastify' {
  interface FastifyRequest {
    /** Reads the body, as far as the door lets it in. */
    readBody(payload: Readable): Promise<Buffer>;
  }
}

/** The content types of bodies that are not JSON alone. */
const OTHER_TYPES: Readonly<Partial<Record<BodyLimit, readonly RegExp[]>>> = {
  form: [FORM_TYPE],
  upload: [MULTIPART_TYPE],
  upload_or_json: [MULTIPART_TYPE, JSON_TYPE],
  file: [FILE_TYPE],
  form_file: [MULTIPART_TYPE],
  mail: [MAIL_TYPE, MULTIPART_TYPE],
};

/**
 * Installs the readers of request bodies: JSON (an empty one is no body at all, whatever its content type
 * says), forms with files where a route takes them, files that stream where one takes those, and nothing else with content: 415. What is read goes to the routes
 * that ask for a body; the others ignore it.
 */
export function installBodyParsers(fastify: FastifyInstance, door: Door): void {
  fastify.decorateRequest('readBody', function (this: FastifyRequest, payload: Readable) {
    return door.readBody(this, payload);
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: Readable) => {
    const body = await request.readBody(payload);
    if (body.length === 0) return undefined;
    const result = await parseJsonInTurns(body);
    if (result.ok) return result.value;
    throw new HttpRefusal(result.refusal);
  });
  fastify.addContentTypeParser(MULTIPART_TYPE, (request: FastifyRequest, payload: Readable, done) => {
    const taken = rowOf(request)?.bodyLimit;
    if (taken === 'form_file')
      return done(
        null,
        new StreamedForm(request.headers['content-type'] ?? '', door.streamBody(request, payload)),
      );
    if (taken === 'mail') return done(null, mailOf(request, payload));
    if (!takesForms(taken)) return readNothing(request, payload, done);
    readParts(request, payload).then((parts) => done(null, parts), done);
  });
  fastify.addContentTypeParser(MAIL_TYPE, (request: FastifyRequest, payload: Readable, done) => {
    if (rowOf(request)?.bodyLimit !== 'mail') return readNothing(request, payload, done);
    done(null, mailOf(request, payload));
  });
  fastify.addContentTypeParser(FILE_TYPE, (request: FastifyRequest, payload: Readable, done) => {
    if (rowOf(request)?.bodyLimit !== 'file') return readNothing(request, payload, done);
    done(null, new StreamedFile(request.headers['content-type'] ?? '', door.streamBody(request, payload)));
  });
  fastify.addContentTypeParser('*', (request, payload, done) => readNothing(request, payload, done));
}

const mailOf = (request: FastifyRequest, payload: Readable): MailBody =>
  new MailBody(request.headers['content-type'] ?? '', () => request.readBody(payload));

/** Whether a request brings a body that is no form of a page. */
export const bringsNoForm = ({ headers }: FastifyRequest): boolean =>
  announcesBody(headers) && !FORM_TYPE.test(headers['content-type'] ?? '');

/**
 * Refuses a body by its head alone: one that is packed, of a type that the route does not take, or too long. A body
 * of unknown length may turn out to be empty, which any type may be.
 */
export function judgeBody({ headers }: FastifyRequest, row: RouteRow, limit: number): void {
  if (!announcesBody(headers)) return;
  const encoding = headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw packedBody(encoding, row.bodyLimit);
  const type = headers['content-type'] ?? '';
  const length = headers['content-length'];
  const taken = OTHER_TYPES[row.bodyLimit] ?? [JSON_TYPE];
  if (length !== undefined && !taken.some((one) => one.test(type)))
    throw unsupportedType(type, row.bodyLimit);
  if (Number(length ?? 0) > limit) throw payloadTooLarge(limit);
}

/** A body that is announced, and neither comes nor ends. */
const SILENCE = new Pace(BODY_PACE);

/** Lets an empty body of any type pass (the .NET client sends an empty text/plain) and refuses the first byte. */
export function readNothing(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: undefined) => void,
  silence = SILENCE,
): void {
  let settled = false;
  const settle = (error: Error | null) => {
    if (settled) return;
    settled = true;
    unwatch();
    payload.removeAllListeners('data');
    done(error);
  };
  const unwatch = silence.watch({
    bytes: () => 0,
    tooSlow: () => {
      payload.pause();
      settle(new HttpRefusal(refuse('request_timeout').refusal));
    },
  });
  payload.on('data', (chunk: Buffer) => {
    if (chunk.length === 0) return;
    payload.pause();
    settle(unsupportedType(request.headers['content-type'] ?? '', rowOf(request)?.bodyLimit));
  });
  payload.on('end', () => settle(null));
  payload.on('error', (error) => settle(brokenOff(error)));
}
