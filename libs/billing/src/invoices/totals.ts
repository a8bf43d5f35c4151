import { decimal, formatDecimal } from '#kernel';
import type { Amounts, ImpuestoLocal } from '#cfdi';
import type { InvoiceTotals, TaxSummary } from '#contracts';

/** The amounts of a Comprobante in the API's words. */
export function totalsOf(amounts: Amounts): InvoiceTotals {
  const { impuestosLocales } = amounts;
  const taxes: TaxSummary[] = [
    ...amounts.traslados.map((traslado) => ({
      type: taxName(traslado.impuesto),
      factor: traslado.tipoFactor,
      rate: traslado.tasaOCuota ?? null,
      base: traslado.base,
      amount: traslado.importe ?? null,
      withholding: false,
      local: false,
    })),
    ...amounts.retenciones.map((retencion) => ({
      ...NO_BASE,
      type: taxName(retencion.impuesto),
      rate: null,
      amount: retencion.importe,
      withholding: true,
      local: false,
    })),
    ...(impuestosLocales?.traslados ?? []).map((tax) => localTax(tax, false)),
    ...(impuestosLocales?.retenciones ?? []).map((tax) => localTax(tax, true)),
  ];
  return {
    subtotal: amounts.subTotal,
    discount: amounts.descuento ?? '0',
    total: amounts.total,
    taxes,
  };
}

/** Summaries of withheld and local taxes have no base of their own (Anexo 20: Impuestos, implocal). */
const NO_BASE = { factor: 'Tasa', base: null } as const;

const localTax = (tax: ImpuestoLocal, withholding: boolean): TaxSummary => ({
  ...NO_BASE,
  type: tax.nombre,
  // implocal writes percentages; the API speaks of fractions everywhere.
  rate: formatDecimal(decimal(tax.tasa) / 100n),
  amount: tax.importe,
  withholding,
  local: true,
});

const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };
export const taxName = (key: string): string => NAMES[key] ?? key;
