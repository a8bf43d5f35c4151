import { cfdi40 } from '../../schemas/standards/cfdi/cfdi-40.js';
import { timbre11 } from '../../schemas/standards/cfdi/timbre-fiscal-digital.js';
import { findStandard, type Destination } from '../../schemas/standards/index.js';
import { findDefects, type Defect } from '../../schemas/check.js';
import type { XmlNode } from '../../parsed.js';
import { childOf } from './values.js';

/**
 * What a document's structure breaks: that of CFDI 4.0, of its stamp, and of the complements of a standard known here,
 * as validation against the schemas would find it. What is in an Addenda is nobody's, and an element of no known
 * standard is not judged: its cadena original refuses it.
 */
export function findCfdi40Defects(root: XmlNode, limit = Infinity): readonly Defect[] {
  if (root.name !== cfdi40.root.name || root.namespace !== cfdi40.namespace)
    return [{ kind: 'superfluous', node: root }];
  const defects = findDefects(cfdi40.root, root, limit);
  const isInside = (open: XmlNode | undefined, destination: Destination): void => {
    for (const node of open?.children ?? []) {
      if (defects.length >= limit) return;
      const isTimbre = destination === 'comprobante' && node.namespace === timbre11.namespace;
      const standard = isTimbre ? timbre11 : findStandard(node, destination);
      if (standard) defects.push(...findDefects(standard.root, node, limit - defects.length));
    }
  };
  for (const concepto of childOf(root, 'Conceptos')?.children ?? [])
    if (concepto.children.length > 0) isInside(childOf(concepto, 'ComplementoConcepto'), 'concepto');
  isInside(childOf(root, 'Complemento'), 'comprobante');
  return defects;
}
