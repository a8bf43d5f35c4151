import type { Detail } from '#kernel';
import type { ComprobanteInput, ConceptoInput, ImpuestoInput, ReceptorInput } from '#cfdi';
import type { CustomerSnapshot, InvoiceContent, InvoiceItem, IssuerSnapshot, Tax } from '#contracts';
import { RFC_EXTRANJERO, RFC_PUBLICO_GENERAL, SIN_OBLIGACIONES, monedas, periodicidadOf } from '#sat';

/** What only exists once an invoice is issued; drafts are computed with placeholders. */
export interface Issued {
  readonly series: string | null;
  readonly folio_number: number | null;
  readonly fecha: string;
}

/** A foreign customer is written under the generic RFC for foreigners, without obligations and without effects. */
export const isForeign = (customer: CustomerSnapshot): boolean => customer.address.country !== 'MEX';

/** Names stand in the tax authority's register in capitals, and must be written as they stand there (CFDI40145). */
const capitals = (name: string): string => name.toUpperCase();

/** The RFC that the customer has in the Comprobante. */
export function receiverRfc(customer: CustomerSnapshot | null): string {
  if (customer === null) return RFC_PUBLICO_GENERAL;
  return isForeign(customer) ? RFC_EXTRANJERO : (customer.tax_id ?? '');
}

/** The postal code of the place of issue: the invoice's own address, else the organization's. */
export const placeOfIssue = (content: InvoiceContent, issuer: IssuerSnapshot): string =>
  content.address?.zip ?? issuer.address.zip ?? '';

/** An invoice in the API's words as the Comprobante's input in the field's own. */
export function comprobanteInput(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  issued: Issued,
): ComprobanteInput {
  const lugarExpedicion = placeOfIssue(content, issuer);
  const { customer, global } = content;
  return {
    tipo: content.type,
    ...(issued.series !== null && issued.series !== '' && { serie: issued.series }),
    ...(issued.folio_number !== null && { folio: String(issued.folio_number) }),
    fecha: issued.fecha,
    ...(content.payment_form !== null && { formaPago: content.payment_form }),
    metodoPago: content.payment_method,
    ...(content.conditions !== null && { condicionesDePago: content.conditions }),
    moneda: content.currency,
    decimalesMoneda: monedas.find(content.currency)?.decimales ?? 2,
    ...(content.currency !== 'MXN' && { tipoCambio: content.exchange }),
    exportacion: content.export,
    lugarExpedicion,
    emisor: { rfc: issuer.tax_id, nombre: capitals(issuer.legal_name), regimenFiscal: issuer.tax_system },
    receptor: receptor(customer, content.use, lugarExpedicion),
    ...(global && {
      informacionGlobal: {
        periodicidad: periodicidadOf(global.periodicity)?.key ?? global.periodicity,
        meses: global.months,
        anio: global.year,
      },
    }),
    cfdiRelacionados: content.related_documents.map(({ relationship, documents }) => ({
      tipoRelacion: relationship,
      uuids: documents,
    })),
    conceptos: content.items.map(concepto),
  };
}

function receptor(customer: CustomerSnapshot | null, use: string, lugarExpedicion: string): ReceptorInput {
  if (customer === null)
    return {
      rfc: RFC_PUBLICO_GENERAL,
      nombre: 'SIN RECEPTOR',
      domicilioFiscal: lugarExpedicion,
      regimenFiscal: SIN_OBLIGACIONES,
      usoCfdi: use,
    };
  if (isForeign(customer))
    return {
      rfc: RFC_EXTRANJERO,
      nombre: capitals(customer.legal_name),
      domicilioFiscal: lugarExpedicion,
      regimenFiscal: SIN_OBLIGACIONES,
      usoCfdi: 'S01',
      residenciaFiscal: customer.address.country,
      ...(customer.tax_id && { numRegIdTrib: customer.tax_id }),
    };
  const generic = customer.tax_id === RFC_PUBLICO_GENERAL;
  return {
    rfc: customer.tax_id ?? '',
    nombre: capitals(customer.legal_name),
    // CFDI40149: the generic RFC's address is the place of issue.
    domicilioFiscal: generic ? lugarExpedicion : (customer.address.zip ?? ''),
    regimenFiscal: generic ? SIN_OBLIGACIONES : (customer.tax_system ?? ''),
    usoCfdi: use,
  };
}

