import { builtInCatalogues } from '../large/built-in.js';
import type { KeyStatus } from '../large/port.js';
import type { KeyCatalogue } from './key-catalogue.js';

/** Product key of what the catalogue does not have, and of every concept of a global invoice. */
export const PRODUCT_KEY_GLOBAL = '01010101';

/** The common product keys, built in. Until the full catalogue is loaded, others are checked by form only. */
export const builtInProductKeys: KeyCatalogue = builtInCatalogues.productos;

/** The common unit keys, built in. Until the full catalogue is loaded, others are checked by form only. */
export const builtInUnitKeys: KeyCatalogue = builtInCatalogues.unidades;

/** What the built-in catalogue knows of a product key. */
export const checkProductKey = (key: string): KeyStatus => builtInProductKeys.check(key);

/** What the built-in catalogue knows of a unit key. */
export const checkUnitKey = (key: string): KeyStatus => builtInUnitKeys.check(key);
