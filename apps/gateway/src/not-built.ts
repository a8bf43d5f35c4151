import type { Bilingual } from '#kernel';
import type { NotBuilt } from '#http';

interface Feature {
  readonly name: Bilingual;
  /** Method and path below /v2, as Fastify writes it. */
  readonly routes: readonly string[];
}

/** What the API has and this service has not yet. A row goes when its route comes: a spec compares them. */
const features: readonly Feature[] = [];

/** Every route that is not built, with what it would be for. */
export const notBuilt: NotBuilt = Object.fromEntries(
  features.flatMap(({ name, routes }) => routes.map((route) => [route.replace(' ', ' /v2'), name] as const)),
);
