import { postalCode } from '../postal/postal-code.js';
import type { LargeCatalogues } from './port.js';

/**
 * The catalogues for an installation that may be behind the tax authority's: postal codes are added all the time, and a
 * document must not be refused because the edition that is loaded does not have one yet. A code that is not held, in a
 * range that some state has, is accepted, and so is every well-formed colonia of it. A code that the edition
 * says has ended is still refused, and so is a code in no state's range.
 */
export function withNewerPlaces(catalogues: LargeCatalogues): LargeCatalogues {
  const { codigosPostales, colonias } = catalogues;
  const isNewer = (zip: string): boolean =>
    codigosPostales.check(zip) === 'well_formed' && postalCode(zip) !== undefined;
  return {
    ...catalogues,
    codigosPostales: {
      ...codigosPostales,
      accepts: (zip, date) => codigosPostales.accepts(zip, date) || isNewer(zip),
    },
    colonias: {
      ...colonias,
      accepts: (zip, key, date) =>
        colonias.accepts(zip, key, date) ||
        (colonias.check(zip, key, date) === 'well_formed' && isNewer(zip)),
    },
  };
}
