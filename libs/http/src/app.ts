import { Logger } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { monotonicMs, newId, refuse, type ErrorCode } from '#kernel';
import { findCaller, KEY_DIRECTORY, type KeyDirectory, type Principal } from './auth.js';
import { AUTHORITY, authorise, type Authority } from './authority.js';
import { auditRequests, REQUEST_AUDIT, type RequestAudit } from './audit.js';
import { bringsNoForm, installBodyParsers, judgeBody } from './body-parser.js';
import { Door, type Usage } from './door/door.js';
import type { DoorLimits } from './door/limits.js';
import { STREAM_PACE } from './door/streamed.js';
import { ErrorFilter, sendError, type ErrorContext, type ErrorLog } from './error-filter.js';
import { serveDocs } from './docs.js';
import { DOCS_PATH } from './docs-viewer.js';
import { serveGuides } from './guides/serve.js';
import { observeRequests, type RequestObserver } from './observe.js';
import { parseQuery, queryProblem } from './query.js';
import { RateLimiter, type RateLimits } from './rate-limit.js';
import { errorBody, HttpRefusal } from './refusals.js';
import {
  applyRouteTable,
  isHealth,
  isLastResort,
  pathsOutside,
  rowOf,
  type RouteRow,
  type RouteTable,
} from './route-table.js';
import { RouteMethods } from './routes.js';
import { NO_DOCS, type ApiDocs } from './openapi/api-docs.js';
import type { DescribedEvent } from './openapi/webhooks.js';
import { DtoPipe } from './validation.js';

export interface HttpOptions {
  /** What is known of each route: one that is not listed keeps the application from starting. */
  readonly routes: RouteTable;
  /** What endpoints of others are sent, for the OpenAPI document, when it is asked for. */
  readonly events?: () => readonly DescribedEvent[];
  /** What people wrote of the operations, read when the document is first asked for. */
  readonly docs?: () => Promise<ApiDocs>;
  /** Bytes of a body that the table calls large; 20 MB: an invoice of 5000 items is about two. */
  readonly bodyLimit?: number;
  /** None by default: an embedded service has no limits. */
  readonly rateLimits?: RateLimits;
  /** Whether X-Forwarded-For is believed (behind a proxy), or which proxies are. */
  readonly trustProxy?: boolean | string;
  /** Where callers reach the service, without a slash at its end: errors link to their explanation there. */
  readonly publicUrl?: string | undefined;
  /** Browsers come by https alone (the public URL is one): answers tell them to keep it so (HSTS, RFC 6797). */
  readonly httpsOnly?: boolean;
  /** How much callers may hold at one time. */
  readonly door?: Partial<DoorLimits>;
  /** Learns what organizations take, and what they were refused. */
  readonly usage?: Usage;
  /** Milliseconds for a request to arrive in full. */
  readonly requestTimeout?: number;
  /** Told about bugs; Nest's logger by default. */
  readonly log?: ErrorLog;
  /** Whether an error says that something is away or full for now (503), and no bug; by default none does. */
  readonly unavailable?: (...told: Parameters<ErrorLog>) => boolean;
  /** Learns of every request, and is asked before it is admitted. */
  readonly observer?: RequestObserver;
}

const PREFIX = 'v2';
/** A year; of this name alone, since its neighbours are not ours. */
const HSTS = 'max-age=31536000';
/** When the process stops, files that stream have so long to arrive. */
const STREAMS_END_MS = 3_000;
const MAX_URL = 8192;
const MAX_HEADERS = 16_384;
const DEFAULT_BODY_LIMIT = 20 * 1024 * 1024;

