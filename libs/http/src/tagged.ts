import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** A text that is the same for everybody, and changes with a release alone. */
export interface TaggedText {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

/** @param type its content type, with the charset */
export const tagText = (type: string, text: string): TaggedText => ({
  ...{ type, text },
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});

/** Sends it, or 304 to who has it (If-None-Match by weak comparison: RFC 9110, 13.1.2). */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, etag }: TaggedText,
  cached: string,
): FastifyReply {
  void reply.headers({ etag, 'cache-control': cached });
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.includes(etag) ? reply.code(304).send() : reply.type(type).send(text);
}
