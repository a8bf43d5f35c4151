import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { field, refuseFields, type Result } from '#kernel';
import { splitParts, type Part } from './multipart/parts.js';
import { FORM } from './multipart/upload.js';
import { HttpRefusal, unsupportedType } from './refusals.js';

/** The content type of a mail as it is sent from server to server (RFC 5322). */
export const MAIL_TYPE = /^message\/rfc822(?:\s*;|$)/i;

/** Parts of a form that a mail provider sends: the mail, and what it has found out about it. */
const MOST_PARTS = 60;

/** The body of a route for mails: nothing of it is read before the route asks. */
export class MailBody {
  constructor(
    private readonly type: string,
    private readonly bytes: () => Promise<Buffer>,
  ) {}

  /** Reads it: a mail by itself, or the parts of a form. */
  async read(): Promise<Result<{ readonly mail: Buffer } | { readonly parts: readonly Part[] }>> {
    const bytes = await this.bytes();
    if (MAIL_TYPE.test(this.type)) return { ok: true, value: { mail: bytes } };
    const parts = await splitParts(this.type, bytes, MOST_PARTS);
    return parts.ok ? { ok: true, value: { parts: parts.value } } : parts;
  }
}

/** The mail that a request brings. Refuses a request without one. */
export const Mail = createParamDecorator((_: unknown, context: ExecutionContext): MailBody => {
  const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body instanceof MailBody) return body;
  if (body === undefined || body === null)
    throw new HttpRefusal(refuseFields([field('', 'required')]).refusal);
  throw unsupportedType(headers['content-type'] ?? '', 'mail');
});

/** How the installation's mail provider shows its secret, by the names that the OpenAPI document gives them. */
export const MAIL_PROVIDER_SCHEMES = ['mailProvider', 'mailProviderBasic'] as const;

/**
 * The method takes a mail by itself, or a form that has it in one of the fields `mail` and says of it what `beside` has: its
 * body and its credentials in the OpenAPI document.
 */
export const TakesMail = (
  mail: readonly string[],
  beside: Readonly<Record<string, string>>,
): MethodDecorator =>
  applyDecorators(
    ...MAIL_PROVIDER_SCHEMES.map((scheme) => ApiSecurity(scheme)),
    ApiConsumes('message/rfc822'),
    ApiBody({ required: true, schema: { type: 'string', description: 'The raw mail (RFC 5322)' } }),
    ApiExtension(FORM, {
      type: 'object',
      properties: {
        ...Object.fromEntries(mail.map((name) => [name, { type: 'string', description: 'The raw mail' }])),
        ...Object.fromEntries(
          Object.entries(beside).map(([name, description]) => [name, { type: 'string', description }]),
        ),
      },
    }),
  );
