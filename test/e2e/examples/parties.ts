import { documentForm } from '../../support/imports.js';
import { ofItsPast } from './invoices.js';
import type { ExampleRun, Place, Stages } from './run.js';

/** The path of something that the first example of another operation makes. */
const madeBy =
  (operationId: string, name: string) =>
  async (run: ExampleRun): Promise<Place> => ({ parameters: { [name]: (await run.make(operationId)).id } });

const customer = madeBy('createCustomer', 'customer_id');
const product = madeBy('createProduct', 'product_id');
const supplier = madeBy('createSupplier', 'supplier_id');

/** A customer and a product that a document of the past has, and nobody has made here. */
const past = async (run: ExampleRun): Promise<Place> => {
  await run.app.post('/invoices/import', documentForm(await ofItsPast(run)));
  return {};
};

/** Customers, suppliers, products, catalogues, tools. */
export const partiesStages: Stages = {
  ...{ getCustomer: customer, updateCustomer: customer, emailCustomerEditLink: customer },
  ...{ deleteCustomer: customer, validateCustomerTaxInfo: customer },
  ...{ listCustomerProposals: past, listProductProposals: past },
  ...{ getProduct: product, updateProduct: product, deleteProduct: product },
  ...{ getSupplier: supplier, updateSupplier: supplier, deleteSupplier: supplier },
};
