import { findStandard } from '../schemas/standards/index.js';
import { retenciones20 } from '../schemas/standards/cfdi/retenciones-20.js';
import { findDefects, type Defect } from '../schemas/check.js';
import { isTimbre } from '../reading/comprobante.js';
import type { XmlNode } from '../parsed.js';

const SELLO = new Set(['Sello', 'NoCertificado', 'Certificado']);

/**
 * What is wrong with the structure of retenciones:Retenciones: its own table, and that of each complement. The three
 * attributes of the seal are not looked at: a document that is not sealed yet has them empty.
 */
export function findRetencionDefects(root: XmlNode, limit = Infinity): Defect[] {
  const own = findDefects(retenciones20.root, root, limit).filter(
    ({ node, attribute }) => node !== root || attribute === undefined || !SELLO.has(attribute),
  );
  return [...own, ...complementosOf(root).flatMap((node) => defectsOfComplemento(node, limit))].slice(
    0,
    limit,
  );
}

function defectsOfComplemento(node: XmlNode, limit: number): Defect[] {
  const standard = findStandard(node, 'retenciones');
  return standard ? findDefects(standard.root, node, limit) : [{ kind: 'superfluous', node }];
}

/** The elements inside of retenciones:Complemento, the stamp not among them. */
export const complementosOf = (root: XmlNode): readonly XmlNode[] =>
  root.children
    .filter(({ name, namespace }) => name === 'Complemento' && namespace === root.namespace)
    .flatMap(({ children }) => children)
    .filter((node) => !isTimbre(node));
