import { ignoreUnknown } from '#kernel';
import type { ProductEvent, ProductFields } from '#contracts';

/** A product through its life. A deleted one counts as missing, but its id is never used again. */
export type Product =
  | { readonly status: 'absent' }
  | { readonly status: 'active'; readonly fields: ProductFields }
  | { readonly status: 'deleted' };

export const absent: Product = { status: 'absent' };

export function evolve(state: Product, event: ProductEvent): Product {
  switch (event.type) {
    case 'ProductCreated': {
      const { at: _at, ...fields } = event.data;
      return { status: 'active', fields };
    }
    case 'ProductEdited': {
      if (state.status !== 'active') return state;
      const { at: _at, ...changes } = event.data;
      return { status: 'active', fields: { ...state.fields, ...changes } };
    }
    case 'ProductDeleted':
      return { status: 'deleted' };
    default:
      return ignoreUnknown(event, state);
  }
}
