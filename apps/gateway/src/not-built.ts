import type { Bilingual } from '#kernel';
import type { NotBuilt } from '#http';

interface Feature {
  readonly name: Bilingual;
  /** Method and path below /v2, as Fastify writes it. */
  readonly routes: readonly string[];
}

/** The routes of a resource: its list, and one of them. */
const resource = (path: string, id: string): readonly string[] => [
  ...[`GET ${path}`, `POST ${path}`],
  ...[`GET ${path}/:${id}`, `PUT ${path}/:${id}`, `DELETE ${path}/:${id}`],
];

/** What the API has and this service has not yet. A row goes when its route comes: a spec compares them. */
const features: readonly Feature[] = [
  {
    name: { es: 'los proveedores', en: 'suppliers' },
    routes: resource('/suppliers', 'supplier_id'),
  },
];

/** Every route that is not built, with what it would be for. */
export const notBuilt: NotBuilt = Object.fromEntries(
  features.flatMap(({ name, routes }) => routes.map((route) => [route.replace(' ', ' /v2'), name] as const)),
);
