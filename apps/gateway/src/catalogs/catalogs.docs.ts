import { LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const PAGES = 'Only keys that are in force today are found. Pages 0 and 1 are both the first.';
/** Of large catalogues. */
const SEARCH = `Finds keys by their beginning and by words, whatever accents, case, order and number they have; the best match is first. The last word may be incomplete. ${PAGES}`;
/** Of small ones. */
const SMALL_SEARCH = `Finds keys by their beginning, then those whose name has the text, whatever its accents and case. ${PAGES}`;
const PART =
  'The built-in part is what invoices really use; until the operator loads the whole catalogue (`npm run catalogues`), other keys are not found here, and documents that carry them are checked by their form ([catalogues](/docs/catalogues)).';

export const catalogsDocs = {
  'GET /v2/catalogs/products': {
    id: 'searchProductKeys',
    tag: 'Catalogs',
    summary: 'Search keys of products and services',
    description: `c_ClaveProdServ: what \`product_key\` takes. ${SEARCH} Synonyms are known: \`laptop\` finds computers. ${PART}`,
    examples: {
      word: { summary: 'By a word', parameters: { q: 'laptop', limit: 2 } },
      key: { summary: 'By the beginning of a key', parameters: { q: '6013', limit: 2 } },
    },
    refusals: LIST,
  },
  'GET /v2/catalogs/units': {
    id: 'searchUnitKeys',
    tag: 'Catalogs',
    summary: 'Search keys of units',
    description: `c_ClaveUnidad: what \`unit_key\` takes. ${SEARCH} ${PART}`,
    examples: { word: { summary: 'By a word', parameters: { q: 'kilo', limit: 2 } } },
    refusals: LIST,
  },
  'GET /v2/products/keys': {
    id: 'searchProductKeysAsBefore',
    tag: 'Catalogs',
    summary: 'Search keys of products, as older clients do',
    description: 'The same as `GET /v2/catalogs/products`, which is to be used.',
    examples: { word: { summary: 'By a word', parameters: { q: 'laptop', limit: 2 } } },
    refusals: LIST,
  },
  'GET /v2/products/units': {
    id: 'searchUnitKeysAsBefore',
    tag: 'Catalogs',
    summary: 'Search keys of units, as older clients do',
    description: 'The same as `GET /v2/catalogs/units`, which is to be used.',
    examples: { word: { summary: 'By a word', parameters: { q: 'kilo', limit: 2 } } },
    refusals: LIST,
  },
  'GET /v2/catalogs/sat': {
    id: 'listSatCatalogs',
    tag: 'Catalogs',
    summary: 'List the small catalogues of the SAT',
    description:
      'Fiscal regimes, uses, payment forms, currencies, rates, the keys of the complements: each with its name in addresses, the SAT’s own, and its edition.',
    examples: { payments: { summary: 'Those of payments', parameters: { q: 'pago', limit: 2 } } },
    refusals: LIST,
  },
  'GET /v2/catalogs/sat/:name': {
    id: 'listSatCatalogKeys',
    tag: 'Catalogs',
    summary: 'List or search the keys of a small catalogue',
    description:
      'Every row of the edition in use with its names in Spanish and English, also those that ended or are yet to begin: `valid_from` and `valid_to` say when a document may carry it. An unknown name is answered with those that are near it.',
    examples: {
      forms: { summary: 'Payment forms', parameters: { name: 'payment-forms', limit: 2 } },
      uses: {
        summary: 'Uses of a CFDI, by a word',
        parameters: { name: 'cfdi-uses', q: 'gastos', limit: 2 },
      },
    },
    refusals: ['catalog_not_found', ...LIST],
  },
} satisfies OperationDocs;

export { LIST, PART, SEARCH, SMALL_SEARCH };
