import type { FastifyInstance } from 'fastify';

/** The routes of an application by path, to tell a wrong method (405) from a wrong address (404). */
export class RouteMethods {
  private readonly routes: { pattern: RegExp; methods: Set<string> }[] = [];

  /** Watches the routes that are added from now on. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      const source = url.split('/').map(segmentPattern).join('/');
      const pattern = new RegExp(`^${source}/?$`);
      const methods = [method].flat();
      const known = this.routes.find((route) => route.pattern.source === pattern.source);
      if (known) methods.forEach((name) => known.methods.add(name));
      else this.routes.push({ pattern, methods: new Set(methods) });
    });
  }

  /** The methods that a path answers to; none when there is no such path. */
  of(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? '';
    const found = this.routes
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].filter((method) => method !== 'OPTIONS').sort();
  }
}

/** One segment of a route's path; a wildcard answers anything, so it says nothing about methods. */
function segmentPattern(segment: string): string {
  if (segment.includes('*')) return '(?!)';
  if (segment.startsWith(':')) return '[^/]+';
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
