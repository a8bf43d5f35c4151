import {
  builtInCatalogues,
  type KeyStatus,
  type LargeCatalogue,
  type LargeCatalogues,
  type Place,
  type PlaceCatalogue,
} from '#sat';

/** A few rows of the large catalogues, as if they were all: what the examples use. */

const estado = (hay: boolean): KeyStatus => (hay ? 'known' : 'well_formed');

function lugares(name: string, pares: readonly (readonly [of: string, key: string])[]): PlaceCatalogue {
  const filas: readonly Place[] = pares.map(([of, key]) => ({ of, key, label: key }));
  const find = (of: string, key: string): Place | undefined =>
    filas.find((fila) => fila.of === of && fila.key === key);
  return {
    ...{ name, complete: true, size: filas.length, find },
    check: (of, key) => estado(find(of, key) !== undefined),
    accepts: (of, key) => find(of, key) !== undefined,
    placesOf: (of) => filas.filter((fila) => fila.of === of),
  };
}

function claves<E extends { readonly key: string; readonly label: string }>(
  name: string,
  filas: readonly E[],
): LargeCatalogue<E> & { search: () => { total: number; hits: never[] } } {
  const find = (key: string): E | undefined => filas.find((fila) => fila.key === key);
  return {
    ...{ name, complete: true, size: filas.length, find },
    check: (key) => estado(find(key) !== undefined),
    accepts: (key) => find(key) !== undefined,
    search: () => ({ total: 0, hits: [] }),
  };
}

export const GRANDES: LargeCatalogues = {
  ...builtInCatalogues,
  municipios: lugares('c_Municipio', [
    ['QUE', '014'],
    ['QUE', '006'],
    ['JAL', '039'],
  ]),
  localidades: lugares('c_Localidad', [
    ['QUE', '01'],
    ['QUE', '02'],
  ]),
  colonias: lugares('c_Colonia', [['76199', '0214']]),
  codigosPostales: claves('c_CodigoPostal', [
    {
      ...{ key: '76199', label: '', estado: 'QUE', municipio: '014', localidad: '01', estimulo: null },
    },
    { key: '44100', label: '', estado: 'JAL', estimulo: null },
    { key: '06300', label: '', estado: 'DIF', estimulo: null },
  ]),
  fracciones: claves('c_FraccionArancelaria', [
    { key: '2402200100', label: 'Cigarrillos', unidad: '01' },
    { key: '9801000100', label: 'Muestras', unidad: '01' },
  ]),
};
