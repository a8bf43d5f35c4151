/**
 * What the editions of the matrix of Nómina 1.2 differ in. The edition is that of the day of issue, since it is the
 * provider's when it stamps: a payment of last year that is stamped today meets today's rules.
 */

interface TopeSubsidio {
  /** First day of issue. */
  readonly desde: string;
  /** Largest SubsidioCausado of up to 31 days paid, in micros of MXN (NOM101). */
  readonly hasta31: bigint;
  /** Of each day paid where they are more (NOM108), in micros of MXN. */
  readonly porDia: bigint;
}

/** Revision C, and revision E, which came with the subsidy of 2026. */
const TOPES: readonly TopeSubsidio[] = [
  { desde: '2026-01-01', hasta31: 628_000_000n, porDia: 20_660_000n },
  { desde: '', hasta31: 407_020_000n, porDia: 13_390_000n },
];

/** The caps of the subsidy for employment on a day (or at a time) of issue. */
export const topeSubsidio = (fecha: string): TopeSubsidio =>
  TOPES.find(({ desde }) => fecha >= desde) as TopeSubsidio;

/** Whether revision E holds on a day of issue. */
export const vigenteRevisionE = (fecha: string): boolean => fecha >= '2026-01-01';
