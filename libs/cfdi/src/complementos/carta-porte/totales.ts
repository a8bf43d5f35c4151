import { formatDecimal, roundMicros } from '#kernel';
import { isAbsent, withChanges, toObjects, sumOf } from './json.js';
import { isObject, type JsonObject } from '../../json-object.js';

/**
 * The totals that the caller may leave out, as the standard defines them: TotalDistRec (by road and by rail),
 * NumTotalMercancias, PesoBrutoTotal and PesoNetoTotal. Where a number to sum is missing or wrong nothing is added.
 */
export function fillTotales(data: JsonObject): JsonObject {
  const { Mercancias: mercancias, TotalDistRec: distance } = data;
  if (!isObject(mercancias)) return data;
  const overland = ['Autotransporte', 'TransporteFerroviario'].some((node) => !isAbsent(mercancias[node]));
  const bienes = toObjects(mercancias['Mercancia']);
  return withChanges(data, {
    ...(isAbsent(distance) && overland && { TotalDistRec: sumDistances(data['Ubicaciones']) }),
    Mercancias: withChanges(mercancias, {
      ...fillMissing(mercancias, 'NumTotalMercancias', () =>
        bienes.length > 0 ? String(bienes.length) : undefined,
      ),
      ...fillMissing(mercancias, 'PesoBrutoTotal', () => sumGrossWeight(mercancias, bienes)),
      ...fillMissing(mercancias, 'PesoNetoTotal', () => sumOfDetails(mercancias, bienes, 'PesoNeto')),
    }),
  });
}

const fillMissing = (object: JsonObject, name: string, valueOf: () => string | undefined): JsonObject =>
  isAbsent(object[name]) ? { [name]: valueOf() } : {};

const text = (total: bigint | undefined): string | undefined =>
  total === undefined || total <= 0n ? undefined : formatDecimal(total);

/** Weights have three decimals; more of them are refused where they were given, not in the sum as well. */
const formatPeso = (total: bigint | undefined): string | undefined =>
  text(total === undefined ? undefined : roundMicros(total, 3));

const sumDistances = (ubicaciones: unknown): string | undefined =>
  text(
    sumOf(
      toObjects(ubicaciones, 'Ubicacion').filter(({ TipoUbicacion }) => TipoUbicacion === 'Destino'),
      'DistanciaRecorrida',
    ),
  );

/** What goods weigh in the unit of the totals: by their details, else by their kilograms. */
const sumGrossWeight = (mercancias: JsonObject, bienes: readonly JsonObject[]): string | undefined =>
  sumOfDetails(mercancias, bienes, 'PesoBruto') ??
  (mercancias['UnidadPeso'] === 'KGM' ? formatPeso(sumOf(bienes, 'PesoEnKg')) : undefined);

/** A sum over DetalleMercancia, where all goods have one and all are in the unit of the totals. */
function sumOfDetails(
  mercancias: JsonObject,
  bienes: readonly JsonObject[],
  field: 'PesoBruto' | 'PesoNeto',
): string | undefined {
  const details = bienes.map(({ DetalleMercancia }) => toObjects(DetalleMercancia)[0]);
  const known = details.filter((one) => one !== undefined);
  // Net weight is the sum of the given ones; gross weight includes everything that is carried.
  const missing = field === 'PesoBruto' ? known.length < bienes.length : known.length === 0;
  if (missing || known.some((one) => one['UnidadPesoMerc'] !== mercancias['UnidadPeso'])) return undefined;
  return formatPeso(sumOf(known, field));
}
