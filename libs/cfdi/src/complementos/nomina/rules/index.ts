import type { XmlNode } from '../../../parsed.js';
import {
  applyRules,
  placeOf,
  rule,
  type RuleContext,
  type Violation,
  type Rule,
} from '../../../rules/rule.js';
import { deduccionRules, deduccionesRules, incapacidadRules } from './deducciones.js';
import { readNode, type ReadNomina } from './read-nomina.js';
import { nominaRules } from './nomina.js';
import { otroPagoRules, otrosPagosRules } from './otros-pagos.js';
import { percepcionRules, percepcionesRules } from './percepciones.js';
import { receptorRules } from './receptor.js';
import { curpRules, envelopeRules } from './envelope.js';

const lugarRules: readonly Rule<ReadNomina, ReadNomina>[] = [
  rule(
    'NOM30',
    'El complemento de nómina va en cfdi:Complemento, no en el de un concepto.',
    'The payroll complement goes in cfdi:Complemento, not in that of a line.',
    ({ nomina, nominas }) => !nominas.includes(nomina) && placeOf(nomina),
  ),
];

/** Of a payroll as a whole. */
const nominaComprobante = [
  ...[...curpRules, ...nominaRules, ...receptorRules],
  ...[...percepcionesRules, ...deduccionesRules, ...otrosPagosRules],
];

/** Of the elements of its lists. */
const ofElements: readonly {
  readonly list: (read: ReadNomina) => readonly XmlNode[];
  readonly rules: readonly Rule<XmlNode, ReadNomina>[];
}[] = [
  { list: ({ lists }) => lists.percepciones, rules: percepcionRules },
  { list: ({ lists }) => lists.deducciones, rules: deduccionRules },
  { list: ({ lists }) => lists.otrosPagos, rules: otroPagoRules },
  { list: ({ lists }) => lists.incapacidades, rules: incapacidadRules },
];

/** Every rule of the complement, for the list of its codes. */
export const allNominaRules: readonly { readonly code: string }[] = [
  ...[...lugarRules, ...envelopeRules, ...nominaComprobante],
  ...ofElements.flatMap(({ rules }) => rules),
];

/**
 * Runs the error matrix of Nómina 1.2 over an element nomina12:Nomina and the comprobante around it
 * (`contexto.raiz`), and notes every rule that is broken; it stops at `limit`. The catalogues and the edition of the
 * matrix (C, or E since 2026) are those of the day of issue. Where a document has several payrolls, the rules of the
 * comprobante (NOM1 to NOM29) are asked with the first one, over the sum of all.
 */
export function checkNomina(
  node: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit = Infinity,
): void {
  const read = readNode(node, context);
  const before = violations.length;
  if (applyRules(lugarRules, read, read, violations, limit) || violations.length > before) return;
  if (read.nominas[0] === node && applyRules(envelopeRules, read, read, violations, limit)) return;
  if (applyRules(nominaComprobante, read, read, violations, limit)) return;
  for (const { list, rules } of ofElements)
    for (const element of list(read)) if (applyRules(rules, element, read, violations, limit)) return;
}
