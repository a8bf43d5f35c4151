import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  field,
  refuse,
  statusOf,
  type Bilingual,
  type Detail,
  type ErrorCode,
  type MessageParams,
  type Tenant,
} from '#kernel';
import type { KeyLimits } from './key-limits.js';
import { HttpRefusal } from './refusals.js';

export type KeyKind = 'test' | 'live' | 'user';

/** Whose key a request carries. */
export type Principal =
  | {
      readonly kind: 'test' | 'live';
      readonly organizationId: string;
      readonly keyId: string;
      /** Of a narrowed key: judged at every use of it (judgeLimits). */
      readonly limits?: KeyLimits;
      /** The user who acts for the organization with a key of their own: `keyId` is that key's. */
      readonly person?: string;
    }
  | { readonly kind: 'user'; readonly userId: string; readonly keyId: string };

/** Who owns a secret key. It keeps hashes; it may cache, and must forget a revoked key at once. */
export interface KeyDirectory {
  find(secret: string): Promise<Principal | undefined>;
  /**
   * Whether a key that acted for an organization still may: what was made by one that may not ends with it.
   *
   * @param operation what a person, if the key is one's, must still be allowed to do; by default they need only belong to it
   */
  isInForce(organizationId: string, keyId: string, operation?: string): Promise<boolean>;
  /** Whose key a secret was that {@link find} does not know any more, where that is still known. */
  findEnded?(secret: string): Promise<Principal | undefined>;
}
/** The injection token of the {@link KeyDirectory}. */
export const KEY_DIRECTORY = Symbol('KeyDirectory');

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it carries, also where it is refused. */
    caller?: Principal;
    /** Who was let in, and as whom. */
    principal?: Principal;
  }
}

const refusal = (code: ErrorCode, details: readonly Detail[] = [], params: MessageParams = {}) =>
  new HttpRefusal(
    refuse(code, { params, ...(details.length > 0 && { details }) }).refusal,
    statusOf(code) === 401 ? { 'www-authenticate': 'Bearer realm="api"' } : {},
  );

const inAuthorization = (message: Bilingual): Detail =>
  field('authorization', 'invalid_format', { location: 'headers', message });
const withoutBearer = inAuthorization({
  es: 'Falta la palabra "Bearer" antes de la llave: envíe el encabezado Authorization como "Bearer sk_…".',
  en: 'The word "Bearer" is missing before the key: send the Authorization header as "Bearer sk_…".',
});
const otherScheme = inAuthorization({
  es: 'El encabezado Authorization debe ser "Bearer" y su llave secreta, o "Basic" con la llave como usuario y sin contraseña.',
  en: 'The Authorization header must be "Bearer" and your secret key, or "Basic" with the key as the user and no password.',
});

/** A key as it is issued, without a scheme before it. */
const SECRET = /^sk_(?:test|live|user)_\S+$/;
const BASE64 = /^[A-Za-z0-9+/_-]+=*$/;

/**
 * The secret key of an Authorization header: `Bearer <key>`, or `Basic base64(<key>:)` as older clients send.
 * Throws missing_credentials or unauthorized.
 */
export function secretOf(header: string | undefined): string {
  const text = header?.trim() ?? '';
  if (text === '') throw refusal('missing_credentials');
  const end = text.search(/[ \t]/);
  const scheme = (end < 0 ? text : text.slice(0, end)).toLowerCase();
  const credentials = end < 0 ? '' : text.slice(end).trim();
  if (end < 0 && SECRET.test(text)) throw refusal('unauthorized', [withoutBearer]);
  if (!/^[a-z]+$/.test(scheme)) throw refusal('unauthorized', [otherScheme]);
  if (credentials === '') throw refusal('missing_credentials');
  if (scheme === 'bearer') return credentials;
  if (scheme !== 'basic' || !BASE64.test(credentials)) throw refusal('unauthorized', [otherScheme]);
  const [user = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  if (user === '') throw refusal('missing_credentials');
  return user;
}

const KEY = /^[\x21-\x7e]{8,200}$/;

/** Whose key a request carries. Throws 401 without a known key. */
export async function findCaller(header: string | undefined, directory: KeyDirectory): Promise<Principal> {
  const secret = secretOf(header);
  const principal = KEY.test(secret) ? await directory.find(secret) : undefined;
  if (!principal) throw refusal(secret.startsWith('sk_user_') ? 'user_key_invalid' : 'api_key_invalid');
  return principal;
}

/** Throws 403 for a kind of key that a route does not take. */
export function keepToKinds(kind: KeyKind, allowed: readonly KeyKind[]): void {
  if (allowed.includes(kind)) return;
  if (kind === 'test' && allowed.includes('live')) throw refusal('live_api_key_required');
  throw refusal('api_key_not_allowed', [], { kinds: allowed.map((one) => `sk_${one}_…`).join(', ') });
}

/**
 * Who makes a request, among the kinds of key that its route takes. Throws 401 without a known key and 403 with
 * one of another kind.
 */
export async function authenticate(
  header: string | undefined,
  allowed: readonly KeyKind[],
  directory: KeyDirectory,
): Promise<Principal> {
  const principal = await findCaller(header, directory);
  keepToKinds(principal.kind, allowed);
  return principal;
}

const principalOf = (context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new TypeError('a public route has no caller');
  return principal;
};

/** The {@link Principal} of the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => principalOf(context));

/** The {@link Tenant} of a Test or Live key. */
export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): Tenant => {
  const principal = principalOf(context);
  if (principal.kind === 'user') throw refusal('api_key_not_allowed');
  return { organizationId: principal.organizationId, livemode: principal.kind === 'live' };
});
