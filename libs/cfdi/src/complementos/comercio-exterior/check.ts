import type { XmlNode } from '../../parsed.js';
import { applyRules, type RuleContext, type Violation } from '../../rules/rule.js';
import { documentRules } from './document-rules.js';
import { domicilioRules } from './domicilios-rules.js';
import { aduanaDataRule, conceptoRules, mercanciaRules } from './mercancias-rules.js';
import { partesRules } from './parties-rules.js';
import { valoresRules, valorMercanciaRules } from './valores-rules.js';
import { exportacionOf, childrenOf } from './subject.js';

const ofAll = [...documentRules, ...partesRules, aduanaDataRule, ...valoresRules];
const ofMercancia = [...mercanciaRules, ...valorMercanciaRules];
const PARTES = ['Emisor', 'Receptor', 'Destinatario'] as const;

/** Codes of every rule, for the list of where each is checked. */
export const ruleCodes: readonly string[] = [
  ...ofAll,
  ...PARTES.flatMap((parte) => domicilioRules[parte]),
  ...ofMercancia,
  ...conceptoRules,
].map(({ code }) => code);

/**
 * Runs the rules of Comercio Exterior 2.0 over cce20:ComercioExterior of a document whose structure holds, until
 * `limit` is reached. That Exportacion 02 needs the complement, and what the receiver and the pedimentos of lines
 * have to be with it, are rules of the CFDI (CFDI40122, 153, 155, 195, 200) and not asked again.
 */
export function checkComercioExterior(
  node: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit = Infinity,
): void {
  const exportacion = exportacionOf(node, context);
  if (applyRules(ofAll, exportacion, exportacion, violations, limit)) return;
  for (const parte of PARTES)
    for (const one of childrenOf(node, parte))
      for (const domicilio of childrenOf(one, 'Domicilio'))
        if (applyRules(domicilioRules[parte], domicilio, exportacion, violations, limit)) return;
  for (const mercancia of exportacion.mercancias)
    if (applyRules(ofMercancia, mercancia, exportacion, violations, limit)) return;
  for (const concepto of exportacion.conceptos)
    if (applyRules(conceptoRules, concepto, exportacion, violations, limit)) return;
}
