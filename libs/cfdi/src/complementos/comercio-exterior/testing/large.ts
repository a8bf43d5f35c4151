import {
  builtInCatalogues,
  type KeyStatus,
  type LargeCatalogue,
  type LargeCatalogues,
  type Place,
  type PlaceCatalogue,
} from '#sat';

/** A few rows of the large catalogues, as if they were all: what the examples use. */

const toStatus = (present: boolean): KeyStatus => (present ? 'known' : 'well_formed');

function placesOf(name: string, pairs: readonly (readonly [of: string, key: string])[]): PlaceCatalogue {
  const rows: readonly Place[] = pairs.map(([of, key]) => ({ of, key, label: key }));
  const find = (of: string, key: string): Place | undefined =>
    rows.find((row) => row.of === of && row.key === key);
  return {
    ...{ name, complete: true, size: rows.length, find },
    check: (of, key) => toStatus(find(of, key) !== undefined),
    accepts: (of, key) => find(of, key) !== undefined,
    placesOf: (of) => rows.filter((row) => row.of === of),
  };
}

function catalogueOfKeys<E extends { readonly key: string; readonly label: string }>(
  name: string,
  rows: readonly E[],
): LargeCatalogue<E> & { search: () => { total: number; hits: never[] } } {
  const find = (key: string): E | undefined => rows.find((row) => row.key === key);
  return {
    ...{ name, complete: true, size: rows.length, find },
    check: (key) => toStatus(find(key) !== undefined),
    accepts: (key) => find(key) !== undefined,
    search: () => ({ total: 0, hits: [] }),
  };
}

export const LARGE: LargeCatalogues = {
  ...builtInCatalogues,
  municipios: placesOf('c_Municipio', [
    ['QUE', '014'],
    ['QUE', '006'],
    ['JAL', '039'],
  ]),
  localidades: placesOf('c_Localidad', [
    ['QUE', '01'],
    ['QUE', '02'],
  ]),
  colonias: placesOf('c_Colonia', [['76199', '0214']]),
  codigosPostales: catalogueOfKeys('c_CodigoPostal', [
    {
      ...{ key: '76199', label: '', estado: 'QUE', municipio: '014', localidad: '01', estimulo: null },
    },
    { key: '44100', label: '', estado: 'JAL', estimulo: null },
    { key: '06300', label: '', estado: 'DIF', estimulo: null },
  ]),
  fracciones: catalogueOfKeys('c_FraccionArancelaria', [
    { key: '2402200100', label: 'Cigarrillos', unidad: '01' },
    { key: '9801000100', label: 'Muestras', unidad: '01' },
  ]),
};
