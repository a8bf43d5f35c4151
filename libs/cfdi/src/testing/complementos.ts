import fc from 'fast-check';
import type { Complemento } from '../comprobante.js';
import { complementoDe } from '../formas/escribir.js';
import { estandaresDe, type Destino } from '../formas/estandares/index.js';
import { elementoArbitrario, type Extension } from './formas-arbitrarias.js';

/** A complement of a standard with everything in it, or as little as it may have; the same one each time. */
export function complementoDePrueba(
  prefijo: string,
  destino: Destino,
  extension: Extension = 'mayor',
): Complemento {
  const estandar = estandaresDe(destino).find((uno) => uno.prefijo === prefijo);
  const [nodo] = estandar
    ? fc.sample(elementoArbitrario(estandar.raiz, estandar, extension), { numRuns: 1, seed: 5 })
    : [];
  if (!estandar || !nodo) throw new Error(prefijo);
  return complementoDe(estandar, nodo);
}
