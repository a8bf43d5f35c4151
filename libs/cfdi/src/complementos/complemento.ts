import type { Result } from '#kernel';
import type { Estandar } from '../formas/forma.js';
import type { ComprobanteInput } from '../input.js';
import type { Nodo } from '../parsed.js';

/** A complement that was built: its element, with the input's paths noted (conRuta), and its standard. */
export interface Construido {
  readonly estandar: Estandar;
  readonly nodo: Nodo;
}

/**
 * Builds a complement's element. It sees to forms, lengths and amounts of its own, and refuses with paths below
 * `ruta`; the rules of its error matrix are run over the whole document afterwards.
 */
export type Constructor<D> = (datos: D, comprobante: ComprobanteInput, ruta: string) => Result<Construido>;
