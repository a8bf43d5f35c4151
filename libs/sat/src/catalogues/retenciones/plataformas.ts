import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { RETENCIONES_START } from './validity.js';

/** The day of revision E of the complement of technological platforms, which brought IEPS on betting. */
export const PLATAFORMAS_REVISION_E = '2025-12-31';

/**
 * Keys of the complement of technological platforms, as its schema (revision E) lists them. The tax authority's names are
 * in its workbook only: until that is loaded, labels repeat the keys.
 */
const keysOf = (keys: string, validFrom = RETENCIONES_START): readonly CatalogueEntry[] =>
  keys.split(' ').map((key) => ({ key, label: key, validFrom }));

/** Services on which platforms also withhold IEPS (revision E). */
export const SERVICIO_WITH_IEPS = '11';

/** c_TipoDeServ: goods and services sold through a platform. */
export const tiposServicioPlataforma: Catalogue = catalogue('c_TipoDeServ', [
  ...keysOf('01 02 03 04 05 06 07 08 09'),
  ...keysOf(SERVICIO_WITH_IEPS, PLATAFORMAS_REVISION_E),
]);

/** c_SubTipoServ. */
export const subtiposServicioPlataforma: Catalogue = catalogue('c_SubTipoServ', keysOf('01 02 03 04 08 09'));

/** c_FormaPagoServ: how the service was paid. */
export const formasPagoPlataforma: Catalogue = catalogue(
  'c_FormaPagoServ',
  keysOf('01 02 03 04 05 06 07 08 09'),
);

/** c_TasaCuota: the rates of a service's transferred taxes. */
export const tasasPlataforma: Catalogue = catalogue('c_TasaCuota', [
  ...keysOf('0.000000 0.080000 0.160000'),
  ...keysOf('0.500000', PLATAFORMAS_REVISION_E),
]);
