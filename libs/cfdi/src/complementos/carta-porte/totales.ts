import { formatDecimal, roundMicros } from '#kernel';
import { isAbsent, withChanges, toObjects, sumOf } from './json.js';
import { isObject, type JsonObject } from '../../json-object.js';

/**
 * The totals that the caller may leave out, as the matrix defines them: TotalDistRec (by road and by rail, CP126),
 * NumTotalMercancias, PesoBrutoTotal (of the kilograms, by sea of the details: CP149, CP150) and PesoNetoTotal (by sea
 * of the details, by rail of the cars: CP151, CP152). Where a number to sum is missing or wrong nothing is added.
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
      ...fillMissing(mercancias, 'PesoNetoTotal', () => sumNetWeight(mercancias, bienes)),
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

const isBySea = ({ TransporteMaritimo }: JsonObject): boolean => !isAbsent(TransporteMaritimo);

/** What goods weigh: by sea as their details say, else their kilograms, which are no total in another unit. */
function sumGrossWeight(mercancias: JsonObject, bienes: readonly JsonObject[]): string | undefined {
  if (isBySea(mercancias)) return sumOfDetails(mercancias, bienes, 'PesoBruto');
  return mercancias['UnidadPeso'] === 'KGM' ? formatPeso(sumOf(bienes, 'PesoEnKg')) : undefined;
}

/** What goods weigh without their packages: there is such a total by sea and by rail only. */
function sumNetWeight(mercancias: JsonObject, bienes: readonly JsonObject[]): string | undefined {
  if (isBySea(mercancias)) return sumOfDetails(mercancias, bienes, 'PesoNeto');
  const { TransporteFerroviario: rail } = mercancias;
  return isObject(rail) ? formatPeso(sumOf(toObjects(rail['Carro']), 'ToneladasNetasCarro')) : undefined;
}

/** A sum over DetalleMercancia, where all goods have one and all are in the unit of the totals. */
function sumOfDetails(
  mercancias: JsonObject,
  bienes: readonly JsonObject[],
  field: 'PesoBruto' | 'PesoNeto',
): string | undefined {
  const details = bienes.map(({ DetalleMercancia }) => toObjects(DetalleMercancia)[0]);
  const known = details.filter((one) => one !== undefined);
  if (known.length < bienes.length) return undefined;
  if (known.some((one) => one['UnidadPesoMerc'] !== mercancias['UnidadPeso'])) return undefined;
  return formatPeso(sumOf(known, field));
}
