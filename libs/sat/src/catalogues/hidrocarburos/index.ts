import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { withColumns, rowsSince } from '../rows.js';

/** First day of the complement Hidrocarburos y Petrolíferos 1.0. */
export const HIDROCARBUROS_START = '2026-04-24';
const hidrocarburos = rowsSince(HIDROCARBUROS_START);

export interface TipoPermisoHyp extends CatalogueEntry {
  /** Form of the permit's number. */
  readonly numero: RegExp;
}

/** Permits: what comes before the consecutive number, how many digits that may have, and what comes before the year. */
const permisos = `
  PER01 Expendio en estaciones de servicio de petrolíferos | PL/ | 1-20 | /EXP/ES/;
  PER02 Comercialización | H/ | 4-24 | /COM/;
  PER03 Distribución por otros medios distintos a ducto | PL/ | 1-20 | /DIS/OM/;
  PER04 Expendio en estaciones de servicio multimodal de petrolíferos | PL/ | 1-17 | /EXP/ES/MM/;
  PER05 Expendio en estaciones de servicio de petrolíferos | CNE/PL/ | 1-16 | /EXP/ES/;
  PER06 Comercialización | CNE/H/ | 1-20 | /COM/;
  PER07 Distribución por otros medios distintos a ducto | CNE/PL/ | 1-16 | /DIS/OM/;
  PER08 Expendio en estaciones de servicio multimodal de petrolíferos | CNE/PL/ | 1-13 | /EXP/ES/MM/;
  PER09 Comercialización | CNE/PL/ | 1-19 | /COM/;
  PER10 Comercialización;
  PER11 Comercialización | F00.07.UH/ | 1-20 | /;
`;

const escapeDots = (text: string): string => text.replaceAll('.', '\\.');
/** PER10's numbers are not made of parts: a # and 14 letters or digits. */
const NO_PARTES = /^#[A-Za-z\d]{14}$/;

/** c_TipoPermiso of the complement, with the form of each kind's number. */
export const tiposPermisoHyp: Catalogue<TipoPermisoHyp> = catalogue(
  'c_TipoPermiso',
  withColumns(hidrocarburos(permisos)).map(
    ({ columnas: [before, digits = '', after = ''], ...row }): TipoPermisoHyp => ({
      ...row,
      numero:
        before === undefined
          ? NO_PARTES
          : new RegExp(`^${escapeDots(before)}\\d{${digits.replace('-', ',')}}${escapeDots(after)}\\d{4}$`),
    }),
  ),
);

/** Whether a permit's number has the form of its kind; false for a kind that is not in the catalogue. */
export const isNumeroPermisoValid = (type: string, number: string): boolean =>
  tiposPermisoHyp.find(type)?.numero.test(number) ?? false;

export interface SubproductoHyp extends CatalogueEntry {
  readonly categoria: 'Gasolina' | 'Diésel';
}

const GASOLINAS = new Set(['SP16', 'SP17']);

/** c_SubProductoHYP. */
export const subproductosHyp: Catalogue<SubproductoHyp> = catalogue(
  'c_SubProductoHYP',
  hidrocarburos(`
    SP16 Gasolina regular menor a 91 octanos; SP17 Gasolina premium mayor o igual a 91 octanos;
    SP18 Diésel automotriz; SP19 Diésel marino; SP22 IFO380; SP23 Diésel industrial;
    SP24 Diésel de Ultra Bajo Azufre (DUBA); SP25 Diésel agrícola; SP48 Gasóleo doméstico;
  `).map((row): SubproductoHyp => ({ ...row, categoria: GASOLINAS.has(row.key) ? 'Gasolina' : 'Diésel' })),
);

export interface ClaveHyp extends CatalogueEntry {
  /** Key of c_ClaveUnidad that the concept must have. */
  readonly unidad: string;
  /** Keys of c_SubProductoHYP that may be named with it. */
  readonly subproductos: readonly string[];
}

const DIESEL = subproductosHyp.entries.filter((one) => one.categoria === 'Diésel').map(({ key }) => key);
const SUBPRODUCTOS: Readonly<Record<string, readonly string[]>> = {
  '15101505': DIESEL,
  '15101514': ['SP16'],
  '15101515': ['SP17'],
};

/** c_ClaveHYP: product keys that ask for the complement, in litres all. */
export const clavesHyp: Catalogue<ClaveHyp> = catalogue(
  'c_ClaveHYP',
  hidrocarburos(`
    15101505 Combustible diésel; 15101514 Gasolina regular menor a 91 octanos;
    15101515 Gasolina premium mayor o igual a 91 octanos;
  `).map((row): ClaveHyp => ({ ...row, unidad: 'LTR', subproductos: SUBPRODUCTOS[row.key] ?? [] })),
);

/** Whether a subproduct may be named with a product key; false for a key that is not in the catalogue. */
export const isSubproductoAllowed = (key: string, subproducto: string): boolean =>
  clavesHyp.find(key)?.subproductos.includes(subproducto) ?? false;
