import type { AttributePlan, Plan } from '../document/plan.js';
import { toSchemaForm } from '../schemas/types.js';
import type { XmlNode } from '../parsed.js';
import { children } from './comprobante.js';

/** An element that was read as the object of the model, by the same plan that writes it. */

/**
 * The object of an element whose structure holds, and of all that is inside but what belongs to other standards.
 * White space is collapsed. The plan says which fields it has; the writers, which are compiled, that the model has them.
 */
export function modelOf<T>(plan: Plan, node: XmlNode): T {
  const out: Record<string, unknown> = {};
  readNode(plan, node, out);
  return out as T;
}

const NONE: readonly XmlNode[] = [];

/** Notes the fields of an element, which is missing where a group is. */
function readNode(
  { attributes, children: hijos }: Plan,
  node: XmlNode | undefined,
  out: Record<string, unknown>,
): void {
  for (const attribute of attributes) {
    const value = attribute.origin === 'model' ? node?.attributes[attribute.name] : undefined;
    if (value !== undefined) out[attribute.field] = valueFor(attribute, value);
  }
  for (const child of hijos) {
    const own = node === undefined || node.children.length === 0 ? NONE : children(node, child.name);
    switch (child.kind) {
      case 'object':
        if (own[0]) out[child.field] = modelOf(child, own[0]);
        break;
      case 'list':
        out[child.field] = own.map((one) => modelOf(child, one));
        break;
      case 'texts':
        out[child.field] = own.map((one) => textOf(child, one));
        break;
      case 'group':
        readNode(child, own[0], out);
        break;
      case 'foreign':
        break;
    }
  }
}

/** Whole numbers are numbers in the model; everything else is text. */
function valueFor({ type }: AttributePlan, value: string): string | number {
  const text = toSchemaForm(type, value);
  return type.decimals === 0 ? Number(text) : text;
}

const textOf = ({ attributes: [only] }: Plan, { attributes }: XmlNode): string =>
  only ? toSchemaForm(only.type, attributes[only.name] ?? '') : '';
