import type { Obligations } from '../lists/port.js';

/**
 * The sandbox's LCO: test taxpayers of the tax authority whose obligations are not those of everybody, so that each refusal can be
 * tried with their CSD. Every other issuer may use all rates.
 */
export const SANDBOX_OBLIGATIONS: ReadonlyMap<string, Obligations> = new Map([
  ['ICV060329BY0', 0],
  ['JES900109Q90', 1],
  ['IXS7607092R5', 2],
  ['KIJ0906199R1', 3],
]);

const ALL_RATES = 4;

/** The obligations of an issuer in Test. */
export const sandboxObligations = (rfc: string): Obligations => SANDBOX_OBLIGATIONS.get(rfc) ?? ALL_RATES;
