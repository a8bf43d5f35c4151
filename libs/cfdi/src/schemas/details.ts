import { field, type Detail } from '#kernel';
import type { Defect } from './check.js';
import { pathOf } from './paths.js';

/** A defect of structure as the detail of a refusal, at the path of the input that it came from. */
export function toDetail({ kind, node, attribute, child, expected = '' }: Defect): Detail {
  const path = pathOf(node, attribute ?? child) ?? [node.name, attribute ?? child].filter(Boolean).join('.');
  switch (kind) {
    case 'missing':
      return field(path, 'required');
    case 'value':
      return field(path, 'invalid_format', { params: { expected } });
    case 'count':
      return field(path, 'invalid_length', { params: { max: 1 } });
    case 'superfluous':
    case 'order':
      return field(path, 'unknown_field');
  }
}

export const detailsOf = (defects: readonly Defect[]): Detail[] => defects.map(toDetail);
