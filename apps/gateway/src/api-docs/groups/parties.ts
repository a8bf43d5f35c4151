import { customersDocs } from '../../customers/customers.docs.js';
import type { OperationDocs } from '../types.js';

/** Customers, suppliers, products, catalogues, tools. */
export const parties = { ...customersDocs } satisfies OperationDocs;
