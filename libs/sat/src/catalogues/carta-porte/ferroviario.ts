import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { cartaPorte } from './validity.js';

export interface CarroWithContenedor extends CatalogueEntry {
  /** Goes with the node Contenedor. */
  readonly contenedor: boolean;
}

/** c_TipoDeServicio: of railways; the intermodal ones carry containers. */
export const tiposServicio: Catalogue<CarroWithContenedor> = catalogue(
  'c_TipoDeServicio',
  cartaPorte(`
    TS01 Carros Ferroviarios; TS02 Carros Ferroviarios intermodal;
    TS03 Tren unitario de carros ferroviarios; TS04 Tren unitario Intermodal;
  `).map((row): CarroWithContenedor => ({ ...row, contenedor: row.key === 'TS02' || row.key === 'TS04' })),
);

/** c_TipoDeTrafico: of railways. */
export const tiposTrafico: Catalogue = catalogue(
  'c_TipoDeTrafico',
  cartaPorte(`
    TT01 Tráfico local; TT02 Tráfico interlineal remitido; TT03 Tráfico interlineal recibido;
    TT04 Tráfico interlineal en tránsito;
  `),
);

/** c_TipoCarro: cars of a train; the intermodal platform carries containers. */
export const tiposCarro: Catalogue<CarroWithContenedor> = catalogue(
  'c_TipoCarro',
  cartaPorte(`
    TC01 Furgón; TC02 Góndola; TC03 Tolva; TC04 Tanque; TC05 Plataforma Intermodal;
    TC06 Plataforma de Uso General; TC07 Plataforma Automotriz; TC08 Locomotora; TC09 Carro Especial;
    TC10 Pasajeros; TC11 Mantenimiento de Vía;
  `).map((row): CarroWithContenedor => ({ ...row, contenedor: row.key === 'TC05' })),
);

export interface Contenedor extends CatalogueEntry {
  /** Length in metres, as decimal text. The label is the length in feet. */
  readonly metros: string;
}

const METRES: Readonly<Record<string, string>> = {
  TC01: '6.1',
  TC02: '12.2',
  TC03: '13.7',
  TC04: '14.6',
  TC05: '16.1',
};

/** c_Contenedor: containers on a train. */
export const contenedores: Catalogue<Contenedor> = catalogue(
  'c_Contenedor',
  cartaPorte(`
    TC01 20'; TC02 40'; TC03 45'; TC04 48'; TC05 53';
  `).map((row): Contenedor => ({ ...row, metros: METRES[row.key] ?? '' })),
);
