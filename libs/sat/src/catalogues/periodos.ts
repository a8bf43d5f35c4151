import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';

/** The API's names of a global invoice's period. `year` is a name only: the tax authority has no key for it. */
export const PERIODICITY_NAMES = ['year', 'day', 'week', 'fortnight', 'month', 'two_months'] as const;
export type PeriodicityName = (typeof PERIODICITY_NAMES)[number];

export interface Periodicidad extends CatalogueEntry {
  /** The API's name; absent for a key that is newer than the API. */
  readonly name?: PeriodicityName;
}

/** c_Periodicidad. */
export const periodicidades: Catalogue<Periodicidad> = catalogue('c_Periodicidad', [
  { key: '01', label: 'Diario', en: 'daily', name: 'day' },
  { key: '02', label: 'Semanal', en: 'weekly', name: 'week' },
  { key: '03', label: 'Quincenal', en: 'fortnightly', name: 'fortnight' },
  { key: '04', label: 'Mensual', en: 'monthly', name: 'month' },
  { key: '05', label: 'Bimestral', en: 'every two months', name: 'two_months' },
]);

/** The period of an API name; undefined for `year` and for any other text. */
export const periodicidadOf = (name: string): Periodicidad | undefined =>
  periodicidades.entries.find((entry) => entry.name === name);

/** Whether a text is a name the API knows, valid in a CFDI or not. */
export const isPeriodicityName = (name: string): name is PeriodicityName =>
  (PERIODICITY_NAMES as readonly string[]).includes(name);

/** c_Meses: 01 to 12 are months, 13 to 18 two months each. */
export const meses: Catalogue = catalogue('c_Meses', [
  { key: '01', label: 'Enero', en: 'January' },
  { key: '02', label: 'Febrero', en: 'February' },
  { key: '03', label: 'Marzo', en: 'March' },
  { key: '04', label: 'Abril', en: 'April' },
  { key: '05', label: 'Mayo', en: 'May' },
  { key: '06', label: 'Junio', en: 'June' },
  { key: '07', label: 'Julio', en: 'July' },
  { key: '08', label: 'Agosto', en: 'August' },
  { key: '09', label: 'Septiembre', en: 'September' },
  { key: '10', label: 'Octubre', en: 'October' },
  { key: '11', label: 'Noviembre', en: 'November' },
  { key: '12', label: 'Diciembre', en: 'December' },
  { key: '13', label: 'Enero-Febrero', en: 'January-February' },
  { key: '14', label: 'Marzo-Abril', en: 'March-April' },
  { key: '15', label: 'Mayo-Junio', en: 'May-June' },
  { key: '16', label: 'Julio-Agosto', en: 'July-August' },
  { key: '17', label: 'Septiembre-Octubre', en: 'September-October' },
  { key: '18', label: 'Noviembre-Diciembre', en: 'November-December' },
]);

/** Regime that alone may issue global invoices of two months (CFDI40132). */
export const REGIMEN_BIMESTRAL = '621';

/**
 * Whether the keys of a period and of its months go together (CFDI40134, CFDI40135):
 * two months (05) take 13 to 18, every other period 01 to 12.
 */
export const isMesAllowed = (periodicidad: string, month: string): boolean =>
  periodicidades.has(periodicidad) && meses.has(month) && (periodicidad === '05') === month > '12';
