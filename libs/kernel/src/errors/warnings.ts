import { field, type Detail, type MessageParams } from '../refusal.js';

/** What is taken, and is probably not what was meant: the codes of `warnings` in answers, with their texts. */
export const warningTable = {
  exchange_is_one: {
    es: 'El tipo de cambio es 1 y la moneda es {currency}: el comprobante dirá que un {currency} vale un peso.',
    en: 'The exchange rate is 1 and the currency is {currency}: the document will say that one {currency} is worth one MXN.',
  },
  date_in_the_past: {
    es: 'La fecha de emisión ya pasó. Omita "{path}" para emitir con la fecha actual.',
    en: 'The date of issue is in the past. Leave out "{path}" to issue with the present date.',
  },
  product_key_not_found: {
    es: 'La clave de producto o servicio "{key}" no está entre las que este servicio tiene cargadas. Verifíquela en el catálogo del SAT.',
    en: 'The product or service key "{key}" is not among those that this service has loaded. Check it in the SAT catalog.',
  },
  unit_key_not_found: {
    es: 'La clave de unidad "{key}" no está entre las que este servicio tiene cargadas. Verifíquela en el catálogo del SAT.',
    en: 'The unit key "{key}" is not among those that this service has loaded. Check it in the SAT catalog.',
  },
  receiver_not_validated: {
    es: 'Los datos fiscales del receptor no se han validado con el registro del SAT.',
    en: 'The fiscal data of the receiver has not been validated with the register of the SAT.',
  },
  price_unusual: {
    es: 'El precio {price} es al menos cien veces el del producto registrado con el SKU "{sku}" ({usual}). Revise si está en centavos.',
    en: 'The price {price} is a hundred times that of the stored product with the SKU "{sku}" ({usual}), or more. Check whether it is in cents.',
  },
  issuer_listed_69b: {
    es: 'El emisor {rfc} está en el listado del artículo 69-B del Código Fiscal de la Federación (operaciones inexistentes).',
    en: 'The issuer {rfc} is on the list of article 69-B of the Código Fiscal de la Federación (nonexistent operations).',
  },
  third_party_listed_69b: {
    es: 'El tercero por cuenta de quien se emitió el comprobante está en el listado del artículo 69-B del Código Fiscal de la Federación.',
    en: 'The third party that the document was issued for is on the list of article 69-B of the Código Fiscal de la Federación.',
  },
  unknown_at_sat: {
    es: 'El SAT no encuentra el comprobante. Puede tardar hasta 72 horas en aparecer; se volverá a consultar.',
    en: 'The SAT does not find the document. It may take up to 72 hours to appear; it will be asked again.',
  },
  canceled_at_sat: {
    es: 'El SAT tiene el comprobante como cancelado.',
    en: 'The SAT has the document as canceled.',
  },
  surplus_stamp: {
    es: 'El PAC {pac} también timbró este documento, con el folio fiscal {uuid}. El documento conserva el suyo; ese otro sobra.',
    en: 'The PAC {pac} has stamped this document too, as {uuid}. The document keeps its own stamp; that one is surplus.',
  },
  surplus_stamp_canceled: {
    es: 'El folio fiscal {uuid}, que el PAC {pac} timbró de más, está cancelado.',
    en: '{uuid}, the surplus stamp of the PAC {pac}, is canceled.',
  },
  surplus_stamp_not_canceled: {
    es: 'El folio fiscal {uuid}, que el PAC {pac} timbró de más, no está cancelado ({status}). Cancélelo en el portal del SAT o con el PAC.',
    en: '{uuid}, the surplus stamp of the PAC {pac}, is not canceled ({status}). Cancel it in the portal of the SAT or with the PAC.',
  },
  folio_repeated: {
    es: 'Ya hay un comprobante vigente con el folio {folio} (serie {series}). Omita "{path}" para usar el siguiente.',
    en: 'There is a valid document with the folio {folio} already (series {series}). Leave out "{path}" to use the next one.',
  },
} as const;

export type WarningCode = keyof typeof warningTable;

/** A warning about a field of the body. */
export const warning = (path: string, code: WarningCode, params: MessageParams = {}): Detail =>
  field(path, code, { message: warningTable[code], params });