/** One line of an invoice as the Concepto's input. */
export function concepto(item: InvoiceItem): ConceptoInput {
  const { product } = item;
  return {
    claveProdServ: product.product_key,
    ...(product.sku && { noIdentificacion: product.sku }),
    cantidad: item.quantity,
    claveUnidad: product.unit_key,
    ...(product.unit_name && { unidad: product.unit_name }),
    descripcion: product.description,
    precio: product.price,
    impuestosIncluidos: product.tax_included,
    ...(item.discount !== '0' && { descuento: item.discount }),
    objetoImp: product.taxability,
    impuestos: product.taxes.map(impuesto),
    impuestosLocales: product.local_taxes.map((tax) => ({
      nombre: tax.type,
      tasa: tax.rate,
      ...(tax.base !== null && { base: tax.base }),
      retencion: tax.withholding,
    })),
    ...(item.third_party && {
      aCuentaTerceros: {
        rfc: item.third_party.tax_id,
        nombre: capitals(item.third_party.legal_name),
        regimenFiscal: item.third_party.tax_system,
        domicilioFiscal: item.third_party.zip,
      },
    }),
    informacionAduanera: [...item.customs_keys],
    cuentaPredial: [...item.property_tax_account],
    partes: item.parts.map((part) => ({
      claveProdServ: part.product_key,
      ...(part.sku && { noIdentificacion: part.sku }),
      cantidad: part.quantity,
      ...(part.unit_name && { unidad: part.unit_name }),
      descripcion: part.description,
      ...(part.unit_price !== null && { valorUnitario: part.unit_price }),
      informacionAduanera: [...part.customs_keys],
    })),
  };
}

const impuesto = (tax: Tax): ImpuestoInput => ({
  impuesto: tax.type,
  tipoFactor: tax.factor,
  ...(tax.factor !== 'Exento' && { tasa: tax.rate }),
  ...(tax.base !== null && { base: tax.base }),
  retencion: tax.withholding,
  iepsMode: tax.ieps_mode,
});

