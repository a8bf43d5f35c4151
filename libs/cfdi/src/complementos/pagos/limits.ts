import { pow10 } from '#kernel';

/** A tax as it is written: amounts in micros, and with how many decimals. */
export interface WrittenImpuesto {
  readonly base: bigint;
  readonly decimalesBase: number;
  readonly tasa: bigint;
  readonly importe: bigint;
  readonly decimalesImporte: number;
}

/**
 * Whether a tax's amount is its rate times a base that would round to the one that is written (CRP20254, CRP20261;
 * the same limits as CFDI40180): between the lower limit cut off and the upper one raised to the amount's decimals.
 */
export function isInLimits({
  base,
  decimalesBase,
  tasa,
  importe,
  decimalesImporte,
}: WrittenImpuesto): boolean {
  // Base in 10^-12, so that half a millionth and the matrix's epsilon are whole; products with the rate in 10^-18.
  const means = 5n * pow10(11 - decimalesBase);
  const fina = base * pow10(6);
  const unidad = pow10(18 - decimalesImporte);
  const lower = ((fina - means) * tasa) / unidad;
  const upper = ((fina + means - 1n) * tasa + unidad - 1n) / unidad;
  const written = (importe * pow10(12)) / unidad;
  return written >= lower && written <= upper;
}
