import { formatDecimal, roundMicros } from '#kernel';
import { ausente, con, objetos, suma } from './json.js';
import { esObjeto, type Objeto } from '../../objeto.js';

/**
 * The totals that the caller may leave out, as the standard defines them: TotalDistRec (by road and by rail),
 * NumTotalMercancias, PesoBrutoTotal and PesoNetoTotal. Where a number to sum is missing or wrong nothing is added.
 */
export function conTotales(datos: Objeto): Objeto {
  const { Mercancias: mercancias, TotalDistRec: distancia } = datos;
  if (!esObjeto(mercancias)) return datos;
  const porTierra = ['Autotransporte', 'TransporteFerroviario'].some((nodo) => !ausente(mercancias[nodo]));
  const bienes = objetos(mercancias['Mercancia']);
  return con(datos, {
    ...(ausente(distancia) && porTierra && { TotalDistRec: distanciaTotal(datos['Ubicaciones']) }),
    Mercancias: con(mercancias, {
      ...faltante(mercancias, 'NumTotalMercancias', () =>
        bienes.length > 0 ? String(bienes.length) : undefined,
      ),
      ...faltante(mercancias, 'PesoBrutoTotal', () => pesoBruto(mercancias, bienes)),
      ...faltante(mercancias, 'PesoNetoTotal', () => sumaDeDetalles(mercancias, bienes, 'PesoNeto')),
    }),
  });
}

const faltante = (objeto: Objeto, nombre: string, valor: () => string | undefined): Objeto =>
  ausente(objeto[nombre]) ? { [nombre]: valor() } : {};

const texto = (total: bigint | undefined): string | undefined =>
  total === undefined || total <= 0n ? undefined : formatDecimal(total);

/** Weights have three decimals; more of them are refused where they were given, not in the sum as well. */
const peso = (total: bigint | undefined): string | undefined =>
  texto(total === undefined ? undefined : roundMicros(total, 3));

const distanciaTotal = (ubicaciones: unknown): string | undefined =>
  texto(
    suma(
      objetos(ubicaciones, 'Ubicacion').filter(({ TipoUbicacion }) => TipoUbicacion === 'Destino'),
      'DistanciaRecorrida',
    ),
  );

/** What goods weigh in the unit of the totals: by their details, else by their kilograms. */
const pesoBruto = (mercancias: Objeto, bienes: readonly Objeto[]): string | undefined =>
  sumaDeDetalles(mercancias, bienes, 'PesoBruto') ??
  (mercancias['UnidadPeso'] === 'KGM' ? peso(suma(bienes, 'PesoEnKg')) : undefined);

/** A sum over DetalleMercancia, where all goods have one and all are in the unit of the totals. */
function sumaDeDetalles(
  mercancias: Objeto,
  bienes: readonly Objeto[],
  campo: 'PesoBruto' | 'PesoNeto',
): string | undefined {
  const detalles = bienes.map(({ DetalleMercancia }) => objetos(DetalleMercancia)[0]);
  const conocidos = detalles.filter((uno) => uno !== undefined);
  // Net weight is the sum of those that are given; gross weight is of everything that is carried.
  const faltan = campo === 'PesoBruto' ? conocidos.length < bienes.length : conocidos.length === 0;
  if (faltan || conocidos.some((uno) => uno['UnidadPesoMerc'] !== mercancias['UnidadPeso'])) return undefined;
  return peso(suma(conocidos, campo));
}
