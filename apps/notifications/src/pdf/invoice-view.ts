import { amountInWords } from './amount-in-words.js';
import { discountShare, lineTaxes, totalRows, unitPrice } from './amounts-view.js';
import { paletteOf } from './color.js';
import { cleanCustomSection } from './custom-section.js';
import { currencyDecimals, dateTime, exact, micros, money } from './format.js';
import { addressLines, isForeign, documentTitles, documentTypes, keyed, periodicityKey } from './labels.js';
import { logoUri } from './logo.js';
import { marksOf } from './marks.js';
import {
  defaultPdfOptions,
  type CatalogueName,
  type InvoicePdfModel,
  type PdfItem,
  type PdfOptions,
} from './model.js';
import { paymentViews } from './payments-view.js';
import { qrPath } from './qr.js';
import { rowsOf } from './rows.js';

const currencySigns: Record<string, string> = { MXN: '$', USD: '$', CAD: '$', EUR: '€', GBP: '£', JPY: '¥' };

const GENERIC_FOREIGN_RFC = 'XEXX010101000';

const connectives = new Set(['y', 'e', 'de', 'del', 'el', 'la', 'los', 'las', 'en', 'para']);

/** At most two letters of a name, for organizations without a logo. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !connectives.has(word.toLowerCase()))
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

const itemView = (item: PdfItem, options: PdfOptions, decimals: number, model: InvoicePdfModel) => {
  const { product } = item;
  const accounts = [item.property_tax_account ?? []].flat();
  const unitLabel = product.unit_name || (product.unit_key && model.label('c_ClaveUnidad', product.unit_key));
  return {
    quantity: exact(micros(item.quantity)),
    unit: unitLabel || product.unit_key || '',
    unitKey: options.product_key && product.unit_key ? product.unit_key : '',
    description: product.description,
    isLong: product.description.length > 140,
    details: [
      options.product_key && product.product_key && `Clave ${product.product_key}`,
      product.sku && `SKU ${product.sku}`,
      options.codes && product.taxability && `Obj. imp. ${product.taxability}`,
    ].filter(Boolean),
    notes: [
      item.third_party &&
        `Por cuenta de terceros: ${item.third_party.legal_name} (${item.third_party.tax_id})`,
      item.customs_keys?.length && `Pedimento: ${item.customs_keys.join(', ')}`,
      accounts.length > 0 && `Cuenta predial: ${accounts.join(', ')}`,
      ...(item.parts ?? []).map(
        (part) =>
          `Incluye: ${[part.quantity && exact(micros(part.quantity)), part.description].filter(Boolean).join(' × ')}`,
      ),
    ].filter(Boolean),
    taxes: lineTaxes(item, options, decimals),
    unitPrice: unitPrice(item, options, decimals),
    discount: item.discount && micros(item.discount) > 0n ? money(micros(item.discount), decimals) : '',
    discountShare: discountShare(item) ?? '',
    amount: money(micros(item.amount), decimals),
  };
};

/** Room for the longest of some amounts, in millimetres: tabular digits at the table's size, between two bounds. */
const columnWidth = (texts: readonly string[], least: number): number =>
  Math.min(
    36,
    Math.max(least, Math.ceil(texts.reduce((most, text) => Math.max(most, text.length), 0) * 1.62 + 4)),
  );

