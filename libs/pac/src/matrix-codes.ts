/** Codes of the tax authority's matrices: documents (CFDI40119, Reten20101) and complements (CRP20101, NOM101). */
const OF_SAT = /^[A-Z]{2,10}\d{3,8}$/i;

/** Checks that every provider makes itself, numbered alike by all of them. */
const OF_PAC = /^(?:30[1-689]|40[1-3])$/;

/** Whose rule a code of a refused document is; undefined for one that is not known to be of a document. */
export function ruleOf(code: string): 'sat' | 'pac' | undefined {
  if (OF_PAC.test(code)) return 'pac';
  return OF_SAT.test(code) ? 'sat' : undefined;
}
