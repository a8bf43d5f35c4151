/** Injection token of the SatLists. */
export const SAT_LISTS = Symbol('timbra lists of the SAT');
