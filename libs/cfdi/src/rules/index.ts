import { checkCartaPorte } from '../complementos/carta-porte/rules/index.js';
import { checkComercioExterior } from '../complementos/comercio-exterior/check.js';
import { checkComplementoConcepto } from '../complementos/conceptos/rules.js';
import { checkNomina } from '../complementos/nomina/rules/index.js';
import { checkPagos } from '../complementos/pagos/rules.js';
import type { XmlNode } from '../parsed.js';
import { checkCfdi40 } from './cfdi40/index.js';
import type { RuleContext, Violation } from './rule.js';

export { containsNode, violationToDetail, type RuleContext, type Violation } from './rule.js';

type Checker = (node: XmlNode, context: RuleContext, violations: Violation[], limit?: number) => void;

/** The error matrix of each complement, by its namespace. */
const checkers: Readonly<Record<string, Checker>> = {
  'http://www.sat.gob.mx/Pagos20': checkPagos,
  'http://www.sat.gob.mx/nomina12': checkNomina,
  'http://www.sat.gob.mx/CartaPorte31': checkCartaPorte,
  'http://www.sat.gob.mx/ComercioExterior20': checkComercioExterior,
};

/** What rules may know beside the document: see {@link RuleContext}. */
export type KnownContext = Omit<RuleContext, 'root'>;

/**
 * Every rule that a cfdi:Comprobante breaks: of the CFDI 4.0 matrix first, then of its complements and of those of its
 * lines, in the document's order; at most `limit`. Its structure must hold already (defectosDe).
 */
export function check(root: XmlNode, known: KnownContext = {}, limit = Infinity): readonly Violation[] {
  const violations: Violation[] = [];
  checkCfdi40(root, { ...known, root }, violations, limit);
  return violations.length >= limit
    ? violations
    : [...violations, ...checkComplementos(root, known, limit - violations.length)];
}

/** The same of the complements alone. */
export function checkComplementos(
  root: XmlNode,
  known: KnownContext = {},
  limit = Infinity,
): readonly Violation[] {
  const context: RuleContext = { ...known, root };
  const violations: Violation[] = [];
  for (const { name, children } of root.children) {
    if (name === 'Conceptos')
      for (const concepto of children) {
        if (concepto.children.length > 0) checkConceptoComplementos(concepto, context, violations, limit);
        if (violations.length >= limit) return violations;
      }
    if (name !== 'Complemento') continue;
    for (const complemento of children) {
      checkers[complemento.namespace]?.(complemento, context, violations, limit);
      if (violations.length >= limit) return violations;
    }
  }
  return violations;
}

function checkConceptoComplementos(
  concepto: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit: number,
): void {
  for (const { name, children } of concepto.children)
    if (name === 'ComplementoConcepto')
      for (const complemento of children) {
        checkComplementoConcepto(complemento, concepto, context, violations, limit);
        // A complement of the whole document that stands in a line: its own matrix says so (NOM30).
        checkers[complemento.namespace]?.(complemento, context, violations, limit);
      }
}
