/**
 * What the editions of the matrix of Nómina 1.2 differ in. The edition is that of the day of issue, since it is the
 * provider's when it stamps: a payment of last year that is stamped today meets today's rules.
 */

interface TopeSubsidio {
  /** First day of issue. */
  readonly from: string;
  /** Largest SubsidioCausado of up to 31 days paid, in micros of MXN (NOM101). */
  readonly until31: bigint;
  /** Of each day paid where they are more (NOM108), in micros of MXN. */
  readonly perDay: bigint;
}

/** Revision C, and revision E, which came with the subsidy of 2026. */
const SUBSIDIO_CAPS: readonly TopeSubsidio[] = [
  { from: '2026-01-01', until31: 628_000_000n, perDay: 20_660_000n },
  { from: '', until31: 407_020_000n, perDay: 13_390_000n },
];

/** The caps of the subsidy for employment on a day (or at a time) of issue. */
export const subsidioCapOf = (fecha: string): TopeSubsidio =>
  SUBSIDIO_CAPS.find(({ from }) => fecha >= from) as TopeSubsidio;

/** Whether revision E holds on a day of issue. */
export const isRevisionEInForce = (fecha: string): boolean => fecha >= '2026-01-01';
