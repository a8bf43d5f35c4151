import { isAbsent, withChanges } from './json.js';
import { isObject, type JsonObject } from '../../json-object.js';

/**
 * The API's JSON as the table of the standard takes it: booleans for Sí and No, the forms in which the regimes may
 * come, lists of what may come once, and empty groups, which count as none. Anything of another shape stays as
 * it is, for the table to refuse at its path.
 */
export function prepare(data: JsonObject): JsonObject {
  return withChanges(data, {
    ...toSiNo(data, 'TranspInternac', 'No'),
    ...toSiNo(data, 'RegistroISTMO'),
    RegimenesAduaneros: toRegimenes(data['RegimenesAduaneros']),
    Mercancias: mercancias(data['Mercancias']),
    FiguraTransporte: groupOf(data['FiguraTransporte']),
  });
}

/** A boolean in the standard's words; `notChecked` is absent where only Sí may be written. */
const toSiNo = (object: JsonObject, name: string, notChecked?: string): JsonObject =>
  typeof object[name] === 'boolean' ? { [name]: object[name] ? 'Sí' : notChecked } : {};

/** A group of nothing is no group. */
const groupOf = (datum: unknown): unknown =>
  isAbsent(datum) || (Array.isArray(datum) && datum.length === 0) ? undefined : datum;

/** { RegimenAduaneroCCP: [...] }, a list of { RegimenAduanero }, or a list of keys. */
function toRegimenes(datum: unknown): unknown {
  if (Array.isArray(datum)) return groupOf(datum.map(regimen));
  if (!isObject(datum)) return groupOf(datum);
  if ('RegimenAduanero' in datum) return [datum];
  const inside = datum['RegimenAduaneroCCP'];
  if (Array.isArray(inside))
    return inside.length === 0 ? undefined : withChanges(datum, { RegimenAduaneroCCP: inside.map(regimen) });
  return typeof inside === 'string' ? withChanges(datum, { RegimenAduaneroCCP: [regimen(inside)] }) : datum;
}

const regimen = (datum: unknown): unknown => (typeof datum === 'string' ? { RegimenAduanero: datum } : datum);

function mercancias(datum: unknown): unknown {
  if (!isObject(datum)) return groupOf(datum);
  const { Mercancia, Autotransporte, TransporteMaritimo } = datum;
  return withChanges(datum, {
    ...toSiNo(datum, 'LogisticaInversaRecoleccionDevolucion'),
    Mercancia: Array.isArray(Mercancia) ? Mercancia.map(mercanciaOf) : mercanciaOf(Mercancia),
    Autotransporte: isObject(Autotransporte)
      ? withChanges(Autotransporte, { Remolques: groupOf(Autotransporte['Remolques']) })
      : Autotransporte,
    TransporteMaritimo: isObject(TransporteMaritimo) ? maritimo(TransporteMaritimo) : TransporteMaritimo,
  });
}

function mercanciaOf(datum: unknown): unknown {
  if (!isObject(datum)) return datum;
  const detail = datum['DetalleMercancia'];
  return withChanges(datum, {
    ...toSiNo(datum, 'MaterialPeligroso', 'No'),
    // The API has a list here, the standard one element.
    DetalleMercancia:
      Array.isArray(detail) && detail.length < 2 ? (detail[0] as unknown) : (detail ?? undefined),
  });
}

function maritimo(datum: JsonObject): JsonObject {
  const contenedores = datum['Contenedor'];
  const ungroup = (one: unknown): unknown =>
    isObject(one) ? withChanges(one, { RemolquesCCP: groupOf(one['RemolquesCCP']) }) : one;
  return withChanges(datum, {
    Contenedor: Array.isArray(contenedores) ? contenedores.map(ungroup) : ungroup(contenedores),
  });
}
