import { readTable, type CatalogueEntry } from '../catalogue.js';
import { cartaPorteEnglish } from './english/carta-porte.js';
import { isoCountries } from './english/iso-countries.js';
import { nominaEnglish } from './english/nomina.js';
import { otherEnglish } from './english/others.js';

/** Catalogues of names of places, companies and papers: they are the same in every language. */
const PROPER_NAMES = new Set([
  ...['estados', 'estadosNomina', 'entidadesFederativas', 'aduanas', 'registrosIstmo', 'bancos'],
  ...[
    'codigosTransporteAereo',
    'autorizacionesNaviero',
    'derechosDePaso',
    'ejercicios',
    'tiposFactor',
    'tiposServicioPlataforma',
    'subtiposServicioPlataforma',
    'formasPagoPlataforma',
    'tasasPlataforma',
  ],
]);

const tables = new Map(
  Object.entries({ ...nominaEnglish, ...cartaPorteEnglish, ...otherEnglish }).map(([id, table]) => [
    id,
    new Map(readTable(table).map(({ key, label }) => [key, label.replace(/\s+/g, ' ')])),
  ]),
);

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const currencies = new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'none' });

/** Keys of the tax authority's own, and those of ISO that stand for something else today. */
const countryNames: Readonly<Record<string, string>> = {
  ZZZ: 'Undeclared countries',
  AN: 'Netherlands Antilles',
  PIK: 'U.S. Pacific Islands',
};
const currencyNames: Readonly<Record<string, string>> = { ESD: 'Ecuadorian Dollar' };
/** When a currency was legal tender, as `Intl` says of former ones: Belarusian Ruble (2000–2016). */
const YEARS = / \(\d{4}\D\d{4}\)$/;

function countryName(key: string): string | undefined {
  const code = isoCountries.get(key) ?? key;
  return countryNames[key] ?? (/^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined);
}

/**
 * The English name of an entry of a small catalogue, by the id of the catalogue.
 * @returns undefined for a key of a loaded edition that is newer than these names
 */
export function englishOf(id: string, { key, label, en }: CatalogueEntry): string | undefined {
  if (en !== undefined) return en;
  if (PROPER_NAMES.has(id)) return label;
  if (id === 'paises' || id === 'paisesRetenciones') return countryName(key);
  if (id === 'monedas') return currencyNames[key] ?? currencies.of(key)?.replace(YEARS, '');
  return tables.get(id)?.get(key);
}
