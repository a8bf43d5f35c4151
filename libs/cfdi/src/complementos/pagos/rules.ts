import { decimal } from '#kernel';
import { applyRules, placeOf, rule, type RuleContext, type Violation, type Rule } from '../../rules/rule.js';
import type { XmlNode } from '../../parsed.js';
import { valueOf } from './written.js';
import { documentRules, type PagosContext } from './document-rules.js';
import { retencionRulesDR, trasladoRulesDR } from './impuestos-dr-rules.js';
import { retencionRulesP, trasladoRulesP } from './impuestos-p-rules.js';
import { pagoRules } from './pago-rules.js';
import { conceptosOf, conceptoRules, envelopeRules } from './envelope-rules.js';
import { centavosOf, TOTALES } from './totales.js';
import { pagosViewOf, type PagosView } from './view.js';

/** Of pago20:Totales (CRP20201 to CRP20211): each is what the payments have, in MXN, rounded after the sum. */
const totalesRules: readonly Rule<PagosView, unknown>[] = TOTALES.map((total) =>
  rule(
    total.code,
    `${total.attribute} no es el redondeo de lo que suman los pagos en MXN.`,
    `${total.attribute} is not the rounded sum of the payments in MXN.`,
    ({ totales, pagos }) => {
      const written = valueOf(totales, total.attribute);
      if (written === undefined) return false;
      const centavos = centavosOf(total, pagos) ?? 0n;
      return decimal(written) !== centavos * 10_000n && placeOf(totales, total.attribute);
    },
  ),
);

/** Every code that a rule here answers with. */
export const ruleCodes: ReadonlySet<string> = new Set(
  [
    ...[envelopeRules, conceptoRules, totalesRules, pagoRules, documentRules],
    ...[retencionRulesDR, trasladoRulesDR, retencionRulesP, trasladoRulesP],
  ].flatMap((rules) => rules.map(({ code }) => code)),
);

/**
 * Notes every rule of the error matrix of Pagos 2.0 (revision B) that a document with a pago20:Pagos breaks, in the
 * document and in the element; it stops at `limit`. The structure of both holds already.
 */
export function checkPagos(
  node: XmlNode,
  { root }: RuleContext,
  violations: Violation[],
  limit = Infinity,
): void {
  if (applyRules(envelopeRules, root, {}, violations, limit)) return;
  const conceptos = conceptosOf(root);
  if (
    conceptos[0] &&
    conceptos.length === 1 &&
    applyRules(conceptoRules, conceptos[0], {}, violations, limit)
  )
    return;
  const fecha = root.attributes['Fecha'];
  checkComplemento(node, fecha === undefined ? {} : { fecha }, violations, limit);
}

/** The same of the element alone (CRP20201 on). */
export function checkComplemento(
  node: XmlNode,
  context: PagosContext,
  violations: Violation[],
  limit = Infinity,
): void {
  const view = pagosViewOf(node);
  const fillsUp = <T>(rules: readonly Rule<T, PagosContext>[], subject: T): boolean =>
    applyRules(rules, subject, context, violations, limit);
  if (fillsUp(totalesRules, view)) return;
  for (const pago of view.pagos) {
    if (fillsUp(pagoRules, pago)) return;
    for (const document of pago.documentos) {
      if (fillsUp(documentRules, document)) return;
      for (const row of document.rows)
        if (fillsUp(row.retencion ? retencionRulesDR : trasladoRulesDR, row)) return;
    }
    for (const group of pago.retenidoGroups) if (fillsUp(retencionRulesP, group)) return;
    for (const group of pago.trasladoGroups) if (fillsUp(trasladoRulesP, group)) return;
  }
}
