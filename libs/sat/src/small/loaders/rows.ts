import type { CatalogueEntry } from '../../catalogue.js';
import type { Estado } from '../../catalogues/index.js';
import type { LoadedRow } from '../loader.js';

/** The keys of a list in their order, such as the regimes of a use: "601, 603, 606". */
export const listOf = (text: string, item: RegExp): readonly string[] => [...(text.match(item) ?? [])].sort();

/** A row whose catalogue says nothing beyond key, label and dates. */
export const toPlain = ({ base }: LoadedRow<CatalogueEntry>): CatalogueEntry => base;

const COUNTRY: Readonly<Record<string, { pais: Estado['pais']; iso: string }>> = {
  MEX: { pais: 'MEX', iso: 'MX' },
  USA: { pais: 'USA', iso: 'US' },
  CAN: { pais: 'CAN', iso: 'CA' },
};
/** A state of a country that has states in the catalogue. */
export function estadoOf({ base, text, known }: LoadedRow<Estado>): Estado {
  const country = COUNTRY[text('pais')];
  if (!country) throw new Error(`${base.key}: the states of ${text('pais')} are not known.`);
  return { ...base, pais: country.pais, iso: known?.iso ?? `${country.iso}-${base.key}` };
}