const logger = new Logger('http');
const logToNest: ErrorLog = (error, { logId, method, route }) =>
  logger.error(
    `${method} ${route} [${logId}] ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );

interface Parts {
  readonly methods: RouteMethods;
  readonly door: Door;
  guard?: HostGuard;
}

/**
 * Looks at the host of a request before anything else of it. Undefined: nothing is to be waited for, as for almost all
 * requests. Throws a refusal where the host does not answer the path.
 */
export type HostGuard = (request: FastifyRequest) => Promise<void> | undefined;

const parts = new WeakMap<object, Parts>();

/** Has the hosts of requests looked at. Call it once, before requests come. */
export function guardHosts(adapter: object, guard: HostGuard): void {
  const made = parts.get(adapter);
  if (!made) throw new TypeError('make the application with createHttpAdapter');
  made.guard = guard;
}

function errorContext(
  { log = logToNest, unavailable = () => false, publicUrl }: Partial<HttpOptions>,
  methods: RouteMethods,
): ErrorContext {
  return {
    ...{ log, unavailable, publicUrl },
    methodsOf: (url) => methods.of(url),
    nearestTo: (url) => methods.nearest(url),
  };
}

/** Nest's Fastify adapter with what can only be set when it is made. Pass `bodyParser: false` to Nest. */
export function createHttpAdapter(options: Partial<HttpOptions> = {}): FastifyAdapter {
  const methods = new RouteMethods();
  const context = errorContext(options, methods);
  const { trustProxy = false, door: limits, usage } = options;
  const door = new Door({ limits, trustProxy, usage });
  const adapter = new FastifyAdapter({
    bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT,
    trustProxy,
    serverFactory: (handle: RequestListener) =>
      door.connections.createServer(
        {
          maxHeaderSize: MAX_HEADERS,
          headersTimeout: 30_000,
          // Of the slowest that there may be; bodies that are read whole are given up earlier (door/bodies.ts).
          requestTimeout: options.requestTimeout ?? STREAM_PACE.totalMs,
          keepAliveTimeout: 72_000,
          connectionsCheckingInterval: 10_000,
        },
        handle,
      ),
    genReqId: () => newId(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, querystringParser: parseQuery },
    return503OnClosing: false,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      setHeaders(request, reply);
      void sendError(error, request, reply, context);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  parts.set(adapter, { methods, door });
  return adapter;
}

/**
 * Installs the wire layer on an application made with {@link createHttpAdapter}: prefix, hooks, body parsers,
 * DTO pipe, error filter, CORS and OpenAPI. Call it once, before `listen` or `init`.
 */
export function configureHttp(app: NestFastifyApplication, options: HttpOptions): void {
  const adapter = app.getHttpAdapter();
  const fastify = adapter.getInstance();
  const made = parts.get(adapter);
  if (!made) throw new TypeError('make the application with createHttpAdapter');
  const { methods, door } = made;
  methods.watch(fastify);
  applyRouteTable(fastify, options.routes, options.bodyLimit ?? DEFAULT_BODY_LIMIT);
  if (options.observer) observeRequests(fastify, options.observer);
  installBodyParsers(fastify, door);
  auditRequests(fastify, app.get<RequestAudit>(REQUEST_AUDIT, { strict: false }));

  const directory = app.get<KeyDirectory>(KEY_DIRECTORY, { strict: false });
  const authority = app.get<Authority>(AUTHORITY, { strict: false });
  const limiter = new RateLimiter(options.rateLimits ?? {});
  const admission = { directory, authority, limiter, door, parts: made };
  fastify.addHook('onRequest', (request, reply) => admit(request, reply, admission));
  fastify.decorateRequest('judgeAgain', async function (this: FastifyRequest) {
    if (!isFresh(this)) await judge(this, admission);
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (isFresh(request)) return done();
    judge(request, admission).then(() => done(), done);
  });
  // A kept connection would hold up the end until its client lets it go.
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    door.connections.hurry();
    setTimeout(() => door.endStreams(), STREAMS_END_MS).unref();
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request, reply);
    if (options.httpsOnly) void reply.header('strict-transport-security', HSTS);
    if (closing) void reply.header('connection', 'close');
    try {
      done(null, door.answer(request, reply, payload));
    } catch (error) {
      done(error as Error);
    }
  });

  app.setGlobalPrefix(PREFIX, { exclude: pathsOutside(options.routes, PREFIX) });
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new ErrorFilter(errorContext(options, methods)));
  app.enableCors({
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Last-Event-ID',
      'X-Organization-Id',
      'X-Environment',
    ],
    exposedHeaders: [
      'x-facturapi-log-id',
      'x-service-log-id',
      'retry-after',
      'content-disposition',
      'etag',
      'ratelimit',
      'ratelimit-policy',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'idempotent-replayed',
      'x-service-warnings',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  });
  const { routes, docs, events = () => [], publicUrl } = options;
  serveDocs(app, async () => ({ routes, docs: (await docs?.()) ?? NO_DOCS, events: events(), publicUrl }));
  serveGuides(app);
}

const isBelowPrefix = ({ url }: FastifyRequest): boolean => url.startsWith(`/${PREFIX}/`);

interface Admission {
  readonly directory: KeyDirectory;
  readonly authority: Authority;
  readonly limiter: RateLimiter;
  readonly door: Door;
  readonly parts: Pick<Parts, 'guard'>;
}

/**
 * Who may come in, before a byte of the body is read: a place at the door, address (404), method (405), credentials (401),
 * what they allow (403; 404 and 400 for an organization of others), the body's type (415) and length (413), rate (429).
 * Health is answered in any case.
 */
async function admit(request: FastifyRequest, reply: FastifyReply, admission: Admission): Promise<void> {
  const { limiter, door } = admission;
  const row = rowOf(request);
  if (row && isHealth(row)) return;
  door.arrive(request, reply);
  const guarded = admission.parts.guard?.(request);
  if (guarded) await guarded;
  // Nobody has the API's own prefix as a name: no page says what is wrong with such an address.
  if (isLastResort(request) && isBelowPrefix(request)) throw new HttpRefusal(refuse('not_found').refusal);
  if ((request.raw.url?.length ?? 0) > MAX_URL) throw new HttpRefusal(refuse('uri_too_long').refusal);
  const problem = queryProblem(request.query);
  if (problem) throw new HttpRefusal(problem);
  const isNowhere =
    request.is404 || (isLastResort(request) && row?.bodyLimit !== 'small' && bringsNoForm(request));
  if (isNowhere) throw new HttpRefusal(refuse('not_found').refusal);
  if (!row) return;

  if (row.keys.length > 0) {
    try {
      request.principal = await door.lookUp(request, () => judge(request, admission));
    } catch (error) {
      // A limit on guessing keys, and the ids of organizations.
      limiter.take('write', request.caller?.kind === 'user' ? request.caller.userId : request.ip);
      throw error;
    }
    door.identify(request, request.principal);
  }
  judgeBody(request, row, request.routeOptions.bodyLimit);
  takeFromRate(request, reply, row, limiter);
  await door.takeTurn(request, row);
}

/** How long a caller's right is good for, once judged: a body or a turn may take longer. */
const JUDGED_MS = 250;

declare module 'fastify' {
  interface FastifyRequest {
    judgedMs?: number;
    /** Asks again who the caller acts as, where that is long ago: for routes that read their bodies themselves. */
    judgeAgain(): Promise<void>;
  }
}

/** Whether nothing can have become of the caller's right since it was judged that matters. */
const isFresh = ({ judgedMs }: FastifyRequest): boolean =>
  judgedMs === undefined || monotonicMs() - judgedMs < JUDGED_MS;

/**
 * Who a request's caller acts as. It is asked when the request comes, and again if its body was long in coming: the key may
 * have ended meanwhile, or its owner been suspended, removed or given another role. Throws what they are refused with.
 */
async function judge(
  request: FastifyRequest,
  { directory, authority }: Pick<Admission, 'directory' | 'authority'>,
): Promise<Principal> {
  const row = rowOf(request);
  if (!row) throw new TypeError('a caller is asked for at routes alone');
  const caller = await findCaller(request.headers.authorization, directory);
  request.caller = caller;
  request.principal = await authorise(caller, row, request, authority);
  request.judgedMs = monotonicMs();
  return request.principal;
}

function takeFromRate(
  request: FastifyRequest,
  reply: FastifyReply,
  row: RouteRow,
  limiter: RateLimiter,
): void {
  if (!limiter.active || row.rateClass === 'unlimited') return;
  const { principal, ip } = request;
  const identity = !principal ? ip : principal.kind === 'user' ? principal.userId : principal.organizationId;
  const allowance = limiter.take(row.rateClass, identity);
  if (allowance) void reply.headers(allowance.headers);
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'";

/** Headers of every answer: its log id (both names, one for the SDKs), and what keeps browsers careful. */
function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const headers = {
    'x-service-log-id': request.id,
    'x-facturapi-log-id': request.id,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': request.raw.url?.startsWith(DOCS_PATH) ? DOCS_POLICY : API_POLICY,
    'cache-control': 'no-store',
  };
  for (const [name, value] of Object.entries(headers))
    if (!reply.hasHeader(name)) void reply.header(name, value);
}

/** Requests that are not HTTP enough to become one: their language is unknown, so Spanish. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const codes: Readonly<Record<string, ErrorCode>> = {
    HPE_HEADER_OVERFLOW: 'headers_too_large',
    ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  };
  const body = errorBody(refuse(codes[error.code ?? ''] ?? 'invalid_request').refusal, 'es');
  const json = JSON.stringify(body);
  const logId = newId();
  socket.end(
    `HTTP/1.1 ${body.status} ${body.code}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-service-log-id: ${logId}\r\nx-facturapi-log-id: ${logId}\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}
