import { TooBig, type Arith } from '../../amounts/arith.js';
import { bigints } from '../../amounts/bigints.js';
import { doubles } from '../../amounts/doubles.js';
import type { XmlNode } from '../../parsed.js';
import { applyRules, type RuleContext, type Violation } from '../rule.js';
import { conceptoRules } from './concepto.js';
import { toContext40, type Rule40 } from './context.js';
import { readParte, parteRules, pedimentoRules, partePedimentoRules, terceroRules } from './detail.js';
import { readDocument } from './document.js';
import { headerRules } from './header.js';
import { globalRules } from './global.js';
import { retencionRules, trasladoRules } from './impuestos.js';
import { impuestosOf, conceptoReader, type Concepto } from './lines.js';
import type { Amount } from './figures.js';
import { partesRules } from './parties.js';
import { addConcepto, totalize, type Sums, type Totales } from './sums.js';
import { retencionRowRules, trasladoRowRules, summaryRules, totalesRules } from './totales.js';
import { childOf } from './values.js';

/** Every code that some rule of the CFDI answers with. */
export const ruleCodes40: ReadonlySet<string> = new Set(
  [
    ...[headerRules, globalRules, partesRules, conceptoRules, trasladoRules, retencionRules],
    ...[terceroRules, pedimentoRules, parteRules, partePedimentoRules, totalesRules, summaryRules],
    ...[retencionRowRules, trasladoRowRules],
  ].flatMap((rules: readonly { readonly code: string }[]) => rules.map(({ code }) => code)),
);

/**
 * Checks a CFDI 4.0 whose structure is right against the error matrix (CFDI40101 to CFDI40221): notes every rule that
 * it breaks, head first, then each line with its taxes, then the totals; it stops when `violations` has `limit`. What
 * needs the large catalogues or the register of taxpayers is judged only where `context` has them.
 */
export function checkCfdi40(
  root: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit = Infinity,
): void {
  const before = violations.length;
  try {
    check(root, context, violations, limit, doubles);
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    violations.length = before;
    check(root, context, violations, limit, bigints);
  }
}

function check<T extends Amount>(
  root: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit: number,
  m: Arith<T>,
): void {
  const doc = readDocument(root, m);
  const c = toContext40(context, doc);
  const fillsUp = <S>(rules: readonly Rule40<S>[], subjects: readonly S[]): boolean => {
    for (const subject of subjects) if (applyRules(rules, subject, c, violations, limit)) return true;
    return false;
  };
  if (fillsUp(headerRules, [doc]) || fillsUp(globalRules, [doc]) || fillsUp(partesRules, [doc])) return;
  const traslados = impuestosOf(m, false, doc.fecha);
  const retenciones = impuestosOf(m, true, doc.fecha);
  const readNode = conceptoReader(m, doc.fecha, traslados, retenciones);
  const sums: Sums<T> = { importes: m.zero, descuentos: m.zero, withDescuento: false };
  for (const node of childOf(root, 'Conceptos')?.children ?? []) {
    const concepto = readNode(node);
    addConcepto(sums, concepto, m);
    if (
      applyRules(conceptoRules, concepto, c, violations, limit) ||
      fillsUp(trasladoRules, concepto.traslados) ||
      fillsUp(retencionRules, concepto.retenciones) ||
      checkDetail(concepto, fillsUp, m)
    )
      return;
  }
  const totales: Totales = totalize(doc, sums, traslados, retenciones, m);
  if (fillsUp(totalesRules, [totales]) || fillsUp(summaryRules, [totales])) return;
  if (fillsUp(retencionRowRules, totales.retenciones)) return;
  fillsUp(trasladoRowRules, totales.traslados);
}

type ApplyAll = <S>(rules: readonly Rule40<S>[], subjects: readonly S[]) => boolean;

/** What few lines have. */
function checkDetail<T extends Amount>(
  { tercero, pedimentos, partes }: Concepto,
  fillsUp: ApplyAll,
  m: Arith<T>,
): boolean {
  if (tercero !== undefined && fillsUp(terceroRules, [tercero])) return true;
  if (fillsUp(pedimentoRules, pedimentos)) return true;
  for (const parte of partes) {
    if (fillsUp(parteRules, [readParte(parte, m)])) return true;
    if (fillsUp(partePedimentoRules, parte.children)) return true;
  }
  return false;
}
