import type {
  CatalogueEntry,
  LargeCatalogue,
  LargeCatalogues,
  PlaceCatalogue,
  SearchableCatalogue,
} from '#sat';
import { ESTACIONES, EXTRANJERAS } from './ubicaciones.js';
import { TRANSPORTES } from './plan.js';

/** Large catalogues, complete with the few keys that the examples use: for specs. */

const entrada = (key: string): CatalogueEntry => ({ key, label: key });

function catalogo<E extends CatalogueEntry>(
  name: string,
  entries: readonly E[],
): SearchableCatalogue<E> & { findAll(key: string): readonly E[] } {
  const por = new Map(entries.map((entry) => [entry.key, entry]));
  const base: LargeCatalogue<E> = {
    ...{ name, complete: true, size: entries.length },
    find: (key) => por.get(key),
    check: (key) => (por.has(key) ? 'known' : 'well_formed'),
    accepts: (key) => por.has(key),
  };
  return {
    ...base,
    search: () => {
      throw new Error('specs do not search');
    },
    findAll: (key) => entries.filter((entry) => entry.key === key),
  };
}

function lugares(name: string, de: Readonly<Record<string, string>>): PlaceCatalogue {
  return {
    ...{ name, complete: true, size: Object.keys(de).length },
    find: (of, key) => (de[of] === key ? { ...entrada(key), of } : undefined),
    check: (of, key) => (de[of] === key ? 'known' : 'well_formed'),
    accepts: (of, key) => de[of] === key,
    placesOf: (of) => (de[of] === undefined ? [] : [{ ...entrada(de[of]), of }]),
  };
}

const producto = (key: string, materialPeligroso: '0' | '1' | '0,1') => ({
  ...entrada(key),
  materialPeligroso,
});

const ESTADO_DE: Readonly<Record<string, string>> = { '64000': 'NLE', '06300': 'CMX', '91700': 'VER' };

/** A day in the year of the pedimento of the examples. */
const PEDIMENTO = '26  16  1029  6000123';

export const grandesDePrueba: LargeCatalogues = {
  productos: catalogo('c_ClaveProdServ', []),
  unidades: catalogo('c_ClaveUnidad', [entrada('H87')]),
  codigosPostales: catalogo(
    'c_CodigoPostal',
    Object.entries(ESTADO_DE).map(([key, estado]) => ({ ...entrada(key), estado, estimulo: null })),
  ),
  colonias: lugares('c_Colonia', { '64000': '0001', '06300': '0900', '91700': '0499' }),
  municipios: lugares('c_Municipio', { NLE: '039', CMX: '015', VER: '193' }),
  localidades: lugares('c_Localidad', { NLE: '07', CMX: '06', VER: '17' }),
  pedimentos: {
    ...{ complete: true, size: 1 },
    problem: (numero) => (numero === PEDIMENTO ? undefined : 'quota'),
    quota: () => 999_999,
  },
  productosCartaPorte: catalogo('c_ClaveProdServCP', [
    producto('25172504', '0'),
    producto('12352100', '0,1'),
    producto('15101505', '1'),
  ]),
  fracciones: catalogo('c_FraccionArancelaria', [entrada('8471300101')]),
  estaciones: catalogo(
    'c_Estaciones',
    TRANSPORTES.flatMap((transporte) => [
      ...ESTACIONES[transporte].map(([key, label]) => ({ key, label, transporte, nacionalidad: 'México' })),
      { key: EXTRANJERAS[transporte], label: 'Extranjera', transporte, nacionalidad: 'Extranjera' },
    ]),
  ),
  materialesPeligrosos: catalogo('c_MaterialPeligroso', [{ ...entrada('1993'), clase: '3' }]),
};
