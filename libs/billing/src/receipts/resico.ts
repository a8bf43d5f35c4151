import type { CustomerSnapshot, InvoiceItem, IssuerSnapshot, Tax } from '#contracts';
import { parseRfc } from '#sat';
import { isForeign } from '../invoices/comprobante-input.js';

/** Régimen Simplificado de Confianza. */
const RESICO = '626';

const ISR_RESICO: Tax = {
  type: 'ISR',
  factor: 'Tasa',
  rate: '0.0125',
  base: null,
  withholding: true,
  ieps_mode: 'sum_before_taxes',
};

/** c_ObjetoImp of lines that may say what is withheld: the others have no taxes at all (CFDI40172). */
const MAY_WITHHOLD = new Set(['02', '06', '07', '08']);

/**
 * A legal entity withholds 1.25 % of ISR from what it pays to a seller under RESICO (LISR, article 113-J): on each line that
 * may say so and does not withhold ISR already. That the seller is a natural person, as the law has it, is said by their
 * setting and not judged by their RFC: Test lends a company's.
 */
export function withResicoIsr(
  items: readonly InvoiceItem[],
  issuer: IssuerSnapshot,
  customer: CustomerSnapshot,
): readonly InvoiceItem[] {
  const buyer = isForeign(customer) ? undefined : parseRfc(customer.tax_id ?? '');
  const withheld = issuer.tax_system === RESICO && buyer?.person === 'moral' && !buyer.generic;
  if (!withheld) return items;
  return items.map((item) => {
    const { product } = item;
    const already = product.taxes.some(({ type, withholding }) => withholding && type === 'ISR');
    if (already || !MAY_WITHHOLD.has(product.taxability)) return item;
    return { ...item, product: { ...product, taxes: [...product.taxes, ISR_RESICO] } };
  });
}
