import type { FastifyInstance } from 'fastify';
import { findNearest } from '#kernel';

/** Longer paths are no slip of the pen, and nothing is sought for them. */
const LONGEST_PATH = 200;

/** The routes of an application by path, to tell a wrong method (405) from a wrong address (404). */
export class RouteMethods {
  private readonly resources = new Set<string>();
  private readonly routes: { pattern: RegExp; methods: Set<string> }[] = [];

  /** Watches the routes that are added from now on. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      // One that takes any path says nothing about methods.
      if (url === '/' || url.startsWith('/:')) return;
      const source = url.split('/').map(segmentPattern).join('/');
      const pattern = new RegExp(`^${source}/?$`);
      const methods = [method].flat();
      const [, resource] = /^\/v2\/([a-z-]+)/.exec(url) ?? [];
      if (resource !== undefined) this.resources.add(resource);
      const known = this.routes.find((route) => route.pattern.source === pattern.source);
      if (known) methods.forEach((name) => known.methods.add(name));
      else this.routes.push({ pattern, methods: new Set(methods) });
    });
  }

  /** The path that a wrong one is meant to be: the same below the version, or with the resource written right. */
  nearest(url: string): string | undefined {
    const path = url.split('?', 1)[0] ?? '';
    if (path.length > LONGEST_PATH) return undefined;
    const [resource = '', ...rest] = path.replace(/^\/+(?:v\d+\/+)*/, '').split('/');
    const known = findNearest(
      resource,
      [...this.resources].map((word) => ({ word })),
    );
    if (known === undefined) return undefined;
    const meant = [`/v2/${known}`, ...rest].join('/');
    return this.of(meant).length > 0 ? meant : undefined;
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