/** The engine's paths in the API's words, longest first. */
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/^conceptos\[(\d+)\]\.impuestos\[(\d+)\]\.tasa$/, 'items[$1].product.taxes[$2].rate'],
  [/^conceptos\[(\d+)\]\.impuestos\[(\d+)\]\.tipoFactor$/, 'items[$1].product.taxes[$2].factor'],
  [/^conceptos\[(\d+)\]\.impuestos\[(\d+)\]\.impuesto$/, 'items[$1].product.taxes[$2].type'],
  [/^conceptos\[(\d+)\]\.impuestos\[(\d+)\]\.retencion$/, 'items[$1].product.taxes[$2].withholding'],
  [/^conceptos\[(\d+)\]\.impuestos\[(\d+)\]\.iepsMode$/, 'items[$1].product.taxes[$2].ieps_mode'],
  [/^conceptos\[(\d+)\]\.impuestos(\[\d+\])?/, 'items[$1].product.taxes$2'],
  [/^conceptos\[(\d+)\]\.impuestosLocales\[(\d+)\]\.tasa$/, 'items[$1].product.local_taxes[$2].rate'],
  [/^conceptos\[(\d+)\]\.impuestosLocales\[(\d+)\]\.nombre$/, 'items[$1].product.local_taxes[$2].type'],
  [/^conceptos\[(\d+)\]\.impuestosLocales(\[\d+\])?/, 'items[$1].product.local_taxes$2'],
  [/^conceptos\[(\d+)\]\.aCuentaTerceros\.rfc$/, 'items[$1].third_party.tax_id'],
  [/^conceptos\[(\d+)\]\.aCuentaTerceros\.nombre$/, 'items[$1].third_party.legal_name'],
  [/^conceptos\[(\d+)\]\.aCuentaTerceros\.regimenFiscal$/, 'items[$1].third_party.tax_system'],
  [/^conceptos\[(\d+)\]\.aCuentaTerceros\.domicilioFiscal$/, 'items[$1].third_party.zip'],
  [/^conceptos\[(\d+)\]\.aCuentaTerceros/, 'items[$1].third_party'],
  [/^conceptos\[(\d+)\]\.informacionAduanera/, 'items[$1].customs_keys'],
  [/^conceptos\[(\d+)\]\.cuentaPredial/, 'items[$1].property_tax_account'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.claveProdServ$/, 'items[$1].parts[$2].product_key'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.noIdentificacion$/, 'items[$1].parts[$2].sku'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.cantidad$/, 'items[$1].parts[$2].quantity'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.unidad$/, 'items[$1].parts[$2].unit_name'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.descripcion$/, 'items[$1].parts[$2].description'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.valorUnitario$/, 'items[$1].parts[$2].unit_price'],
  [/^conceptos\[(\d+)\]\.partes\[(\d+)\]\.informacionAduanera/, 'items[$1].parts[$2].customs_keys'],
  [/^conceptos\[(\d+)\]\.claveProdServ$/, 'items[$1].product.product_key'],
  [/^conceptos\[(\d+)\]\.noIdentificacion$/, 'items[$1].product.sku'],
  [/^conceptos\[(\d+)\]\.cantidad$/, 'items[$1].quantity'],
  [/^conceptos\[(\d+)\]\.claveUnidad$/, 'items[$1].product.unit_key'],
  [/^conceptos\[(\d+)\]\.unidad$/, 'items[$1].product.unit_name'],
  [/^conceptos\[(\d+)\]\.descripcion$/, 'items[$1].product.description'],
  [/^conceptos\[(\d+)\]\.precio$/, 'items[$1].product.price'],
  [/^conceptos\[(\d+)\]\.descuento$/, 'items[$1].discount'],
  [/^conceptos\[(\d+)\]\.objetoImp$/, 'items[$1].product.taxability'],
  [/^conceptos\[(\d+)\]/, 'items[$1]'],
  [/^conceptos$/, 'items'],
  [/^receptor\.nombre$/, 'customer.legal_name'],
  [/^receptor\.(rfc|numRegIdTrib)$/, 'customer.tax_id'],
  [/^receptor\.domicilioFiscal$/, 'customer.address.zip'],
  [/^receptor\.regimenFiscal$/, 'customer.tax_system'],
  [/^receptor\.residenciaFiscal$/, 'customer.address.country'],
  [/^receptor\.usoCfdi$/, 'use'],
  [/^receptor/, 'customer'],
  [/^serie$/, 'series'],
  [/^folio$/, 'folio_number'],
  [/^fecha$/, 'date'],
  [/^formaPago$/, 'payment_form'],
  [/^metodoPago$/, 'payment_method'],
  [/^condicionesDePago$/, 'conditions'],
  [/^moneda$/, 'currency'],
  [/^tipoCambio$/, 'exchange'],
  [/^exportacion$/, 'export'],
  [/^lugarExpedicion$/, 'address.zip'],
  [/^informacionGlobal\.periodicidad$/, 'global.periodicity'],
  [/^informacionGlobal\.meses$/, 'global.months'],
  [/^informacionGlobal\.anio$/, 'global.year'],
  [/^cfdiRelacionados\[(\d+)\]\.tipoRelacion$/, 'related_documents[$1].relationship'],
  [/^cfdiRelacionados\[(\d+)\]\.uuids/, 'related_documents[$1].documents'],
];

/** A problem that the engine found, at the path of the API's field. */
export function inApiWords(detail: Detail): Detail {
  if (detail.path === undefined) return detail;
  for (const [pattern, replacement] of PATHS)
    if (pattern.test(detail.path)) return { ...detail, path: detail.path.replace(pattern, replacement) };
  return detail;
}
