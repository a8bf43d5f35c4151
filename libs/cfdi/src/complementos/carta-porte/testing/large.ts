import type {
  CatalogueEntry,
  LargeCatalogue,
  LargeCatalogues,
  PlaceCatalogue,
  SearchableCatalogue,
} from '#sat';
import { ESTACIONES, FOREIGN } from './ubicaciones.js';
import { TRANSPORTES } from './plan.js';

/** Large catalogues, complete with the few keys that the examples use: for specs. */

const toEntry = (key: string): CatalogueEntry => ({ key, label: key });

function catalogue<E extends CatalogueEntry>(
  name: string,
  entries: readonly E[],
): SearchableCatalogue<E> & { findAll(key: string): readonly E[] } {
  const times = new Map(entries.map((entry) => [entry.key, entry]));
  const base: LargeCatalogue<E> = {
    ...{ name, complete: true, size: entries.length },
    find: (key) => times.get(key),
    check: (key) => (times.has(key) ? 'known' : 'well_formed'),
    accepts: (key) => times.has(key),
  };
  return {
    ...base,
    search: () => {
      throw new Error('specs do not search');
    },
    findAll: (key) => entries.filter((entry) => entry.key === key),
  };
}

function placesOf(name: string, from: Readonly<Record<string, string>>): PlaceCatalogue {
  return {
    ...{ name, complete: true, size: Object.keys(from).length },
    find: (of, key) => (from[of] === key ? { ...toEntry(key), of } : undefined),
    check: (of, key) => (from[of] === key ? 'known' : 'well_formed'),
    accepts: (of, key) => from[of] === key,
    placesOf: (of) => (from[of] === undefined ? [] : [{ ...toEntry(from[of]), of }]),
  };
}

const producto = (key: string, materialPeligroso: '0' | '1' | '0,1') => ({
  ...toEntry(key),
  materialPeligroso,
});

const ESTADO_OF: Readonly<Record<string, string>> = { '64000': 'NLE', '06300': 'CMX', '91700': 'VER' };

/** A day in the year of the pedimento of the examples. */
const PEDIMENTO = '26  16  1029  6000123';

export const testLarge: LargeCatalogues = {
  productos: catalogue('c_ClaveProdServ', []),
  unidades: catalogue('c_ClaveUnidad', [toEntry('H87')]),
  codigosPostales: catalogue(
    'c_CodigoPostal',
    Object.entries(ESTADO_OF).map(([key, keyStatus]) => ({
      ...toEntry(key),
      estado: keyStatus,
      estimulo: null,
    })),
  ),
  colonias: placesOf('c_Colonia', { '64000': '0001', '06300': '0900', '91700': '0499' }),
  municipios: placesOf('c_Municipio', { NLE: '039', CMX: '015', VER: '193' }),
  localidades: placesOf('c_Localidad', { NLE: '07', CMX: '06', VER: '17' }),
  pedimentos: {
    ...{ complete: true, size: 1 },
    problem: (number) => (number === PEDIMENTO ? undefined : 'quota'),
    quota: () => 999_999,
  },
  productosCartaPorte: catalogue('c_ClaveProdServCP', [
    producto('25172504', '0'),
    producto('12352100', '0,1'),
    producto('15101505', '1'),
  ]),
  fracciones: catalogue('c_FraccionArancelaria', [toEntry('8471300101')]),
  estaciones: catalogue(
    'c_Estaciones',
    TRANSPORTES.flatMap((transporte) => [
      ...ESTACIONES[transporte].map(([key, label]) => ({ key, label, transporte, nacionalidad: 'México' })),
      { key: FOREIGN[transporte], label: 'Extranjera', transporte, nacionalidad: 'Extranjera' },
    ]),
  ),
  materialesPeligrosos: catalogue('c_MaterialPeligroso', [{ ...toEntry('1993'), clase: '3' }]),
};
