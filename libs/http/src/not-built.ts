import type { FastifyInstance } from 'fastify';
import { refuse, type Bilingual } from '#kernel';
import { HttpRefusal } from './refusals.js';
import type { RouteRow } from './route-table.js';

/** Routes of the API that a service has not yet, by method and path, with what they are for, such as "receipts". */
export type NotBuilt = Readonly<Record<string, Bilingual>>;

/** Whoever has a key learns that a feature is missing; what the request says of it is not read. */
const ROW: RouteRow = {
  operation: 'read.features.missing',
  keys: ['test', 'live', 'user'],
  bodyLimit: 'none',
  rateClass: 'detail',
};

/** The rows of these routes in the table of routes. */
export const rowsOf = (notBuilt: NotBuilt): Readonly<Record<string, RouteRow>> =>
  Object.fromEntries(
    Object.entries(notBuilt).map(([route, feature]) => [route, { ...ROW, missing: feature }]),
  );

/**
 * Makes routes that are not built answer 403 feature_not_available, after the credentials: an unknown address is still 404,
 * and another method 405.
 */
export function serveNotBuilt(fastify: FastifyInstance, notBuilt: NotBuilt): void {
  for (const [route, feature] of Object.entries(notBuilt)) {
    const [method = '', url = ''] = route.split(' ');
    fastify.route({
      method,
      url,
      handler: () => {
        throw missingFeature(feature);
      },
    });
  }
}

/** The refusal of a request for a feature that is not built. */
export const missingFeature = (feature: Bilingual): HttpRefusal =>
  new HttpRefusal(refuse('feature_not_available', { params: { feature } }).refusal);
