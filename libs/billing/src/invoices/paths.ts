import type { Detail } from '#kernel';
import { complementPath } from './complement-paths.js';

const LINE = String.raw`^conceptos\[(\d+)\]`;
const line = (rest: string): RegExp => new RegExp(`${LINE}\\.${rest}`);
const NTH = String.raw`\[(\d+)\]`;

/** Paths of an engine's input, and the API's in their place; what follows a match stays. The first that fits is taken. */
export type PathTable = readonly (readonly [RegExp, string])[];

/** What an invoice and a retention have in common. */
export const OF_ALL_DOCUMENTS: PathTable = [
  [/^emisor\.rfc$/, 'issuer_info.tax_id'],
  [/^emisor\.nombre$/, 'issuer_info.legal_name'],
  [/^emisor\.regimenFiscal$/, 'issuer_info.tax_system'],
  [/^addenda/, 'addenda'],
  [/^espacios\[(\d+)\]\.prefijo$/, 'namespaces[$1].prefix'],
  [/^espacios\[(\d+)\]\.uri$/, 'namespaces[$1].uri'],
  [/^espacios\[(\d+)\]\.esquema$/, 'namespaces[$1].schema_location'],
  [/^espacios/, 'namespaces'],
];

const PATHS: PathTable = [
  [line(`impuestos${NTH}\\.tasa$`), 'items[$1].product.taxes[$2].rate'],
  [line(`impuestos${NTH}\\.tipoFactor$`), 'items[$1].product.taxes[$2].factor'],
  [line(`impuestos${NTH}\\.impuesto$`), 'items[$1].product.taxes[$2].type'],
  [line(`impuestos${NTH}\\.retencion$`), 'items[$1].product.taxes[$2].withholding'],
  [line(`impuestos${NTH}\\.iepsMode$`), 'items[$1].product.taxes[$2].ieps_mode'],
  [line(`impuestosLocales${NTH}\\.tasa$`), 'items[$1].product.local_taxes[$2].rate'],
  [line(`impuestosLocales${NTH}\\.nombre$`), 'items[$1].product.local_taxes[$2].type'],
  [line('impuestosLocales'), 'items[$1].product.local_taxes'],
  [line('impuestos'), 'items[$1].product.taxes'],
  [line('aCuentaTerceros\\.rfc$'), 'items[$1].third_party.tax_id'],
  [line('aCuentaTerceros\\.nombre$'), 'items[$1].third_party.legal_name'],
  [line('aCuentaTerceros\\.regimenFiscal$'), 'items[$1].third_party.tax_system'],
  [line('aCuentaTerceros\\.domicilioFiscal$'), 'items[$1].third_party.zip'],
  [line('informacionAduanera'), 'items[$1].customs_keys'],
  [line('cuentaPredial'), 'items[$1].property_tax_account'],
  [line(`partes${NTH}\\.claveProdServ$`), 'items[$1].parts[$2].product_key'],
  [line(`partes${NTH}\\.noIdentificacion$`), 'items[$1].parts[$2].sku'],
  [line(`partes${NTH}\\.cantidad$`), 'items[$1].parts[$2].quantity'],
  [line(`partes${NTH}\\.unidad$`), 'items[$1].parts[$2].unit_name'],
  [line(`partes${NTH}\\.descripcion$`), 'items[$1].parts[$2].description'],
  [line(`partes${NTH}\\.valorUnitario$`), 'items[$1].parts[$2].unit_price'],
  [line(`partes${NTH}\\.informacionAduanera`), 'items[$1].parts[$2].customs_keys'],
  [line('complemento\\.curp$'), 'items[$1].complement.CURP'],
  [line('complemento\\.autRvoe$'), 'items[$1].complement.autRVOE'],
  [line('complemento\\.tipoPermiso$'), 'items[$1].complement.tipo_permiso'],
  [line('complemento\\.numeroPermiso$'), 'items[$1].complement.numero_permiso'],
  [line('complemento\\.subProductoHyp$'), 'items[$1].complement.sub_producto_hyp'],
  [line('complemento\\.claveHyp$'), 'items[$1].complement.clave_hyp'],
  [line('complemento(\\.xml)?'), 'items[$1].complement'],
  [line('claveProdServ$'), 'items[$1].product.product_key'],
  [line('noIdentificacion$'), 'items[$1].product.sku'],
  [line('cantidad$'), 'items[$1].quantity'],
  [line('claveUnidad$'), 'items[$1].product.unit_key'],
  [line('unidad$'), 'items[$1].product.unit_name'],
  [line('descripcion$'), 'items[$1].product.description'],
  [line('precio$'), 'items[$1].product.price'],
  [line('descuento$'), 'items[$1].discount'],
  [line('objetoImp$'), 'items[$1].product.taxability'],
  [new RegExp(`${LINE}$`), 'items[$1]'],
  [/^conceptos$/, 'items'],
  ...OF_ALL_DOCUMENTS,
  [/^receptor\.nombre$/, 'customer.legal_name'],
  [/^receptor\.(rfc|numRegIdTrib)$/, 'customer.tax_id'],
  [/^receptor\.domicilioFiscal$/, 'customer.address.zip'],
  [/^receptor\.regimenFiscal$/, 'customer.tax_system'],
  [/^receptor\.residenciaFiscal$/, 'customer.address.country'],
  [/^receptor\.usoCfdi$/, 'use'],
  [/^tipo$/, 'type'],
  [/^serie$/, 'series'],
  [/^folio$/, 'folio_number'],
  [/^fecha$/, 'date'],
  [/^formaPago$/, 'payment_form'],
  [/^metodoPago$/, 'payment_method'],
  [/^condicionesDePago$/, 'conditions'],
  [/^(moneda|decimalesMoneda)$/, 'currency'],
  [/^tipoCambio$/, 'exchange'],
  [/^exportacion$/, 'export'],
  [/^lugarExpedicion$/, 'address.zip'],
  [/^informacionGlobal$/, 'global'],
  [/^informacionGlobal\.periodicidad$/, 'global.periodicity'],
  [/^informacionGlobal\.meses$/, 'global.months'],
  [/^informacionGlobal\.anio$/, 'global.year'],
  [/^complementos\[(\d+)\]$/, 'complements[$1]'],
  [/^complementos$/, 'complements'],
  [/^aCuentaTerceros\.rfc$/, 'third_party.tax_id'],
  [/^aCuentaTerceros\.nombre$/, 'third_party.legal_name'],
  [/^aCuentaTerceros\.regimenFiscal$/, 'third_party.tax_system'],
  [/^aCuentaTerceros\.domicilioFiscal$/, 'third_party.zip'],
  [/^aCuentaTerceros$/, 'third_party'],
  [/^cfdiRelacionados\[(\d+)\]\.tipoRelacion$/, 'related_documents[$1].relationship'],
  [/^cfdiRelacionados\[(\d+)\]\.uuids/, 'related_documents[$1].documents'],
];

/** A path of the engine's input as the API's field; undefined for one that the API does not have. */
export function apiPath(path: string): string | undefined {
  const inside = complementPath(path);
  if (inside !== undefined) return inside;
  return pathIn(PATHS, path);
}

/** A path by a table; undefined for one that the table does not have. */
export function pathIn(table: PathTable, path: string): string | undefined {
  const entry = table.find(([pattern]) => pattern.test(path));
  return entry && path.replace(...entry);
}

/** A problem that the engine found, at the path of the API's field in the body. */
export function inApiWords(detail: Detail): Detail {
  const path = detail.path === undefined ? undefined : apiPath(detail.path);
  return { location: 'body', ...detail, ...(path !== undefined && { path }) };
}
