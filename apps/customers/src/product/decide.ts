import { ok, refuse, type Decider, type Result } from '#kernel';
import type { ProductEvent, ProductInput } from '#contracts';
import { changedFields, isEmpty } from '../changed-fields.js';
import { absent, evolve, type Product } from './product.js';
import { productFields, type KeyCatalogues } from '#billing';

export type ProductCommand =
  | { type: 'create'; product: ProductInput; at: string }
  | { type: 'edit'; changes: ProductInput; at: string }
  | { type: 'delete'; at: string };

type Decision = Result<readonly ProductEvent[]>;

/** The rules of products, over the catalogues of keys that the installation has. */
export function productDecider(keys: KeyCatalogues): Decider<Product, ProductCommand, ProductEvent> {
  const create = ({ product, at }: ProductCommand & { type: 'create' }, state: Product): Decision => {
    if (state.status !== 'absent') return refuse('conflict');
    const fields = productFields(product, keys);
    return fields.ok ? ok([{ type: 'ProductCreated', data: { ...fields.value, at } }]) : fields;
  };

  const edit = ({ changes, at }: ProductCommand & { type: 'edit' }, state: Product): Decision => {
    if (state.status !== 'active') return refuse('product_not_found');
    const fields = productFields(changes, keys, state.fields);
    if (!fields.ok) return fields;
    const changed = changedFields(state.fields, fields.value);
    return ok(isEmpty(changed) ? [] : [{ type: 'ProductEdited', data: { ...changed, at } }]);
  };

  return {
    initial: absent,
    evolve,
    decide: (command, state) => {
      switch (command.type) {
        case 'create':
          return create(command, state);
        case 'edit':
          return edit(command, state);
        case 'delete':
          return state.status === 'active'
            ? ok([{ type: 'ProductDeleted', data: { at: command.at } }])
            : refuse('product_not_found');
      }
    },
  };
}
