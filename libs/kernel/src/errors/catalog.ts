import { group } from './entry.js';

export const productErrors = group({
  product_not_found: {
    status: 404,
    es: 'No se encontró el producto.',
    en: 'The product was not found.',
  },
  supplier_not_found: {
    status: 404,
    es: 'No se encontró el proveedor.',
    en: 'The supplier was not found.',
  },
});

/** Keys that a field of the body names: 400, since the address itself exists. A catalogue is named in the address. */
export const catalogErrors = group({
  catalog_not_found: {
    status: 404,
    es: 'No existe el catálogo "{name}" (catálogos parecidos: {near}). La lista de catálogos está en GET /catalogs/sat.',
    en: 'There is no catalog "{name}" (similar catalogs: {near}). For the list of catalogs, see GET /catalogs/sat.',
  },
  product_key_not_found: {
    status: 400,
    es: 'La clave de producto o servicio "{key}" no existe en el catálogo del SAT: tiene 8 dígitos, y se busca por palabras en GET /catalogs/products?q=….',
    en: 'The product or service key "{key}" does not exist in the SAT catalog: it has 8 digits, and GET /catalogs/products?q=… finds it by words.',
  },
  tariff_code_not_found: {
    status: 400,
    es: 'La fracción arancelaria "{key}" no existe en el catálogo del SAT.',
    en: 'The tariff code "{key}" does not exist in the SAT catalog.',
  },
  unit_key_not_found: {
    status: 400,
    es: 'La clave de unidad "{key}" no existe en el catálogo del SAT: se busca por palabras en GET /catalogs/units?q=…; la de pieza es H87.',
    en: 'The unit key "{key}" does not exist in the SAT catalog: GET /catalogs/units?q=… finds it by words; that of a piece is H87.',
  },
});
