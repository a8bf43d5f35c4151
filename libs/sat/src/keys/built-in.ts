import { readTable } from '../catalogue.js';
import { bienes } from './bienes.js';
import { keyCatalogue, type KeyCatalogue, type KeyStatus } from './key-catalogue.js';
import { servicios } from './servicios.js';
import { unidades } from './unidades.js';

/** Form of a product key: eight digits. */
export const PRODUCT_KEY = /^\d{8}$/;
/** Form of a unit key: one to three letters or digits; a few of the catalogue's have lower-case letters. */
export const UNIT_KEY = /^[A-Za-z0-9]{1,3}$/;

/** Product key of what the catalogue does not have, and of every concept of a global invoice. */
export const PRODUCT_KEY_GLOBAL = '01010101';

/** The common product keys, built in. Until the full catalogue is loaded, others are checked by form only. */
export const builtInProductKeys: KeyCatalogue = keyCatalogue('c_ClaveProdServ', PRODUCT_KEY, [
  ...readTable(bienes),
  ...readTable(servicios),
]);

/** The common unit keys, built in. Until the full catalogue is loaded, others are checked by form only. */
export const builtInUnitKeys: KeyCatalogue = keyCatalogue('c_ClaveUnidad', UNIT_KEY, readTable(unidades));

/** What the built-in catalogue knows of a product key. */
export const checkProductKey = (key: string): KeyStatus => builtInProductKeys.check(key);

/** What the built-in catalogue knows of a unit key. */
export const checkUnitKey = (key: string): KeyStatus => builtInUnitKeys.check(key);
