import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { refuse, type Language, type Refusal } from '#kernel';
import type { Logger } from '#hosting';
import {
  errorBody,
  HttpRefusal,
  isLastResort,
  languageOf,
  MULTIPART_TYPE,
  readParts,
  refusalOf,
  sayRetryAfter,
  type RateLimiter,
} from '#http';
import { imageSourceOf, type Brand } from './brand.js';

/** A page ready to be sent: its markup takes the nonce that allows its own style and script. */
export interface Page {
  readonly status: number;
  readonly brand: Brand;
  readonly html: (nonce: string) => string;
}

export interface Hosting {
  /** The page of a refusal; `bug`: something went wrong on our side. */
  readonly refusalPage: (
    refusal: Refusal,
    language: Language,
    request: FastifyRequest,
  ) => Page | Promise<Page>;
  readonly log: Pick<Logger, 'error'>;
  /** The pages are public, so requests per minute and address are limited: as `detail` of this. */
  readonly limiter: RateLimiter;
}

/** A request for the page of a link, which its key opens. */
export type KeyRequest = FastifyRequest<{ Params: { key: string } }>;

/** A refusal, and the page that people are shown for it. */
export interface Closed {
  readonly refusal: Refusal;
  readonly page: Page;
}

/** Visits of one address in a minute, to pages of one kind. */
export const VISITS = { perMinute: 600 } as const;

/**
 * Serves pages for people beside the API: forms instead of JSON, a policy that lets in nothing but the page's
 * own style, script and logo, no caching, no indexing, and errors as pages (or as the API's Error object for a
 * caller that asks for JSON).
 */
export function hostPages(
  fastify: FastifyInstance,
  { refusalPage, log, limiter }: Hosting,
  routes: (scope: FastifyInstance) => void,
): void {
  const pages: FastifyPluginCallback = (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (request: FastifyRequest, payload: Readable) =>
        Object.fromEntries(new URLSearchParams((await request.readBody(payload)).toString())),
    );
    scope.addContentTypeParser(MULTIPART_TYPE, readParts);
    scope.addHook('onRequest', (request, _reply, next) => next(crossSite(request)));
    scope.addHook('onSend', (_request, reply, _payload, next) => {
      // The API is open to every site's scripts; pages with somebody's data are not.
      reply.removeHeader('access-control-allow-origin');
      reply.removeHeader('access-control-expose-headers');
      void reply.header('x-robots-tag', 'noindex, nofollow');
      next();
    });
    scope.setErrorHandler(async (error, request, reply) => {
      let refusal = refusalOf(error, request.routeOptions.bodyLimit);
      // Nobody has the name: the path is nowhere, and is answered like any other that is.
      if (refusal?.code === 'not_found' && isLastResort(request)) return reply.callNotFound();
      if (!refusal) {
        const { id, method, routeOptions } = request;
        const route = routeOptions.url;
        log.error({ err: error, log_id: id, method, route }, 'a hosted page failed by a bug');
        refusal = refuse('internal_error').refusal;
      }
      sayRetryAfter(refusal, reply);
      const page = await refusalPage(refusal, pageLanguage(request), request);
      return sendRefusal(refusal, request, reply, page);
    });
    scope.addHook('onRequest', async (request) => void limiter.take('detail', request.ip));
    try {
      routes(scope);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  // Named, or Fastify looks for its name among all modules that are loaded.
  fastify.register(Object.assign(pages, { [Symbol.for('fastify.display-name')]: 'pages for people' }));
}

/** Sends a page, with the policy that fits it. */
export function sendPage(reply: FastifyReply, { status, brand, html }: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `img-src ${imageSourceOf(brand)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .send(html(nonce));
}

/** Sends the page of a refusal, or the API's Error object to a caller that asks for JSON and not for pages. */
export function sendRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): FastifyReply {
  const { accept = '' } = request.headers;
  if (!accept.includes('application/json') || accept.includes('text/html')) return sendPage(reply, page);
  return reply
    .code(page.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ ...errorBody(refusal, pageLanguage(request)), status: page.status }));
}

/** The language of a page: the one that was switched to, or the browser's. */
export function pageLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as Record<string, unknown>;
  return lang === 'es' || lang === 'en' ? lang : languageOf(request.headers['accept-language']);
}

/** Forms are sent from their own page alone; what another site makes a browser send is refused (Fetch Metadata). */
function crossSite({ method, headers }: FastifyRequest): HttpRefusal | undefined {
  const site = headers['sec-fetch-site'];
  const reads = method === 'GET' || method === 'HEAD';
  return reads || site === undefined || site === 'same-origin' || site === 'none'
    ? undefined
    : new HttpRefusal(refuse('forbidden').refusal);
}
