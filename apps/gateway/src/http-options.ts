import type { Config } from '#platform';
import type { HttpOptions, RateLimits } from './http/index.js';

/** The wire layer's options out of the process's settings. */
export const httpOptions = ({ bodyLimitBytes, rateLimits }: Config): HttpOptions => ({
  bodyLimit: bodyLimitBytes,
  rateLimits: Object.fromEntries(
    Object.entries(rateLimits).flatMap(([name, perMinute]) => (perMinute > 0 ? [[name, { perMinute }]] : [])),
  ) as RateLimits,
  unprefixed: ['healthz', 'readyz'],
});
