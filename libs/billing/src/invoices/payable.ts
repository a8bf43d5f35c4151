import { decimal, formatDecimal } from '#kernel';
import { parseComprobante, prorate, type ImpuestoName, type ParsedImpuesto, type TipoFactor } from '#cfdi';
import type { PaymentTax } from '#contracts';
import { monedas } from '#sat';

/** A tax of a whole document, summed over its lines: what payments prorate. */
export interface PayableTax {
  readonly impuesto: ImpuestoName;
  readonly tipoFactor: TipoFactor;
  readonly tasa?: string;
  readonly base: string;
  readonly importe?: string;
  readonly retencion: boolean;
}

/** How an invoice stands before a payment. Amounts are decimal text in its currency. */
export interface Standing {
  readonly total: string;
  /** What is still due. */
  readonly balance: string;
  /** Number of the next payment: above that of any other that counts. */
  readonly installment: number;
}

/** The same after a payment, with any installment number. */
export const afterPayment = <Of extends Standing>(standing: Of, amount: string, installment: number): Of => ({
  ...standing,
  balance: formatDecimal(decimal(standing.balance) - decimal(amount)),
  installment: Math.max(standing.installment, installment + 1),
});

const NAMES: Readonly<Record<string, ImpuestoName>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/**
 * What a stamped invoice says of its total and its taxes, from its own XML: its lines have the rates that summaries
 * lack. One entry for each tax, factor and rate, transferred and withheld apart.
 */
export function payableOf(xml: string): { readonly total: string; readonly taxes: readonly PayableTax[] } {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('the XML of an invoice that is paid cannot be read');
  const { attributes, conceptos } = parsed.value;
  const groups = new Map<
    string,
    { tax: ParsedImpuesto; retencion: boolean; base: bigint; importe: bigint }
  >();
  for (const { traslados, retenciones } of conceptos)
    for (const [taxes, retencion] of [
      [traslados, false],
      [retenciones, true],
    ] as const)
      for (const tax of taxes) {
        const key = `${retencion} ${tax.Impuesto} ${tax.TipoFactor} ${tax.TasaOCuota}`;
        const group = groups.get(key) ?? { tax, retencion, base: 0n, importe: 0n };
        groups.set(key, group);
        group.base += decimal(tax.Base ?? '0');
        group.importe += decimal(tax.Importe ?? '0');
      }
  const taxes = [...groups.values()].map(({ tax, retencion, base, importe }) => ({
    impuesto: NAMES[tax.Impuesto ?? ''] ?? 'IVA',
    tipoFactor: (tax.TipoFactor ?? 'Tasa') as TipoFactor,
    ...(tax.TasaOCuota !== undefined && { tasa: tax.TasaOCuota, importe: formatDecimal(importe) }),
    base: formatDecimal(base),
    retencion,
  }));
  return { total: attributes['Total'] ?? '0', taxes };
}

/**
 * The taxes of the part that an amount pays of an invoice, so that all its payments together add up to the whole.
 * The amount is at most its balance.
 */
export function proratedTaxes(
  { total, balance, currency, taxes }: Standing & { currency: string; taxes: readonly PayableTax[] },
  amount: string,
): PaymentTax[] {
  const prorated = prorate({
    total,
    impuestos: taxes,
    pagadoAntes: formatDecimal(decimal(total) - decimal(balance)),
    pago: amount,
    decimals: monedas.find(currency)?.decimales ?? 2,
  });
  if (!prorated.ok) throw new Error(`${amount} of ${balance} cannot be prorated: ${prorated.refusal.code}`);
  return prorated.value.map(({ impuesto, tipoFactor, tasa, base, importe, retencion }) => ({
    base,
    type: impuesto,
    factor: tipoFactor,
    rate: tasa ?? null,
    withholding: retencion,
    amount: importe ?? null,
  }));
}
