import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { withColumns } from '../rows.js';
import { cartaPorte } from './validity.js';

export interface ConfiguracionAutotransporte extends CatalogueEntry {
  /** Axles and tyres; 0 where the configuration does not say. */
  readonly ejes: number;
  readonly llantas: number;
  /** Whether the node Remolques must be given. */
  readonly remolque: 'required' | 'optional' | 'forbidden';
}

/** Axles, tyres, and whether it goes with (1), without (0) or either way (?) of a trailer. */
const configuraciones = `
  VL Vehículo ligero de carga (2 llantas en el eje delantero y 2 llantas en el eje trasero) | 2 | 4 | ?;
  C2 Camión Unitario (2 llantas en el eje delantero y 4 llantas en el eje trasero) | 2 | 6 | 0;
  C3 Camión Unitario (2 llantas en el eje delantero y 6 o 8 llantas en los dos ejes traseros) | 3 | 8 |
    0;
  C2R2 Camión-Remolque (6 llantas en el camión y 8 llantas en remolque) | 4 | 14 | 1;
  C3R2 Camión-Remolque (10 llantas en el camión y 8 llantas en remolque) | 5 | 18 | 1;
  C2R3 Camión-Remolque (6 llantas en el camión y 12 llantas en remolque) | 5 | 18 | 1;
  C3R3 Camión-Remolque (10 llantas en el camión y 12 llantas en remolque) | 6 | 22 | 1;
  T2S1 Tractocamión Articulado (6 llantas en el tractocamión, 4 llantas en el semirremolque) | 3 | 10 |
    1;
  T2S2 Tractocamión Articulado (6 llantas en el tractocamión, 8 llantas en el semirremolque) | 4 | 14 |
    1;
  T2S3 Tractocamión Articulado (6 llantas en el tractocamión, 12 llantas en el semirremolque) | 5 | 18 |
    1;
  T3S1 Tractocamión Articulado (10 llantas en el tractocamión, 4 llantas en el semirremolque) | 4 | 14 |
    1;
  T3S2 Tractocamión Articulado (10 llantas en el tractocamión, 8 llantas en el semirremolque) | 5 | 18 |
    1;
  T3S3 Tractocamión Articulado (10 llantas en el tractocamión, 12 llantas en el semirremolque) | 6 | 22
    | 1;
  T2S1R2 Tractocamión Semirremolque-Remolque (6 llantas en el tractocamión, 4 llantas en el
    semirremolque y 8 llantas en el remolque) | 5 | 18 | 1;
  T2S2R2 Tractocamión Semirremolque-Remolque (6 llantas en el tractocamión, 8 llantas en el
    semirremolque y 8 llantas en el remolque) | 6 | 22 | 1;
  T2S1R3 Tractocamión Semirremolque-Remolque (6 llantas en el tractocamión, 4 llantas en el
    semirremolque y 12 llantas en el remolque) | 6 | 22 | 1;
  T3S1R2 Tractocamión Semirremolque-Remolque (10 llantas en el tractocamión, 4 llantas en el
    semirremolque y 8 llantas en el remolque) | 6 | 22 | 1;
  T3S1R3 Tractocamión Semirremolque-Remolque (10 llantas en el tractocamión, 4 llantas en el
    semirremolque y 12 llantas en el remolque) | 7 | 26 | 1;
  T3S2R2 Tractocamión Semirremolque-Remolque (10 llantas en el tractocamión, 8 llantas en el
    semirremolque y 8 llantas en el remolque) | 7 | 26 | 1;
  T3S2R3 Tractocamión Semirremolque-Remolque (10 llantas en el tractocamión, 8 llantas en el
    semirremolque y 12 llantas en el remolque) | 8 | 30 | 1;
  T3S2R4 Tractocamión Semirremolque-Remolque (10 llantas en el tractocamión, 8 llantas en el
    semirremolque y 16 llantas en el remolque) | 9 | 34 | 1;
  T2S2S2 Tractocamión Semirremolque-Semirremolque (6 llantas en el tractocamión, 8 llantas en el
    semirremolque delantero y 8 llantas en el semirremolque trasero) | 6 | 22 | 1;
  T3S2S2 Tractocamión Semirremolque-Semirremolque (10 llantas en el tractocamión, 8 llantas en el
    semirremolque delantero y 8 llantas en el semirremolque trasero) | 7 | 26 | 1;
  T3S3S2 Tractocamión Semirremolque-Semirremolque (10 llantas en el tractocamión, 12 llantas en el
    semirremolque delantero y 8 llantas en el semirremolque trasero) | 8 | 30 | 1;
  OTROEVGP Especializado de carga Voluminosa y/o Gran Peso | 0 | 0 | ?;
  OTROSG Servicio de Grúas | 0 | 0 | 0;
  GPLUTA Grúa de Pluma Tipo A | 0 | 0 | 0;
  GPLUTB Grúa de Pluma Tipo B | 0 | 0 | 0;
  GPLUTC Grúa de Pluma Tipo C | 0 | 0 | 0;
  GPLUTD Grúa de Pluma Tipo D | 0 | 0 | 0;
  GPLATA Grúa de Plataforma Tipo A | 0 | 0 | 0;
  GPLATB Grúa de Plataforma Tipo B | 0 | 0 | 0;
  GPLATC Grúa de Plataforma Tipo C | 0 | 0 | 0;
  GPLATD Grúa de Plataforma Tipo D | 0 | 0 | 0;
`;

