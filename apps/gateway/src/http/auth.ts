import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { refuse, statusOf, type ErrorCode, type Tenant } from '#kernel';
import { HttpRefusal } from './refusals.js';

export type KeyKind = 'test' | 'live' | 'user';

/** Whose key a request carries. */
export type Principal =
  | { readonly kind: 'test' | 'live'; readonly organizationId: string; readonly keyId: string }
  | { readonly kind: 'user'; readonly userId: string; readonly keyId: string };

/** Who owns a secret key. It keeps hashes; it may cache, and must forget a revoked key at once. */
export interface KeyDirectory {
  find(secret: string): Promise<Principal | undefined>;
}
/** The injection token of the {@link KeyDirectory}. */
export const KEY_DIRECTORY = Symbol('KeyDirectory');

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal;
  }
  interface FastifyContextConfig {
    keys?: readonly KeyKind[];
    rateClass?: string;
  }
}

const refusal = (code: ErrorCode) =>
  new HttpRefusal(
    refuse(code).refusal,
    statusOf(code) === 401 ? { 'www-authenticate': 'Bearer realm="api"' } : {},
  );

/**
 * The secret key of an Authorization header: `Bearer <key>`, or `Basic base64(<key>:)` as older clients send.
 * Throws missing_credentials or unauthorized.
 */
export function secretOf(header: string | undefined): string {
  if (!header?.trim()) throw refusal('missing_credentials');
  const [, scheme = '', credentials = ''] = /^\s*([a-z]+)(?:\s+(.*?))?\s*$/i.exec(header) ?? [];
  if (scheme === '') throw refusal('unauthorized');
  if (credentials === '') throw refusal('missing_credentials');
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic' || !/^[A-Za-z0-9+/_-]+=*$/.test(credentials))
    throw refusal('unauthorized');
  const [user = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  if (user === '') throw refusal('missing_credentials');
  return user;
}

const KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * Who makes a request, among the kinds of key that its route takes. Throws 401 without a known key and 403 with
 * one of another kind.
 */
export async function authenticate(
  header: string | undefined,
  allowed: readonly KeyKind[],
  directory: KeyDirectory,
): Promise<Principal> {
  const secret = secretOf(header);
  const principal = KEY.test(secret) ? await directory.find(secret) : undefined;
  if (!principal) throw refusal(secret.startsWith('sk_user_') ? 'user_key_invalid' : 'api_key_invalid');
  if (allowed.includes(principal.kind)) return principal;
  const onlyLive = principal.kind === 'test' && allowed.includes('live');
  throw refusal(onlyLive ? 'live_api_key_required' : 'api_key_not_allowed');
}

/** What a route takes when nothing is said. */
export const DEFAULT_KEYS: readonly KeyKind[] = ['test', 'live'];
/** Marks an operation of the OpenAPI document that takes no key. */
export const PUBLIC = 'x-public';
const ROUTE = 'gateway:route';
interface RouteSettings {
  readonly keys?: readonly KeyKind[];
  readonly rateClass?: string;
}

/** Adds settings to a method's route, or to those of every method of a class that do not say otherwise. */
function routeSettings(settings: RouteSettings): ClassDecorator & MethodDecorator {
  const onMethod = (
    target: object,
    name: string | symbol,
    descriptor: PropertyDescriptor,
    overrides: boolean,
  ) => {
    const known = (Reflect.getMetadata(ROUTE, descriptor.value as object) ?? {}) as RouteSettings;
    const merged = overrides ? { ...known, ...settings } : { ...settings, ...known };
    SetMetadata(ROUTE, merged)(target, name, descriptor);
    RouteConfig(merged)(target, name, descriptor);
    if (merged.keys?.length === 0) ApiExtension(PUBLIC, true)(target, name, descriptor);
  };
  return (target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    if (name !== undefined && descriptor) return onMethod(target, name, descriptor, true);
    const prototype = (target as { prototype: object }).prototype;
    for (const [key, method] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (key !== 'constructor' && typeof method.value === 'function')
        onMethod(prototype, key, method, false);
  };
}

/** The kinds of key that a route (or a controller's routes) takes. */
export const Keys = (...keys: KeyKind[]) => routeSettings({ keys });
/** No key at all. */
export const Public = () => routeSettings({ keys: [] });
/** The class of a route for rate limits, where its method and path do not tell. */
export const RateClassOf = (rateClass: string) => routeSettings({ rateClass });

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
