import { catalogsDocs } from '../../catalogs/catalogs.docs.js';
import { complementCatalogsDocs } from '../../catalogs/complement-catalogs.docs.js';
import { customersDocs } from '../../customers/customers.docs.js';
import { checkDocs } from '../../health/check.docs.js';
import { productsDocs } from '../../products/products.docs.js';
import { suppliersDocs } from '../../suppliers/suppliers.docs.js';
import { toolsDocs } from '../../tools/tools.docs.js';
import type { OperationDocs } from '../types.js';

/** Customers, suppliers, products, catalogues, tools. */
export const parties = {
  ...customersDocs,
  ...productsDocs,
  ...suppliersDocs,
  ...catalogsDocs,
  ...complementCatalogsDocs,
  ...toolsDocs,
  ...checkDocs,
} satisfies OperationDocs;
