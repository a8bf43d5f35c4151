import { field, ok, refuseFields } from '#kernel';
import { readNodeFromData } from '../../schemas/data.js';
import { cartaPorte31 } from '../../schemas/standards/complementos/carta-porte-31.js';
import type { BuildComplemento } from '../complemento.js';
import { isObject } from '../../json-object.js';
import { prepare } from './prepare.js';
import { fillTotales } from './totales.js';

/** A refusal is an answer, not a log. */
const MAX_DETAILS = 100;

/**
 * Builds Carta Porte 3.1 from JSON in the tax authority's spelling. Groups may be their list (Ubicaciones: [...],
 * FiguraTransporte: [...]), Sí and No may be booleans, and Version, NumTotalMercancias, TotalDistRec (by road and by
 * rail), PesoBrutoTotal and PesoNetoTotal are computed where they are absent. Refuses (invalid_request) with the path
 * of each field that CartaPorte31.xsd would not take; never throws, for any input.
 */
export const buildCartaPorte: BuildComplemento<unknown> = (data, _comprobante, path) => {
  if (!isObject(data)) return refuseFields([field(path, 'invalid_type', { params: { expected: 'object' } })]);
  const { node, details } = readNodeFromData(cartaPorte31, fillTotales(prepare(data)), path);
  return details.length > 0
    ? refuseFields(details.slice(0, MAX_DETAILS))
    : ok({ standard: cartaPorte31, node });
};
