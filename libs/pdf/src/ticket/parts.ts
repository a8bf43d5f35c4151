import type { ReceiptPdfModel } from '../receipt-model.js';
import { receiptView } from '../receipt-view.js';

/** How large a line is printed, where the printer can: the name of the shop in double size, the total in double height. */
export type Size = 'plain' | 'strong' | 'tall' | 'large';

/** A piece of a ticket, before it is laid out in columns. */
export type TicketPart =
  | { readonly kind: 'centre' | 'text'; readonly text: string; readonly size?: Size }
  | { readonly kind: 'pair'; readonly label: string; readonly value: string; readonly size?: Size }
  | { readonly kind: 'rule' }
  | { readonly kind: 'code'; readonly url: string };

const RULE: TicketPart = { kind: 'rule' };
const centre = (text: string | undefined, size: Size = 'plain'): TicketPart[] =>
  text ? [{ kind: 'centre', text, size }] : [];
const pairs = (rows: readonly { readonly label: string; readonly value: string }[]): TicketPart[] =>
  rows.map(({ label, value }) => ({ kind: 'pair', label, value }));
const section = (parts: readonly TicketPart[]): readonly TicketPart[] =>
  parts.length === 0 ? [] : [RULE, ...parts];

type View = ReturnType<typeof receiptView>;

/** What a receipt says on paper without pictures: the same as its PDF, from top to bottom. Text alone has no code to scan. */
export function ticketParts(model: ReceiptPdfModel, of: 'text' | 'printer'): readonly TicketPart[] {
  const view = receiptView(model);
  const { issuer, customer } = view;
  return [
    ...(view.banner ? [...centre(view.banner.text, 'strong'), ...centre(view.banner.detail), RULE] : []),
    ...centre(issuer.name, 'large'),
    ...centre(issuer.legalName),
    ...centre(`RFC ${issuer.taxId}`),
    ...[...issuer.address, ...issuer.contact].flatMap((line) => centre(line ?? undefined)),
    RULE,
    ...pairs([{ label: 'Recibo', value: view.folio }, ...view.header]),
    ...(customer
      ? pairs([{ label: 'Cliente', value: [customer.name, customer.taxId].filter(Boolean).join(' ') }])
      : []),
    ...section(view.items.flatMap(itemParts)),
    ...section([
      ...pairs(view.totals),
      { kind: 'pair', label: view.totalLabel, value: view.total, size: 'tall' },
      ...pairs(view.included),
      ...(view.inWords ? [{ kind: 'text' as const, text: view.inWords }] : []),
    ]),
    ...section(pairs(view.refunds)),
    ...section(inviteParts(view, of === 'printer')),
    RULE,
    ...centre('Este recibo no es un comprobante fiscal (CFDI).'),
  ];
}

function itemParts({
  description,
  sku,
  quantity,
  unit,
  price,
  amount,
  discount,
}: View['items'][number]): TicketPart[] {
  return [
    ...description.split('\n').map((text) => ({ kind: 'text' as const, text })),
    ...(sku ? [{ kind: 'text' as const, text: `SKU ${sku}` }] : []),
    { kind: 'pair', label: `  ${quantity}${unit ? ` ${unit}` : ''} x ${price}`, value: amount },
    ...(discount ? [{ kind: 'pair' as const, label: '  Descuento', value: `-${discount}` }] : []),
  ];
}

/** How its customer gets an invoice: the page's code, where there is something to be done, its address and the key. */
function inviteParts({ selfInvoice }: View, hasCode: boolean): TicketPart[] {
  if (!selfInvoice) return [];
  const { title, text, textWithoutCode, qr, url, linkText, keyGroups } = selfInvoice;
  return [
    ...centre(title, 'strong'),
    ...centre(hasCode ? text : textWithoutCode),
    ...(hasCode && qr ? [{ kind: 'code' as const, url }] : []),
    ...centre(linkText),
    ...centre('Clave de facturación'),
    ...centre(keyGroups.join(' '), 'strong'),
  ];
}
