import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { refuse } from '#kernel';
import { parseJson } from './json.js';
import { HttpRefusal } from './refusals.js';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;

/**
 * Installs the readers of request bodies: JSON (an empty one is no body at all, whatever its content type
 * says), and nothing else with content: 415. What is read goes to the routes that ask for a body; the others
 * ignore it.
 */
export function installBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const encoding = request.headers['content-encoding'];
    if (encoding && encoding.toLowerCase() !== 'identity') return done(unsupported(encoding));
    const result = parseJson(body);
    if (result.ok) done(null, result.value);
    else done(new HttpRefusal(result.refusal));
  });
  fastify.addContentTypeParser('*', (request, payload, done) => readNothing(request, payload, done));
}

/** Lets an empty body of any type pass (the .NET client sends an empty text/plain) and refuses the first byte. */
function readNothing(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: undefined) => void,
): void {
  let settled = false;
  const settle = (error: Error | null) => {
    if (settled) return;
    settled = true;
    payload.removeAllListeners('data');
    payload.resume();
    done(error);
  };
  payload.on('data', (chunk: Buffer) => {
    if (chunk.length > 0) settle(unsupported(request.headers['content-type'] ?? ''));
  });
  payload.on('end', () => settle(null));
  payload.on('error', (error) => settle(error));
}

const unsupported = (type: string) =>
  new HttpRefusal(
    refuse('unsupported_media_type', { params: { type: type.slice(0, 100).replace(/[^\x20-\x7e]/g, '') } })
      .refusal,
  );
