import type { LineHandlers } from '#bus';
import { PRODUCT_STREAM, type Command, type CommandOutcome } from '#contracts';
import { Aggregates, receipt, type Runtime } from '#platform';
import { productDecider, type ProductCommand } from './decide.js';
import type { KeyCatalogues } from '#billing';

/** What handles the commands of products. */
export function productHandlers({ store }: Runtime, keys: KeyCatalogues): LineHandlers<'products'> {
  const products = new Aggregates({
    store,
    decider: productDecider(keys),
    stream: PRODUCT_STREAM,
  });
  const handle = async (envelope: Command, command: ProductCommand): Promise<CommandOutcome<undefined>> =>
    receipt(await products.handle(envelope, command));
  return {
    'products.create': (command) => {
      const { data, time: at } = command;
      return handle(command, { type: 'create', product: data.product, at });
    },
    'products.edit': (command) => {
      const { data, time: at } = command;
      return handle(command, { type: 'edit', changes: data.changes, at });
    },
    'products.delete': (command) => handle(command, { type: 'delete', at: command.time }),
  };
}
