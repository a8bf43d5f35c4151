import type { OperationDoc } from '#http';
import type { routes } from '../routes.js';
import type { Tag } from './tags.js';

/** What is said of some of the operations, by their rows in the table of routes. */
export type OperationDocs = Partial<
  Readonly<Record<keyof typeof routes, OperationDoc & { readonly tag: Tag }>>
>;
