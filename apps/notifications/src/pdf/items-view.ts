import { discountShare, lineTaxes, unitPrice } from './amounts-view.js';
import { exact, micros, money } from './format.js';
import type { LabelLookup, PdfItem, PdfOptions } from './model.js';

/** One line of the items table. */
function itemView(item: PdfItem, options: PdfOptions, decimals: number, label: LabelLookup) {
  const { product } = item;
  const unitLabel = product.unit_name || (product.unit_key && label('c_ClaveUnidad', product.unit_key));
  return {
    quantity: exact(micros(item.quantity)),
    unit: unitLabel || product.unit_key || '',
    unitKey: options.product_key && product.unit_key ? product.unit_key : '',
    description: product.description,
    isLong: product.description.length > 140,
    details: [
      options.product_key && product.product_key && `Clave ${product.product_key}`,
      product.sku && `SKU ${product.sku}`,
      options.codes && product.taxability && `Obj. imp. ${product.taxability}`,
    ].filter(Boolean),
    notes: notesOf(item),
    taxes: lineTaxes(item, options, decimals),
    unitPrice: unitPrice(item, options, decimals),
    discount: item.discount && micros(item.discount) > 0n ? money(micros(item.discount), decimals) : '',
    discountShare: discountShare(item) ?? '',
    amount: money(micros(item.amount), decimals),
  };
}

function notesOf({ third_party, customs_keys, property_tax_account, parts }: PdfItem): string[] {
  const accounts = [property_tax_account ?? []].flat();
  return [
    third_party ? `Por cuenta de terceros: ${third_party.legal_name} (${third_party.tax_id})` : '',
    customs_keys?.length ? `Pedimento: ${customs_keys.join(', ')}` : '',
    accounts.length > 0 ? `Cuenta predial: ${accounts.join(', ')}` : '',
    ...(parts ?? []).map(({ quantity, description, sku }) => {
      const what = [quantity && exact(micros(quantity)), description].filter(Boolean).join(' × ');
      return `Incluye: ${what}${sku ? ` (SKU ${sku})` : ''}`;
    }),
  ].filter(Boolean);
}

/** What the columns of numbers may take together, in millimetres, so that the description keeps 50. */
const ROOM_MM = 112;

/**
 * Widths of the columns of numbers, each by its longest number. Numbers that leave the description no room
 * (quadrillions) are set smaller.
 */
function columnWidths(items: readonly ReturnType<typeof itemView>[], hasDiscounts: boolean) {
  const width = (least: number, pick: (item: (typeof items)[number]) => string): number => {
    const longest = items.reduce((most, item) => Math.max(most, pick(item).length), 0);
    return Math.max(least, Math.ceil(longest * 1.72 + 4.5));
  };
  const widths = {
    quantity: width(19, (item) => item.quantity),
    unitPrice: width(24, (item) => item.unitPrice),
    discount: hasDiscounts ? width(21, (item) => item.discount) : 0,
    amount: width(25, (item) => item.amount),
  };
  const sum = widths.quantity + widths.unitPrice + widths.discount + widths.amount;
  if (sum <= ROOM_MM) return { ...widths, areTight: false };
  const scaled = (value: number) => Math.floor((value * ROOM_MM) / sum);
  return {
    quantity: scaled(widths.quantity),
    unitPrice: scaled(widths.unitPrice),
    discount: scaled(widths.discount),
    amount: scaled(widths.amount),
    areTight: true,
  };
}

/** The items table. */
export function itemsView(
  items: readonly PdfItem[],
  options: PdfOptions,
  decimals: number,
  label: LabelLookup,
) {
  const rows = items.map((item) => itemView(item, options, decimals, label));
  const hasDiscounts = rows.some(({ discount }) => discount !== '');
  return { items: rows, hasItems: rows.length > 0, hasDiscounts, widths: columnWidths(rows, hasDiscounts) };
}
