import type {
  ACuentaTercerosInput,
  ComprobanteInput,
  ConceptoInput,
  GivenXml,
  ImpuestoInput,
  ReceptorInput,
} from '#cfdi';
import type {
  CustomerSnapshot,
  InvoiceContent,
  InvoiceItem,
  IssuerSnapshot,
  Namespace,
  Tax,
  ThirdParty,
} from '#contracts';
import {
  RFC_EXTRANJERO,
  RFC_PUBLICO_GENERAL,
  NO_OBLIGACIONES,
  monedas,
  periodicidadOf,
  postalCode,
} from '#sat';
import { complemento, complementoConcepto, namespace } from './complements.js';

/** What only exists once an invoice is issued; drafts are computed with placeholders. */
export interface Issued {
  readonly series: string | null;
  readonly folio_number: number | null;
  readonly fecha: string;
}

/** A foreign customer is written under the generic RFC for foreigners, without obligations and without effects. */
export const isForeign = (customer: CustomerSnapshot): boolean => customer.address.country !== 'MEX';

/** The SAT's register has names in capitals, and documents must have them exactly so (CFDI40145). */
export const capitals = (name: string): string => name.toUpperCase();

/** The RFC that the customer has in the Comprobante. */
export function receiverRfc(customer: CustomerSnapshot | null): string {
  if (customer === null) return RFC_PUBLICO_GENERAL;
  return isForeign(customer) ? RFC_EXTRANJERO : (customer.tax_id ?? '');
}

/** What the receiver uses it for: to a foreign one it is always without fiscal effects. */
export const receiverUse = ({ customer, use }: Pick<InvoiceContent, 'customer' | 'use'>): string =>
  customer && isForeign(customer) ? 'S01' : use;

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
  const { global } = content;
  return {
    tipo: content.type,
    ...(issued.series !== null && issued.series !== '' && { serie: issued.series }),
    ...(issued.folio_number !== null && { folio: String(issued.folio_number) }),
    fecha: issued.fecha,
    ...(content.payment_form !== null && { formaPago: content.payment_form }),
    ...(content.payment_method !== null && { metodoPago: content.payment_method }),
    ...(content.conditions !== null && { condicionesDePago: content.conditions }),
    moneda: content.currency,
    decimalesMoneda: monedas.find(content.currency)?.decimales ?? 2,
    // Goods that are moved are written without a currency, and so without a rate.
    ...(content.type !== 'T' &&
      content.exchange !== null &&
      content.currency !== 'MXN' &&
      content.currency !== 'XXX' && { tipoCambio: content.exchange }),
    exportacion: content.export,
    lugarExpedicion,
    emisor: { rfc: issuer.tax_id, nombre: capitals(issuer.legal_name), regimenFiscal: issuer.tax_system },
    receptor: receptor(content, lugarExpedicion),
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
    ...complementary(content, issued.fecha, lugarExpedicion),
  };
}

const DEFAULT_ZONE = 'America/Mexico_City';

/** Complements, addenda and the namespaces that they use; on whose account a payment was received. */
function complementary(
  content: InvoiceContent,
  fecha: string,
  lugarExpedicion: string,
): Pick<ComprobanteInput, 'complementos' | 'addenda' | 'espacios' | 'aCuentaTerceros'> {
  const { complements = [], addenda, namespaces = [], third_party: thirdParty } = content;
  const context = { fecha, timeZone: postalCode(lugarExpedicion)?.timeZone ?? DEFAULT_ZONE };
  return {
    ...(complements.length > 0 && {
      complementos: complements.map((complement) => complemento(complement, context)),
    }),
    ...(addenda && { addenda }),
    ...(namespaces.length > 0 && { espacios: namespaces.map(namespace) }),
    ...(thirdParty && { aCuentaTerceros: tercero(thirdParty) }),
  };
}

/** What an invoice or a retention carries beside its own fields. */
export interface Carried {
  readonly addenda?: string | null;
  readonly complements?: readonly { readonly type: string; readonly data: unknown }[];
  readonly namespaces?: readonly Namespace[];
}

/** The XML among what a document carries, for the engine to read before it builds the document. */
export const givenXml = ({ addenda, complements = [], namespaces = [] }: Carried): GivenXml => ({
  addenda: addenda ?? undefined,
  complementos: complements.map(({ type, data }) =>
    type === 'custom' && typeof data === 'string' ? data : undefined,
  ),
  espacios: namespaces.map(namespace),
});

const tercero = (party: ThirdParty): ACuentaTercerosInput => ({
  rfc: party.tax_id,
  nombre: capitals(party.legal_name),
  regimenFiscal: party.tax_system,
  domicilioFiscal: party.zip,
});

function receptor(content: InvoiceContent, lugarExpedicion: string): ReceptorInput {
  const { customer } = content;
  const usoCfdi = receiverUse(content);
  // A draft that has no receiver yet is computed as if it were for the public in general.
  if (customer === null)
    return {
      rfc: RFC_PUBLICO_GENERAL,
      nombre: content.global ? 'PUBLICO EN GENERAL' : 'SIN RECEPTOR',
      domicilioFiscal: lugarExpedicion,
      regimenFiscal: NO_OBLIGACIONES,
      usoCfdi,
    };
  if (isForeign(customer))
    return {
      rfc: RFC_EXTRANJERO,
      nombre: capitals(customer.legal_name),
      domicilioFiscal: lugarExpedicion,
      regimenFiscal: NO_OBLIGACIONES,
      usoCfdi,
      residenciaFiscal: customer.address.country,
      ...(customer.tax_id && { numRegIdTrib: customer.tax_id }),
    };
  const generic = customer.tax_id === RFC_PUBLICO_GENERAL;
  return {
    rfc: customer.tax_id ?? '',
    nombre: capitals(customer.legal_name),
    // CFDI40149: the generic RFC's address is the place of issue.
    domicilioFiscal: generic ? lugarExpedicion : (customer.address.zip ?? ''),
    regimenFiscal: generic ? NO_OBLIGACIONES : (customer.tax_system ?? ''),
    usoCfdi,
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
    ...(item.third_party && { aCuentaTerceros: tercero(item.third_party) }),
    ...(item.complement != null && { complemento: complementoConcepto(item.complement) }),
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
