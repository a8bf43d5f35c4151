import type { Detail } from '#kernel';
import type { CreateInvoiceBody, ItemBody } from './dto.js';

const TAXES = ['taxes', 'local_taxes', 'taxability'] as const;

/** Fields that are right or wrong only together with another; whether they are there can be told without it. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  complements: ['export', 'type'],
  customer: ['global'],
  currency: ['exchange'],
  payment_form: ['payment_method'],
  payment_method: ['payment_form'],
};

/**
 * What can be read of a body whose fields at the paths `told` are wrong: the others, and of customer and items the parts
 * that are right. Undefined where the rules depend on what is wrong: nearly all depend on the type.
 *
 * @param sent the body's fields of the right types (libs/http, `readable`)
 */
export function readableBody<Body extends Pick<Partial<CreateInvoiceBody>, 'items'>>(
  sent: Body,
  told: readonly string[],
): Body | undefined {
  const paths = told.map((path) => path.split(/[.[\]]+/));
  const wrong = new Set(paths.map(([name = '']) => name));
  if (wrong.has('type')) return undefined;
  const body = { ...sent } as Record<string, unknown> & Body;
  for (const name of wrong) if (name !== 'customer' && name !== 'items') delete body[name];
  if (told.includes('items')) delete body.items;
  else if (body.items) body.items = readableItems(body.items, paths);
  return body;
}

/** Whether a problem is one whatever the fields at the paths `told` should have been. */
export function isSureBeside(told: readonly string[]): (problem: Detail) => boolean {
  const wrong = new Set(told.map((path) => path.split(/[.[\]]+/, 1)[0] ?? ''));
  const unsure = new Set(
    Object.keys(DEPENDENT).flatMap((name) => (wrong.has(name) ? (DEPENDENT[name] ?? []) : [])),
  );
  return ({ path = '', code }) => code === 'required' || !unsure.has(path.split('.')[0] ?? '');
}

/** The items in their places; what is wrong of one is missing. */
function readableItems(
  items: readonly (ItemBody | undefined)[],
  paths: readonly (readonly string[])[],
): ItemBody[] {
  const readable = items.map((item) => ({ ...item, product: item?.product ?? {} }) as ItemBody);
  for (const [name, index = '', field = '', part = ''] of paths) {
    const item = name === 'items' ? readable[Number(index)] : undefined;
    if (!item || field === '') continue;
    if (field !== 'product') delete item[field as keyof ItemBody];
    else if (typeof item.product === 'object') {
      item.product = { ...item.product };
      // They can't be judged without each other.
      if (TAXES.some((one) => one === part)) for (const one of TAXES) delete item.product[one];
    }
  }
  return readable;
}
