import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { cartaPorte } from './validity.js';

/** Keys of c_CveTransporte. */
export const AUTOTRANSPORTE = '01';
export const MARITIMO = '02';
export const AEREO = '03';
export const FERROVIARIO = '04';

/** c_CveTransporte. The API names 05, any other, which is in no row of the catalogue. */
export const transportes: Catalogue = catalogue('c_CveTransporte', [
  ...cartaPorte(`
    01 Autotransporte; 02 Transporte Marítimo; 03 Transporte Aéreo; 04 Transporte Ferroviario;
  `),
  { key: '05', label: 'Otro', outsideCfdi: true },
]);

export interface TipoEstacion extends CatalogueEntry {
  /** Keys of c_CveTransporte that stop at such stations. */
  readonly transportes: readonly string[];
}

/** c_TipoEstacion: of sea, air and rail; lorries have none. */
export const tiposEstacion: Catalogue<TipoEstacion> = catalogue(
  'c_TipoEstacion',
  cartaPorte(`
    01 Origen Nacional; 02 Intermedia; 03 Destino Final Nacional;
  `).map((row): TipoEstacion => ({ ...row, transportes: [MARITIMO, AEREO, FERROVIARIO] })),
);

/** Whether a transport stops at a kind of station. */
export const isTipoEstacionAllowed = (type: string, transporte: string): boolean =>
  tiposEstacion.find(type)?.transportes.includes(transporte) ?? false;
