import type { Result } from '#kernel';
import type { Standard } from '../schemas/schema.js';
import type { ComprobanteInput } from '../input.js';
import type { XmlNode } from '../parsed.js';

/** A complement that was built: its element, with the input's paths noted (conRuta), and its standard. */
export interface BuiltComplemento {
  readonly standard: Standard;
  readonly node: XmlNode;
}

/**
 * Builds a complement's element. It sees to forms, lengths and amounts of its own, and refuses with paths below
 * `path`; the rules of its error matrix are run over the whole document afterwards.
 */
export type BuildComplemento<D> = (
  data: D,
  comprobante: ComprobanteInput,
  path: string,
) => Result<BuiltComplemento>;
