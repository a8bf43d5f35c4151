import {
  buildComprobante,
  comprobanteXml,
  insertTimbre,
  readComprobante,
  type Comprobante,
  type ComprobanteInput,
} from '#cfdi';
import type { InvoicePdfModel, PdfItem, PdfTax } from '#pdf';
import { sampleInvoice } from '#pdf/testing/sample-model';
import { readStampedParts } from './document.js';
import { catalogueLabel } from './labels.js';

const UUID = '3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34';
const TIMBRE =
  `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="${UUID}" ` +
  `FechaTimbrado="2026-11-21T10:41:07" RfcProvCertif="SPR190613I52" SelloCFD="c2VsbG8=" ` +
  `NoCertificadoSAT="00001000000598765432" SelloSAT="c2VsbG8="/>`;

const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** For specs: the XML that an input builds, stamped. */
export function stampedXml(input: ComprobanteInput): string {
  const built = buildComprobante(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  const sealed = comprobanteXml(built.value, { noCertificado: '0'.repeat(20), certificado: '', sello: '' });
  return insertTimbre(sealed, TIMBRE);
}

/** For specs: the document that an input builds, stamped, as the PDF takes it. */
export function modelOf(input: ComprobanteInput, over: Partial<InvoicePdfModel> = {}): InvoicePdfModel {
  const xml = stampedXml(input);
  const read = readComprobante(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  const { lines, complementos, fechaTimbrado } = readStampedParts(xml);
  const { comprobante: c } = read.value;
  const sells = c.tipo === 'I' || c.tipo === 'E' || c.tipo === 'T';
  return {
    ...sampleInvoice(),
    label: catalogueLabel,
    ...headOf(c),
    items: sells ? c.conceptos.map((concepto, i) => ({ ...itemOf(concepto), ...lines[i] }) as PdfItem) : [],
    taxes: taxesOf(c),
    ...{ complementos, fechaTimbrado },
    ...over,
  };
}

const headOf = (c: Comprobante): Partial<InvoicePdfModel> => ({
  type: c.tipo,
  series: c.serie ?? null,
  folio_number: c.folio ?? null,
  currency: c.moneda,
  exchange: c.tipoCambio ?? null,
  subtotal: c.subTotal,
  discount: c.descuento ?? null,
  total: c.total,
  conditions: c.condicionesDePago ?? null,
  payment_form: c.formaPago ?? null,
  payment_method: c.metodoPago ?? null,
  use: c.receptor.usoCfdi,
  export: c.exportacion,
  customer: {
    legal_name: c.receptor.nombre,
    tax_id: c.receptor.rfc,
    tax_system: c.receptor.regimenFiscal,
    address: { zip: c.receptor.domicilioFiscal, country: c.receptor.residenciaFiscal ?? 'MEX' },
  },
  related_documents: c.cfdiRelacionados.map(({ tipoRelacion, uuids }) => ({
    relationship: tipoRelacion,
    documents: uuids,
  })),
  global: c.informacionGlobal
    ? {
        periodicity: c.informacionGlobal.periodicidad,
        months: c.informacionGlobal.meses,
        year: c.informacionGlobal.anio,
      }
    : null,
});

const itemOf = (concepto: Comprobante['conceptos'][number]): Omit<PdfItem, 'unit_value' | 'amount'> => ({
  quantity: concepto.cantidad,
  product: {
    description: concepto.descripcion,
    product_key: concepto.claveProdServ,
    unit_key: concepto.claveUnidad,
    unit_name: concepto.unidad ?? null,
    sku: concepto.noIdentificacion ?? null,
    taxability: concepto.objetoImp,
  },
  customs_keys: concepto.informacionAduanera,
  property_tax_account: concepto.cuentaPredial,
  third_party: concepto.aCuentaTerceros
    ? {
        legal_name: concepto.aCuentaTerceros.nombre,
        tax_id: concepto.aCuentaTerceros.rfc,
        tax_system: concepto.aCuentaTerceros.regimenFiscal,
        zip: concepto.aCuentaTerceros.domicilioFiscal,
      }
    : null,
  parts: concepto.partes.map((parte) => ({
    description: parte.descripcion,
    product_key: parte.claveProdServ,
    quantity: parte.cantidad,
    customs_keys: parte.informacionAduanera,
  })),
});

const taxesOf = (c: Comprobante): PdfTax[] => [
  ...c.traslados.map((tax) => ({
    type: NAMES[tax.impuesto] ?? '',
    factor: tax.tipoFactor,
    rate: tax.tasaOCuota ?? null,
    base: tax.base,
    amount: tax.importe ?? null,
  })),
  ...c.retenciones.map((tax) => ({
    type: NAMES[tax.impuesto] ?? '',
    amount: tax.importe,
    withholding: true,
  })),
  ...[
    ...(c.impuestosLocales?.traslados ?? []).map((tax) => ({ ...tax, withholding: false })),
    ...(c.impuestosLocales?.retenciones ?? []).map((tax) => ({ ...tax, withholding: true })),
  ].map(({ nombre, tasa, importe, withholding }) => ({
    ...{ type: nombre, rate: `${tasa}e-2`, amount: importe, withholding, local: true },
  })),
];