/** Everything that the template prints, already as text: it decides nothing and calculates nothing. */
export function invoiceView(model: InvoicePdfModel) {
  const { organization, issuer_info: issuer, customer, stamp, currency } = model;
  const options: PdfOptions = { ...defaultPdfOptions, ...organization.pdf_extra, ...model.pdf_options };
  const decimals = currencyDecimals(currency);
  const hasAmounts = currency !== 'XXX';
  const label = (catalogue: CatalogueName, key: string | null | undefined) =>
    keyed(model.label, options.codes, catalogue, key);
  const country = (key: string) => keyed(model.label, options.address_codes, 'c_Pais', key);
  const local = (iso: string | null | undefined) => (iso ? dateTime(iso, model.timezone) : undefined);
  const folio = [model.series, model.folio_number].filter(
    (part) => part !== null && part !== undefined && part !== '',
  );
  const title = documentTitles[model.type];
  const name = organization.name || issuer.legal_name;
  const items = model.items.map((item) => itemView(item, options, decimals, model));
  const stamped = Boolean(stamp && model.uuid);
  const expedition = model.address ?? issuer.address;

  return {
    palette: paletteOf(organization.color),
    ...marksOf(model),
    title,
    folio: folio.join('-'),
    heading: [title, folio.join('-')].filter(Boolean).join(' '),
    logo: logoUri(organization.logo),
    initials: initialsOf(name),
    uuid: stamped ? model.uuid : undefined,
    issuer: {
      name,
      legalName: organization.name && organization.name !== issuer.legal_name ? issuer.legal_name : undefined,
      taxId: issuer.tax_id,
      regime: label('c_RegimenFiscal', issuer.tax_system),
      address: addressLines(issuer.address, country),
      contact: [organization.phone, organization.support_email, organization.website].filter(Boolean),
    },
    header: rowsOf([
      ['Fecha de emisión', local(model.date)],
      ['Fecha de certificación', local(stamp?.date)],
      ['Lugar de expedición', expedition?.zip && `C.P. ${expedition.zip}`],
      ['Tipo de comprobante', documentTypes[model.type]],
      ['Fecha de cancelación', model.status === 'canceled' ? local(model.canceled_at) : undefined],
    ]),
    customer: customer
      ? {
          name: customer.legal_name,
          // A foreign receiver has the generic RFC in the CFDI, and its own number as NumRegIdTrib (Anexo 20).
          taxId: isForeign(customer.address) ? GENERIC_FOREIGN_RFC : customer.tax_id,
          foreignId:
            isForeign(customer.address) && customer.tax_id !== GENERIC_FOREIGN_RFC
              ? customer.tax_id
              : undefined,
          address: addressLines(customer.address, country),
          regime: label('c_RegimenFiscal', customer.tax_system),
          contact: [customer.email, customer.phone].filter(Boolean),
        }
      : undefined,
    terms: rowsOf([
      ['Uso del CFDI', label('c_UsoCFDI', model.use)],
      ['Forma de pago', label('c_FormaPago', model.payment_form)],
      ['Método de pago', label('c_MetodoPago', model.payment_method)],
      ['Moneda', hasAmounts ? keyed(model.label, true, 'c_Moneda', currency) : undefined],
      [
        'Tipo de cambio',
        hasAmounts && currency !== 'MXN' && model.exchange
          ? `1 ${currency} = ${exact(micros(model.exchange), 2)} MXN`
          : undefined,
      ],
      [
        'Exportación',
        options.export_key ? keyed(model.label, true, 'c_Exportacion', model.export ?? '01') : undefined,
      ],
    ]),
    items,
    hasItems: items.length > 0,
    hasDiscounts: items.some(({ discount }) => discount !== ''),
    widths: {
      unitPrice: columnWidth([...items.map((item) => item.unitPrice), 'P. unitario'], 22),
      discount: columnWidth(
        items.map((item) => item.discount),
        20,
      ),
      amount: columnWidth(
        items.map((item) => item.amount),
        24,
      ),
    },
    payments: paymentViews(model, label, local),
    hasAmounts,
    totals: hasAmounts ? totalRows(model, options, decimals) : [],
    total: `${currencySigns[currency] ?? ''}${money(micros(model.total), decimals)}`,
    currency,
    inWords: hasAmounts ? amountInWords(String(model.total), currency) : undefined,
    notes: rowsOf([
      ['Condiciones de pago', model.conditions],
      [
        'Factura global',
        model.global &&
          [
            label('c_Periodicidad', periodicityKey(model.global.periodicity)),
            label('c_Meses', model.global.months),
            String(model.global.year),
          ].join(' · '),
      ],
      ...(model.related_documents ?? []).map(
        ({ relationship, documents }) =>
          [`CFDI relacionados: ${label('c_TipoRelacion', relationship)}`, documents.join(', ')] as const,
      ),
      ...(model.legends ?? []).map(
        (legend) =>
          [
            ['Leyenda', legend.disposicion_fiscal, legend.norma].filter(Boolean).join(' · '),
            legend.texto_leyenda,
          ] as const,
      ),
    ]),
    customSection: model.pdf_custom_section ? cleanCustomSection(model.pdf_custom_section) : '',
    seal:
      stamped && stamp
        ? {
            qr: model.verification_url ? qrPath(model.verification_url) : undefined,
            certificates: rowsOf([
              ['No. de serie del CSD del emisor', model.certificate_number],
              ['No. de serie del certificado SAT', stamp.sat_cert_number],
              ['RFC del proveedor de certificación', stamp.rfc_provider_cert],
            ]),
            strings: rowsOf([
              ['Sello digital del CFDI', stamp.signature],
              ['Sello digital del SAT', stamp.sat_signature],
              ['Cadena original del complemento de certificación digital del SAT', stamp.complement_string],
            ]),
          }
        : undefined,
    repeatSeal: options.repeat_signature && stamped,
  };
}
