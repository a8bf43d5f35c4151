import { decimal, formatDecimal, mulDiv, ok, roundMicros, type Micros, type Result } from '#kernel';
import { computeAmounts, type Amounts } from '#cfdi';
import type { InvoiceItem, Tax } from '#contracts';
import { monedas } from '#sat';
import { concepto } from '../invoices/comprobante-input.js';
import { taxName } from '../invoices/totals.js';

export const UNIT: Micros = 1_000_000n;
/** Smallest amount of a line, and of what a tax is charged on. */
export const LEAST: Micros = 1n;

/** The decimals of a currency's amounts. */
export const decimalsOf = (currency: string): number => monedas.find(currency)?.decimales ?? 2;

/** All amounts of some lines, as their document will have them. */
export const amountsOf = (items: readonly InvoiceItem[], currency: string): Result<Amounts> =>
  computeAmounts({ conceptos: items.map(concepto), decimalesMoneda: decimalsOf(currency) });

/** A tax of a whole sale, exact to the sixth decimal. */
export interface SaleTax {
  readonly type: Tax['type'];
  readonly factor: Tax['factor'];
  readonly rate: string;
  readonly base: Micros;
}

/** A state or municipal tax of a whole sale: its document says what it comes to, and no base. */
export interface SaleLocalTax {
  readonly type: string;
  /** Fraction. */
  readonly rate: string;
  readonly base: Micros;
}

/** What a sale comes to before its document rounds it. */
export interface SaleAmounts {
  readonly importe: Micros;
  readonly descuento: Micros;
  readonly taxes: readonly SaleTax[];
  readonly localTaxes: readonly SaleLocalTax[];
}

/** Half-up at the sixth decimal, as the engine charges a tax. */
export const charge = ({ base, rate }: { readonly base: Micros; readonly rate: string }): Micros =>
  mulDiv(base, decimal(rate), UNIT);

/** Adds up the lines of a sale: its transferred taxes by type, factor and rate. */
export function addUp(items: readonly InvoiceItem[], currency: string): Result<SaleAmounts> {
  const computed = amountsOf(items, currency);
  if (!computed.ok) return computed;
  const { conceptos, impuestosLocales } = computed.value;
  const bases = new Map<string, SaleTax>();
  let importe = 0n;
  let descuento = 0n;
  for (const line of conceptos) {
    importe += decimal(line.importe);
    descuento += decimal(line.descuento ?? '0');
    for (const { impuesto, tipoFactor, tasaOCuota, base } of line.traslados) {
      const key = `${impuesto} ${tipoFactor} ${tasaOCuota}`;
      const before = bases.get(key)?.base ?? 0n;
      bases.set(key, {
        type: taxName(impuesto) as Tax['type'],
        factor: tipoFactor,
        rate: tasaOCuota === undefined ? '0' : formatDecimal(decimal(tasaOCuota)),
        base: before + decimal(base),
      });
    }
  }
  const localTaxes = (impuestosLocales?.traslados ?? []).map(({ nombre, tasa, importe: amount }) => {
    const rate = formatDecimal(decimal(tasa) / 100n);
    const base = rate === '0' ? 0n : mulDiv(decimal(amount), UNIT, decimal(rate));
    return { type: nombre, rate, base: base < LEAST ? LEAST : base };
  });
  return ok({ importe, descuento, taxes: [...bases.values()], localTaxes });
}

/** Rounds to a currency's decimals. */
export const roundTo = (value: Micros, decimals: number): Micros => roundMicros(value, decimals);
