import { routes, type Operation } from '../routes.js';

/** The operations that a Live key can have, and be narrowed to: those of the routes that take one. */
export const LIVE_OPERATIONS: readonly Operation[] = [
  ...new Set(
    Object.values(routes)
      .filter(({ keys }) => keys.some((kind) => kind === 'live'))
      .map(({ operation }) => operation),
  ),
].sort();
