import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { cartaPorte } from './validity.js';

/** Entrada or Salida: the values of EntradaSalidaMerc. */
export type SentidoAduanero = 'Entrada' | 'Salida';

export interface RegimenAduanero extends CatalogueEntry {
  readonly sentidos: readonly SentidoAduanero[];
}

const ENTRY = new Set('IMD ITR ITE'.split(' '));
const OUTPUT = new Set('EXD ETR ETE'.split(' '));
const sentidosOf = (key: string): readonly SentidoAduanero[] =>
  ENTRY.has(key) ? ['Entrada'] : OUTPUT.has(key) ? ['Salida'] : ['Entrada', 'Salida'];

const regimenes = `
  IMD Definitivo de importación;
  EXD Definitivo de exportación;
  ITR Temporales de importación para retomar al extranjero en el mismo estado;
  ITE Temporales de importación para elaboración, transformación o reparación para empresas con programa
    IMMEX;
  ETR Temporales de exportación para retornar al país en el mismo estado;
  ETE Temporales de exportación para elaboración, transformación o reparación;
  DFI Depósito Fiscal;
  RFE Elaboración, transformación o reparación en recinto fiscalizado;
  RFS Recinto fiscalizado estratégico;
  TRA Tránsitos;
`;

/** c_RegimenAduanero. */
export const regimenesAduaneros: Catalogue<RegimenAduanero> = catalogue(
  'c_RegimenAduanero',
  cartaPorte(regimenes).map((row): RegimenAduanero => ({ ...row, sentidos: sentidosOf(row.key) })),
);

/** Whether a customs regime is of goods that come in, or that go out. */
export const isRegimenAduaneroAllowed = (regimen: string, sentido: string): boolean =>
  regimenesAduaneros.find(regimen)?.sentidos.some((one) => one === sentido) ?? false;

/** c_DocumentoAduanero. */
export const documentosAduaneros: Catalogue = catalogue(
  'c_DocumentoAduanero',
  cartaPorte(`
    01 Pedimento;
    02 Autorización de importación temporal;
    03 Autorización de importación temporal de embarcaciones;
    04 Autorización de importación temporal de mercancías, destinadas al mantenimiento y reparación de
      las mercancías importadas temporalmente;
    05 Autorización para la importación de vehículos especialmente construidos o transformados,
      equipados con dispositivos o aparatos diversos para cumplir con contrato derivado de licitación
      pública;
    06 Aviso de exportación temporal;
    07 Aviso de traslado de mercancías de empresas con Programa IMMEX, RFE u Operador Económico
      Autorizado;
    08 Aviso para el traslado de autopartes ubicadas en la franja o región fronteriza a la industria
      terminal automotriz o manufacturera de vehículos de autotransporte en el resto del territorio
      nacional;
    09 Constancia de importación temporal, retorno o transferencia de contenedores;
    10 Constancia de transferencia de mercancías;
    11 Autorización de donación de mercancías al Fisco Federal que se encuentren en el extranjero;
    12 Cuaderno ATA;
    13 Listas de intercambio;
    14 Permiso de Importación Temporal;
    15 Permiso de importación temporal de casa rodante;
    16 Permiso de importación temporal de embarcaciones;
    17 Solicitud de donación de mercancías en casos de emergencias o desastres naturales;
    18 Aviso de consolidado;
    19 Aviso de cruce de mercancias;
    20 Otro;
  `),
);

/** c_TipoMateria: what is carried across the border. */
export const tiposMateria: Catalogue = catalogue(
  'c_TipoMateria',
  cartaPorte(`
    01 Materia prima; 02 Materia procesada; 03 Materia terminada (producto terminado);
    04 Materia para la industria manufacturera; 05 Otra;
  `),
);

/** c_RegistroISTMO: poles of development of the isthmus of Tehuantepec. */
export const registrosIstmo: Catalogue = catalogue(
  'c_RegistroISTMO',
  cartaPorte(`
    01 Coatzacoalcos I; 02 Coatzacoalcos II; 03 Texistepec; 04 San Juan Evangelista; 05 Salina Cruz;
    06 San Blas Atempa;
  `),
);
