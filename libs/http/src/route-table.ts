import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyKind } from './auth.js';
import { BODY_BYTES, FILE_BYTES, FORM_FILE_BYTES, MAIL_BYTES, type BodyLimit } from './body-limits.js';
import type { RateClass } from './rate-limit.js';

/** What a route does to whose things: `read.customers.list`. `read` changes nothing that anybody owns. */
type OperationName<Access extends string, Group extends string> = `${Access}.${Group}.${string}`;

export interface RouteRow<Access extends string = 'read' | 'write', Group extends string = string> {
  readonly operation: OperationName<Access, Group>;
  /** The kinds of key that it takes; none: it is open to everybody. */
  readonly keys: readonly KeyKind[];
  /**
   * Where it takes organizations' keys alone: whether people reach it too, by naming an organization in a header. True
   * where it is not said.
   */
  readonly forPeople?: boolean;
  readonly bodyLimit: BodyLimit;
  /** `unlimited`: requests are not counted here. */
  readonly rateClass: RateClass | 'unlimited';
  /** It shows a secret: the log of who did what has its reads, too. */
  readonly audited?: boolean;
  /**
   * Its answer goes on until one side ends it: it takes no turn among the reads of its caller, and from its first byte on is
   * no work under way.
   */
  readonly endless?: boolean;
  /**
   * A hosted page under a name that somebody chose (`/:domain`): the router takes it for any path that is nowhere else.
   * It answers forms and no other bodies (JSON where its body is `small`), says nothing about methods, and leaves a name that nobody has to the 404 of
   * the API.
   */
  readonly lastResort?: true;
}

/** Rows by method and path, as Fastify writes it; a GET reads, and its row is that of HEAD too. */
export interface RouteTable<Group extends string = string> {
  readonly [route: `GET /${string}`]: RouteRow<'read', Group>;
  readonly [route: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`]: RouteRow<'read' | 'write', Group>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: RouteRow;
  }
}

/** What CORS answers preflights by: every path, no credentials, nothing of ours behind it. */
const PREFLIGHT = 'OPTIONS *';

/** The row of a request's route; none of an address that is nowhere, and of preflights. Throws where one is missing. */
export function rowOf({
  is404,
  routeOptions: { method, url, config },
}: FastifyRequest): RouteRow | undefined {
  if (config?.row) return config.row;
  if (is404 || nameOf(method, url) === PREFLIGHT) return undefined;
  throw unlisted(nameOf(method, url));
}

/** Whether a request reached a route of the last resort alone: where that has nothing to say, its path is nowhere. */
export const isLastResort = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config?.row?.lastResort === true;

/** Whether a route tells orchestrators how the process is: it is answered whatever else there is too much of. */
export const isHealth = ({ operation }: RouteRow): boolean => /^read\.health\./.test(operation);

/** Whether the answer that is about to leave is one that goes on: an endless route that did not refuse. */
export const beginsEndless = (
  { routeOptions: { config } }: FastifyRequest,
  { statusCode }: Pick<FastifyReply, 'statusCode'>,
): boolean => config?.row?.endless === true && statusCode < 300;

/**
 * Gives each route that is added from now on its row and the limit of its body. One without a row throws: a service
 * with a route that is missing in the table does not start.
 *
 * @param largest bytes of a `large` body; no other may be larger
 */
export function applyRouteTable(fastify: FastifyInstance, table: RouteTable, largest: number): void {
  const rows = new Map<string, RouteRow>(Object.entries(table));
  fastify.addHook('onRoute', (route) => {
    const name = nameOf(route.method, route.url);
    if (name === PREFLIGHT) return;
    const row = rows.get(name.replace(/^HEAD /, 'GET '));
    if (!row) throw unlisted(name);
    route.config = { ...route.config, row };
    route.bodyLimit = bytesOf(row.bodyLimit, largest);
  });
}

function bytesOf(limit: BodyLimit, largest: number): number {
  if (limit === 'file') return FILE_BYTES;
  if (limit === 'form_file') return FORM_FILE_BYTES;
  if (limit === 'mail') return MAIL_BYTES;
  return limit === 'large' ? largest : Math.min(BODY_BYTES[limit], largest);
}

const nameOf = (method: string | readonly string[] | undefined, url = ''): string =>
  `${[method].flat().join(',')} ${url}`;

const unlisted = (route: string) => new TypeError(`${route} has no row in the table of routes`);

/** The paths of a table that are not below a prefix; those of the last resort would be all paths. */
export const pathsOutside = (table: RouteTable, prefix: string): string[] => [
  ...new Set(
    [...new Map<string, RouteRow>(Object.entries(table))]
      .filter(([, { lastResort }]) => !lastResort)
      .map(([route]) => route.slice(route.indexOf(' ') + 1))
      .filter((path) => !path.startsWith(`/${prefix}/`)),
  ),
];

/** The row of an operation of the OpenAPI document, which writes `{id}` where a route has `:id`. */
export const rowOfOperation = (table: RouteTable, method: string, path: string): RouteRow | undefined =>
  new Map<string, RouteRow>(Object.entries(table)).get(
    `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
