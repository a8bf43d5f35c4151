import { decimal, formatDecimal, parseDecimal, type MessageParams } from '#kernel';
import { impuestoOf, isRateAllowed, tasasOCuotas } from '#sat';

/** A tax whose rate c_TasaOCuota does not have; the rate as decimal text. */
interface RatedTax {
  readonly type: string;
  readonly factor: string;
  readonly rate: string;
  readonly withholding: boolean;
}

/** Rates that a message names. */
const MOST = 15;

/**
 * What to say of a rate that does not exist: `suggestion`, the fraction that a percentage stands for (0.16 for 16), and `values`,
 * the rates and ranges of its tax.
 */
export function rateHints({ type, factor, rate, withholding }: RatedTax): MessageParams {
  const impuesto = impuestoOf(type)?.key ?? '';
  const micros = parseDecimal(rate) ?? 0n;
  const fraction = formatDecimal(micros / 100n);
  const isPercentage =
    micros >= decimal('1') &&
    factor === 'Tasa' &&
    isRateAllowed({ impuesto, factor, retencion: withholding, tasa: fraction });
  const rows = tasasOCuotas.entries
    .filter((row) => row.impuesto === impuesto && row.factor === factor)
    .filter((row) => (withholding ? row.retencion : row.traslado))
    .toSorted((a, b) => Number(a.min - b.min));
  const values = rows.map(({ min, max }) =>
    min === max ? formatDecimal(min) : `${formatDecimal(min)} - ${formatDecimal(max)}`,
  );
  return {
    ...(isPercentage && { suggestion: fraction }),
    ...(values.length > 0 && values.length <= MOST && { values: [...new Set(values)].join(', ') }),
  };
}
