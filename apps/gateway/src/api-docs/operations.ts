import type { OperationDoc } from '#http';
import { customersDocs } from '../customers/customers.docs.js';
import type { OperationDocs } from './types.js';

/** What is said of the operations, by route; each part is beside its controllers. */
export const operations: Readonly<Record<string, OperationDoc>> = {
  ...customersDocs,
} satisfies OperationDocs;
