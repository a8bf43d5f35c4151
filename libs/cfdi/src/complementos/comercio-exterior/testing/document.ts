import type { Comprobante } from '../../../comprobante.js';
import { comprobanteToNode } from '../../../document/node.js';
import { comprobanteXml } from '../../../document/xml.js';
import type { ComprobanteInput } from '../../../input.js';
import { parseComprobante } from '../../../reading/comprobante.js';
import type { XmlNode } from '../../../parsed.js';
import type { Violation } from '../../../rules/rule.js';
import { buildDocument } from '../../../testing/build.js';
import { buildComercioExterior } from '../build.js';
import { checkComercioExterior } from '../check.js';
import { LARGE } from './large.js';

/** Builds a document with its complement, or fails the test with the refusal. */
export function documentOf(input: ComprobanteInput): {
  comprobante: Comprobante;
  root: XmlNode;
  cce: XmlNode;
} {
  const comprobante = buildDocument(input);
  const [complemento] = input.complementos ?? [];
  if (complemento?.tipo !== 'comercioExterior') throw new Error('it has no Comercio Exterior');
  const made = buildComercioExterior(complemento.datos, input, 'complementos[0].datos');
  if (!made.ok) throw new Error(JSON.stringify(made.refusal.details));
  const root = comprobanteToNode(comprobante, { ofComprobante: [made.value], ofConceptos: new Map() });
  return { comprobante, root, cce: made.value.node };
}

export const toXml = (input: ComprobanteInput): string =>
  comprobanteXml(documentOf(input).comprobante, {
    ...{ noCertificado: '0'.repeat(20), certificado: 'QUJD', sello: 'QUJD' },
  });

/** The rules that a document breaks, with the large catalogues of the test or without any. */
export function violationsOf(root: XmlNode, cce: XmlNode, withLarge = true): Violation[] {
  const violations: Violation[] = [];
  checkComercioExterior(cce, { root, ...(withLarge && { large: LARGE }) }, violations);
  return violations;
}

/** The codes of the rules that an XML breaks. */
export function codesOf(xml: string, withLarge = true): string[] {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal.details));
  const { complementos, root } = parsed.value;
  const cce = complementos.at(-1);
  if (!cce) throw new Error('it has no complement');
  return violationsOf(root, cce, withLarge).map(({ code }) => code);
}
