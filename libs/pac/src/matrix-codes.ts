/**
 * Families of codes of the tax authority's matrices: of documents (CFDI40119, Reten20101) and of their complements (CRP20101,
 * NOM101, CP144). Closed: others that look like them (HTTP503, ORA00942) are of a program, and may have come after the stamp.
 */
const OF_SAT =
  /^(?:CFDI|RETEN|CRP|NOM|CP|CCE|PDR|HCV|HYP|INE|IEDU|DON|CV|LIQ|SPEI|TUR|VEH|OIE|CRH|CCHYP)\d{3,8}$/i;

/** Checks that every provider makes itself, numbered alike by all of them. */
const OF_PAC = /^(?:30[1-689]|40[1-3])$/;

/** Whose rule a code of a refused document is; undefined for one that is not known to be of a document: nothing is certain. */
export function ruleOf(code: string): 'sat' | 'pac' | undefined {
  if (OF_PAC.test(code)) return 'pac';
  return OF_SAT.test(code) ? 'sat' : undefined;
}
