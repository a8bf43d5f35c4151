import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { cartaPorte } from './validity.js';
import { AEREO, AUTOTRANSPORTE, MARITIMO } from './transportes.js';

export interface TipoPermiso extends CatalogueEntry {
  /** Keys of c_CveTransporte that the permit is given for. */
  readonly transportes: readonly string[];
}

const table = `
  TPAF01 Autotransporte Federal de carga general;
  TPAF02 Transporte privado de carga;
  TPAF03 Autotransporte Federal de Carga Especializada de materiales y residuos peligrosos;
  TPAF04 Transporte de automóviles sin rodar en vehículo tipo góndola;
  TPAF05 Transporte de carga de gran peso y/o volumen de hasta 90 toneladas;
  TPAF06 Transporte de carga especializada de gran peso y/o volumen de más 90 toneladas;
  TPAF07 Transporte Privado de materiales y residuos peligrosos;
  TPAF08 Autotransporte internacional de carga de largo recorrido;
  TPAF09 Autotransporte internacional de carga especializada de materiales y residuos peligrosos de
    largo recorrido;
  TPAF10 Autotransporte Federal de Carga General cuyo ámbito de aplicación comprende la franja
    fronteriza con Estados Unidos;
  TPAF11 Autotransporte Federal de Carga Especializada cuyo ámbito de aplicación comprende la franja
    fronteriza con Estados Unidos;
  TPAF12 Servicio auxiliar de arrastre en las vías generales de comunicación;
  TPAF13 Servicio auxiliar de servicios de arrastre, arrastre y salvamento, y depósito de vehículos en
    las vías generales de comunicación;
  TPAF14 Servicio de paquetería y mensajería en las vías generales de comunicación;
  TPAF15 Transporte especial para el tránsito de grúas industriales con peso máximo de 90 toneladas;
  TPAF16 Servicio federal para empresas arrendadoras servicio público federal;
  TPAF17 Empresas trasladistas de vehículos nuevos;
  TPAF18 Empresas fabricantes o distribuidoras de vehículos nuevos;
  TPAF19 Autorización expresa para circular en los caminos y puentes de jurisdicción federal con
    configuraciones de tractocamión doblemente articulado;
  TPAF20 Autotransporte Federal de Carga Especializada de fondos y valores;
  TPTM01 Permiso temporal para navegación de cabotaje;
  TPTA01 Concesión y/o autorización para el servicio regular nacional y/o internacional para empresas
    mexicanas;
  TPTA02 Permiso para el servicio aéreo regular de empresas extranjeras;
  TPTA03 Permiso para el servicio nacional e internacional no regular de fletamento;
  TPTA04 Permiso para el servicio nacional e internacional no regular de taxi aéreo;
  TPXX00 Permiso no contemplado en el catálogo;
`;

/** The transport of a permit, by its first letters; TPXX00 serves those whose permit is not in the catalogue. */
const TRANSPORTES: Readonly<Record<string, readonly string[]>> = {
  TPAF: [AUTOTRANSPORTE],
  TPTM: [MARITIMO],
  TPTA: [AEREO],
  TPXX: [AUTOTRANSPORTE, MARITIMO, AEREO],
};

/** c_TipoPermiso of Carta Porte: permits of the ministry of transport. Railways have none here. */
export const tiposPermiso: Catalogue<TipoPermiso> = catalogue(
  'c_TipoPermiso',
  cartaPorte(table).map((row): TipoPermiso => ({
    ...row,
    transportes: TRANSPORTES[row.key.slice(0, 4)] ?? [],
  })),
);

/** Whether a permit serves a transport. */
export const isPermisoAllowed = (permiso: string, transporte: string): boolean =>
  tiposPermiso.find(permiso)?.transportes.includes(transporte) ?? false;
