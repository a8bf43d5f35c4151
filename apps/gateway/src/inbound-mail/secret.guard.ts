import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse, type Bilingual } from '#kernel';
import { CONFIG, type Config, type InboundMailConfig } from '#hosting';
import { HttpRefusal } from '#http';

const FEATURE: Bilingual = { es: 'la recepción de documentos por correo', en: 'receiving documents by mail' };

/** How mails come in. Throws feature_not_available where the installation has no domain for them. */
export function inboundMailOf({ inboundMail }: Config): InboundMailConfig {
  if (inboundMail) return inboundMail;
  throw new HttpRefusal(refuse('feature_not_available', { params: { feature: FEATURE } }).refusal);
}

/** Lets the installation's mail provider in, by its secret, before anything of what it brings is read. */
@Injectable()
export class InboundSecretGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { secret } = inboundMailOf(this.config);
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const shown = shownSecret(authorization);
    if (shown === undefined) throw new HttpRefusal(refuse('missing_credentials').refusal);
    if (!isSame(shown, secret)) throw new HttpRefusal(refuse('unauthorized').refusal);
    return true;
  }
}

/** The token of `Bearer`, or the password of `Basic`: providers take a URL such as https://timbra:secret@host/. */
function shownSecret(header: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] =
    /^(Bearer|Basic)[ \t]+([\x21-\x7e]{1,1000})$/i.exec(header?.trim() ?? '') ?? [];
  if (scheme === '') return undefined;
  if (scheme.toLowerCase() === 'bearer') return credentials;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

/** In a time that tells nothing of either, their lengths neither. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
