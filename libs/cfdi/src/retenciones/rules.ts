import type { XmlNode } from '../parsed.js';
import { applyRules, type RuleContext, type Violation } from '../rules/rule.js';
import { complementosOf } from './structure.js';
import { fecha, childOf, childrenOf } from './nodes.js';
import { checkCatalogues, sobrePagosAExtranjeros } from './complementos-rules.js';
import { ofRoot, ofReceptor } from './document-rules.js';
import { onPlanesDeRetiro } from './planes-rules.js';
import { onPlataformas } from './plataformas-rules.js';
import { ofEachImpuesto, ofPeriodo, ofTotales } from './totales-rules.js';

/**
 * Rules of Retenciones 2.0: the error matrix as far as its texts are known (Reten20104 to Reten20133), and what its
 * catalogues and its schema's notes say between fields, by codes of ours. They read the document's element, built or
 * read, whose structure holds, and the list of taxpayers where it is at hand.
 */

const ofEachComplemento = [...sobrePagosAExtranjeros, ...onPlanesDeRetiro];

/**
 * Every rule that a document of retentions breaks, in its order; it stops at `limit`.
 * @param raiz retenciones:Retenciones; its structure holds already
 */
export function checkRetencion(
  root: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit = Infinity,
): void {
  const childNamed = (name: string): XmlNode => childOf(root, name) as XmlNode;
  const totales = childNamed('Totales');
  const end =
    applyRules(ofRoot, root, context, violations, limit) ||
    applyRules(ofReceptor, childNamed('Receptor'), context, violations, limit) ||
    applyRules(ofPeriodo, childNamed('Periodo'), context, violations, limit) ||
    applyRules(ofTotales, totales, context, violations, limit) ||
    childrenOf(totales, 'ImpRetenidos').some((row) =>
      applyRules(ofEachImpuesto, row, context, violations, limit),
    );
  if (end || applyRules(onPlataformas, root, context, violations, limit)) return;
  for (const node of complementosOf(root)) {
    if (applyRules(ofEachComplemento, node, context, violations, limit)) return;
    if (checkCatalogues(node, fecha(context), violations, limit)) return;
  }
}
