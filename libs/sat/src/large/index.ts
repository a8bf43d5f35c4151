export { builtInCatalogues } from './built-in.js';
export { withNewerPlaces } from './newer-places.js';
export type * from './port.js';
export type { SearchHit, SearchOptions, SearchResult } from './search.js';
export { PRODUCT_KEY, UNIT_KEY } from './tables.js';