const REMOLQUE: Readonly<Record<string, ConfiguracionAutotransporte['remolque']>> = {
  '0': 'forbidden',
  '1': 'required',
  '?': 'optional',
};

/** c_ConfigAutotransporte: vehicles by their axles (NOM-012-SCT-2), and cranes. */
export const configuracionesAutotransporte: Catalogue<ConfiguracionAutotransporte> = catalogue(
  'c_ConfigAutotransporte',
  withColumns(cartaPorte(configuraciones)).map(
    ({ columnas: [ejes, llantas, remolque = ''], ...row }): ConfiguracionAutotransporte => ({
      ...row,
      ejes: Number(ejes),
      llantas: Number(llantas),
      remolque: REMOLQUE[remolque] ?? 'forbidden',
    }),
  ),
);

/**
 * Whether a vehicle's configuration allows this number of trailers; false for a configuration that is not in the
 * catalogue.
 */
export function isRemolqueAllowed(configuracion: string, remolques: number): boolean {
  const rule = configuracionesAutotransporte.find(configuracion)?.remolque;
  return rule === 'optional' || (rule !== undefined && (rule === 'required') === remolques > 0);
}

/** c_SubTipoRem: kinds of trailer. */
export const tiposRemolque: Catalogue = catalogue(
  'c_SubTipoRem',
  cartaPorte(`
    CTR001 Caballete; CTR002 Caja; CTR003 Caja Abierta; CTR004 Caja Cerrada;
    CTR005 Caja De Recolección Con Cargador Frontal; CTR006 Caja Refrigerada; CTR007 Caja Seca;
    CTR008 Caja Transferencia; CTR009 Cama Baja o Cuello Ganso; CTR010 Chasis Portacontenedor;
    CTR011 Convencional De Chasis; CTR012 Equipo Especial; CTR013 Estacas; CTR014 Góndola Madrina;
    CTR015 Grúa Industrial; CTR016 Grúa; CTR017 Integral; CTR018 Jaula; CTR019 Media Redila;
    CTR020 Pallet o Celdillas; CTR021 Plataforma; CTR022 Plataforma Con Grúa;
    CTR023 Plataforma Encortinada; CTR024 Redilas; CTR025 Refrigerador; CTR026 Revolvedora;
    CTR027 Semicaja; CTR028 Tanque; CTR029 Tolva; CTR031 Volteo; CTR032 Volteo Desmontable;
  `),
);

const tiposFiguraTable = `
  01 Operador; 02 Propietario; 03 Arrendador; 04 Notificado; 05 Integrante de Coordinados;
`;

/** c_FiguraTransporte: who has to do with the transport. */
export const tiposFigura: Catalogue = catalogue(
  'c_FiguraTransporte',
  cartaPorte(tiposFiguraTable, { '2024-07-26': '05' }),
);

/** c_ParteTransporte: what an owner or lessor gives to the transport. */
export const partesTransporte: Catalogue = catalogue(
  'c_ParteTransporte',
  cartaPorte(`
    PT01 Camión unitario; PT02 Camión; PT03 Tractocamión; PT04 Remolque; PT05 Semirremolque;
    PT06 Vehículo ligero de carga; PT07 Grúa; PT08 Aeronave; PT09 Barco o buque; PT10 Carro o vagón;
    PT11 Contenedor; PT12 Locomotora;
  `),
);
