import fc from 'fast-check';
import type { Complemento } from '../comprobante.js';
import { toComplemento } from '../schemas/write.js';
import { standardsFor, type Destination } from '../schemas/standards/index.js';
import { arbitraryElement, type Extension } from './arbitrary-nodes.js';

/** A complement of a standard with everything in it, or as little as it may have; the same one each time. */
export function testComplemento(
  prefix: string,
  destination: Destination,
  extension: Extension = 'largest',
): Complemento {
  const standard = standardsFor(destination).find((one) => one.prefix === prefix);
  const [node] = standard
    ? fc.sample(arbitraryElement(standard.root, standard, extension), { numRuns: 1, seed: 5 })
    : [];
  if (!standard || !node) throw new Error(prefix);
  return toComplemento(standard, node);
}
