import type { ExampleRun, Place, Stages } from './run.js';

/** The path of something that the first example of another operation makes. */
const madeBy =
  (operationId: string, name: string) =>
  async (run: ExampleRun): Promise<Place> => ({ parameters: { [name]: (await run.make(operationId)).id } });

const customer = madeBy('createCustomer', 'customer_id');
const product = madeBy('createProduct', 'product_id');
const supplier = madeBy('createSupplier', 'supplier_id');

/** Customers, suppliers, products, catalogues, tools. */
export const partiesStages: Stages = {
  ...{ getCustomer: customer, updateCustomer: customer, emailCustomerEditLink: customer },
  ...{ deleteCustomer: customer, validateCustomerTaxInfo: customer },
  ...{ getProduct: product, updateProduct: product, deleteProduct: product },
  ...{ getSupplier: supplier, updateSupplier: supplier, deleteSupplier: supplier },
};
