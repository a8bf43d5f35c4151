import { field, ok, refuseFields } from '#kernel';
import { nodoDesde } from '../../formas/datos.js';
import { cartaPorte31 } from '../../formas/estandares/complementos/carta-porte-31.js';
import type { Constructor } from '../complemento.js';
import { esObjeto } from '../../objeto.js';
import { preparar } from './preparar.js';
import { conTotales } from './totales.js';

/** A refusal is an answer, not a log. */
const MAX_DETALLES = 100;

/**
 * Builds Carta Porte 3.1 from JSON in the tax authority's spelling. Groups may be their list (Ubicaciones: [...],
 * FiguraTransporte: [...]), Sí and No may be booleans, and Version, NumTotalMercancias, TotalDistRec (by road and by
 * rail), PesoBrutoTotal and PesoNetoTotal are computed where they are absent. Refuses (invalid_request) with the path
 * of each field that CartaPorte31.xsd would not take; never throws, whatever it is given.
 */
export const construirCartaPorte: Constructor<unknown> = (datos, _comprobante, ruta) => {
  if (!esObjeto(datos))
    return refuseFields([field(ruta, 'invalid_type', { params: { expected: 'object' } })]);
  const { nodo, detalles } = nodoDesde(cartaPorte31, conTotales(preparar(datos)), ruta);
  return detalles.length > 0
    ? refuseFields(detalles.slice(0, MAX_DETALLES))
    : ok({ estandar: cartaPorte31, nodo });
};
