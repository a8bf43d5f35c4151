import { discountShare, lineTaxes, unitPrice } from './amounts-view.js';
import type { Reader } from './complements/element.js';
import { itemComplementNote } from './complements/view.js';
import { exact, micros, money } from './format.js';
import { fitsOneLine } from './one-line.js';
import type { LabelLookup, PdfItem, PdfItemPart, PdfOptions, PdfThirdParty } from './model.js';

/** One line of the items table. */
function itemView(item: PdfItem, { options, decimals, label, reader }: ItemsContext) {
  const { product } = item;
  const unitLabel = product.unit_name || (product.unit_key && label('c_ClaveUnidad', product.unit_key));
  return {
    quantity: exact(micros(item.quantity)),
    unit: unitLabel || product.unit_key || '',
    unitKey: options.product_key && product.unit_key ? product.unit_key : '',
    // What ends a line here would leave an empty one above the small print.
    description: product.description.trimEnd(),
    isLong: product.description.length > 140,
    details: [
      ...[
        options.product_key && product.product_key && `Clave ${product.product_key}`,
        product.sku && `SKU ${product.sku}`,
        taxabilityText(product.taxability, reader),
      ].flatMap((text) => (text ? [detail(text, false)] : [])),
      ...lineTaxes(item, options, decimals).map((text) => detail(text, true)),
    ],
    notes: notesOf(item, reader, decimals),
    unitPrice: unitPrice(item, options, decimals),
    discount: item.discount && micros(item.discount) > 0n ? money(micros(item.discount), decimals) : '',
    discountShare: discountShare(item) ?? '',
    amount: money(micros(item.amount), decimals),
  };
}

const detail = (text: string, isTax: boolean) => ({ text, isTax, fits: fitsOneLine(text) });

/** "02 - Sí objeto de impuesto": c_ObjetoImp in words, which its key alone says to nobody. */
const taxabilityText = (key: string | null | undefined, { label }: Reader): string | undefined => {
  const text = key ? label('c_ObjetoImp', key) : undefined;
  return text === key ? key && `Objeto de impuesto ${key}` : text;
};

/** "Nombre (RFC)", with régimen and postal code where they are known. */
export function thirdPartyText(
  { legal_name, tax_id, tax_system, zip }: PdfThirdParty,
  reader: Reader,
): string {
  const regime = tax_system ? reader.label('c_RegimenFiscal', tax_system) : undefined;
  return [`${legal_name} (${tax_id})`, regime, zip && `C.P. ${zip}`].filter(Boolean).join(', ');
}

function notesOf(item: PdfItem, reader: Reader, decimals: number): string[] {
  const { third_party, customs_keys, property_tax_account, parts } = item;
  const accounts = [property_tax_account ?? []].flat();
  return [
    third_party ? `Por cuenta de terceros: ${thirdPartyText(third_party, reader)}` : '',
    customs_keys?.length ? `Pedimento: ${customs_keys.join(', ')}` : '',
    accounts.length > 0 ? `Cuenta predial: ${accounts.join(', ')}` : '',
    ...(parts ?? []).map((one) => partNote(one, reader, decimals)),
    itemComplementNote(item, reader),
  ].filter(Boolean);
}

function partNote(one: PdfItemPart, { options }: Reader, decimals: number): string {
  const count = one.quantity ? [exact(micros(one.quantity)), one.unit_name].filter(Boolean).join(' ') : '';
  const details = [
    options.product_key && one.product_key && `Clave ${one.product_key}`,
    one.sku && `SKU ${one.sku}`,
    one.unit_price && `P. unitario ${exact(micros(one.unit_price), decimals)}`,
    one.customs_keys?.length && `Pedimento ${one.customs_keys.join(', ')}`,
  ].filter(Boolean);
  const what = [count, one.description].filter(Boolean).join(' × ');
  return `Incluye: ${what}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
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
  const scaleWidth = (value: number) => Math.floor((value * ROOM_MM) / sum);
  return {
    quantity: scaleWidth(widths.quantity),
    unitPrice: scaleWidth(widths.unitPrice),
    discount: scaleWidth(widths.discount),
    amount: scaleWidth(widths.amount),
    areTight: true,
  };
}

/** What lines are shown with. */
export interface ItemsContext {
  readonly options: PdfOptions;
  readonly decimals: number;
  readonly label: LabelLookup;
  readonly reader: Reader;
}

/** The items table. Goods that are only moved (type T) have no prices unless one was given. */
export function itemsView(items: readonly PdfItem[], moved: boolean, context: ItemsContext) {
  const rows = items.map((item) => itemView(item, context));
  const hasDiscounts = rows.some(({ discount }) => discount !== '');
  const hasPrices = !moved || items.some(({ amount }) => micros(amount) !== 0n);
  return {
    ...{ items: rows, hasItems: rows.length > 0, hasDiscounts, hasPrices },
    widths: columnWidths(rows, hasDiscounts),
  };
}
