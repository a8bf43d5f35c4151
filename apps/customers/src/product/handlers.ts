import { PRODUCT_STREAM, type Command, type CommandOutcome, type ProductsCommand } from '#contracts';
import { Aggregates, receipt, type Runtime } from '#platform';
import { productDecider, type ProductCommand } from './decide.js';
import type { KeyCatalogues } from '#billing';

/** Takes the commands of products from the bus. */
export function serveProducts({ bus, store }: Runtime, keys: KeyCatalogues): void {
  const products = new Aggregates({
    store,
    decider: productDecider(keys),
    streamOf: (id) => PRODUCT_STREAM + id,
  });
  const handle = async (message: Command): Promise<CommandOutcome> =>
    receipt(await products.handle(message, toCommand(message as ProductsCommand)));
  for (const type of ['products.create', 'products.edit', 'products.delete'] as const)
    bus.serve(type, handle);
}

function toCommand(message: ProductsCommand): ProductCommand {
  const at = message.time;
  switch (message.type) {
    case 'products.create':
      return { type: 'create', product: message.data.product, at };
    case 'products.edit':
      return { type: 'edit', changes: message.data.changes, at };
    case 'products.delete':
      return { type: 'delete', at };
  }
}
