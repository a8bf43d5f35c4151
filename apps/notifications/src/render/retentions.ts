import {
  findStandard,
  parseAcuse,
  readRetencion,
  readXml,
  retencionComplementos,
  standardsFor,
  type CfdiRetencion,
  type XmlNode,
} from '#cfdi';
import type {
  OrganizationDoc,
  RetentionComplement,
  RetentionContent,
  RetentionDoc,
  StampedRetention,
  UnstampedRetention,
} from '#contracts';
import type {
  AcusePdfModel,
  LabelLookup,
  PdfAddress,
  PdfRetentionReceiver,
  PdfWithheldTax,
  RetentionPdfModel,
} from '#pdf';
import { looseNode } from './loose.js';
import { issuerOf, lookOf, zoneOf } from './models.js';

type Stamped = StampedRetention & { readonly organization: OrganizationDoc };
type Unstamped = { readonly unstamped_retention: UnstampedRetention; readonly organization: OrganizationDoc };

const TAXES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** What the PDF of a stamped retention shows: what its document says, and from the API's answer what that leaves out. */
export function toStampedRetentionModel(
  { retention, organization }: Stamped,
  xml: string,
  label: LabelLookup,
  logo: Uint8Array | null = null,
): RetentionPdfModel {
  const read = readRetencion(xml);
  const root = readXml(xml);
  if (!read.ok || !root.ok) throw new Error('a stored CFDI of retentions does not read');
  const { retencion, sellado } = read.value;
  const { livemode, uuid, canceled_at, cancellation, stamp, verification_url, customer } = retention;
  const address = customer?.address ?? null;
  return {
    ...{ livemode, status: retention.status, uuid, canceled_at, cancellation, stamp, verification_url },
    // Local time of the place of issue, as the document has it.
    date: retencion.fechaExp,
    timezone: zoneOfPlace(retencion.lugarExpRetenc, organization),
    internal_folio: retencion.folioInt ?? null,
    ...{ retention_key: retencion.cveRetenc, description: retencion.descRetenc ?? null },
    issuer: {
      ...{ legal_name: retencion.emisor.nombre, tax_id: retencion.emisor.rfc },
      tax_system: retencion.emisor.regimenFiscal,
      address: retention.issuer_info?.address ?? null,
    },
    place: retencion.lugarExpRetenc,
    receiver: { ...receiverOfDocument(retencion, address), email: customer?.email ?? null },
    period: {
      first: Number(retencion.periodo.mesIni),
      last: Number(retencion.periodo.mesFin),
      year: Number(retencion.periodo.ejercicio),
    },
    taxes: retencion.totales.impRetenidos.map(
      ({ impuesto, baseRet, montoRet, tipoPagoRet }): PdfWithheldTax => ({
        type: impuesto === undefined ? null : (TAXES[impuesto] ?? impuesto),
        ...{ base: baseRet ?? null, amount: montoRet, payment_type: tipoPagoRet },
      }),
    ),
    totals: {
      operation: retencion.totales.montoTotOperacion,
      taxed: retencion.totales.montoTotGrav,
      exempt: retencion.totales.montoTotExent,
      withheld: retencion.totales.montoTotRet,
      bimonthly_profit: retencion.totales.utilidadBimestral ?? null,
      isr: retencion.totales.isrCorrespondiente ?? null,
    },
    related_documents: retencion.relacionado
      ? [{ relationship: retencion.relacionado.tipoRelacion, documents: [retencion.relacionado.uuid] }]
      : [],
    complementos: retencionComplementos(root.value),
    pdf_custom_section: retention.pdf_custom_section,
    certificate_number: sellado.noCertificado,
    organization: lookOf(organization, logo),
    label,
  };
}

function receiverOfDocument({ receptor }: CfdiRetencion, address: PdfAddress | null): PdfRetentionReceiver {
  if (receptor.nacionalidad === 'Extranjero')
    return {
      ...{ legal_name: receptor.nombre, tax_id: receptor.numRegIdTrib ?? null, isForeign: true },
      address,
    };
  const { rfc, nombre, curp = null, domicilioFiscal } = receptor;
  return {
    ...{ legal_name: nombre, tax_id: rfc, isForeign: false, curp },
    address: { ...address, zip: domicilioFiscal },
  };
}

/** What the PDF of a retention without a stamp shows: what its caller wrote, as far as it goes. */
export function toUnstampedRetentionModel(
  { unstamped_retention: unstamped, organization }: Unstamped,
  label: LabelLookup,
  logo: Uint8Array | null = null,
): RetentionPdfModel {
  const { content, amounts, livemode, status, date, created_at } = unstamped;
  const issuer = unstamped.issuer ?? issuerOf(organization);
  const { periodo, totales, customer } = content;
  return {
    ...{ livemode, status, date: date ?? content.fecha_exp ?? created_at },
    timezone: zoneOf({ address: issuer.address }, organization),
    internal_folio: content.folio_int,
    ...{ retention_key: content.cve_retenc, description: content.desc_retenc },
    ...{ issuer, place: issuer.address.zip },
    receiver: customer && {
      ...{ legal_name: customer.legal_name, tax_id: customer.tax_id, email: customer.email },
      ...{ isForeign: customer.address.country !== 'MEX', address: customer.address },
    },
    period: periodo && { first: periodo.mes_ini, last: periodo.mes_fin, year: periodo.ejerc },
    taxes: (totales?.imp_retenidos ?? []).map(({ impuesto, base_ret, monto_ret, tipo_pago_ret }) => ({
      ...{ type: impuesto, base: base_ret, amount: monto_ret, payment_type: tipo_pago_ret },
    })),
    totals: totales && {
      operation: amounts?.monto_tot_operacion ?? totales.monto_tot_operacion,
      taxed: amounts?.monto_tot_grav ?? totales.monto_tot_grav,
      exempt: amounts?.monto_tot_exent ?? totales.monto_tot_exent,
      withheld: amounts?.monto_tot_ret ?? totales.monto_tot_ret,
      bimonthly_profit: totales.utilidad_bimestral,
      isr: totales.isr_correspondiente,
    },
    related_documents: content.related_documents,
    complementos: complementsOf(content),
    pdf_custom_section: content.pdf_custom_section,
    organization: lookOf(organization, logo),
    label,
  };
}

/** Complements of a draft as far as they go: what has no place in its standard is left out. */
const complementsOf = ({ complements }: RetentionContent): XmlNode[] =>
  complements.flatMap((one) => complementNode(one) ?? []);

function complementNode({ type, data }: RetentionComplement): XmlNode | undefined {
  if (type === 'custom') {
    const read = readXml(data);
    return read.ok && findStandard(read.value, 'retenciones') ? read.value : undefined;
  }
  const standard = standardsFor('retenciones').find(({ prefix }) => prefix === type);
  return standard && looseNode(standard.root, data, standard.namespace);
}

/** What the PDF of a retention's cancellation receipt shows: the retention, and what the receipt itself says. */
export function retentionAcuseModel(
  { retention, organization }: Stamped,
  acuse: string,
  logo: Uint8Array | null = null,
): AcusePdfModel {
  const { issuer_info, uuid, cancellation, customer, totales } = retention;
  if (issuer_info === null || uuid === null) throw new Error('this retention was never stamped');
  const parsed = parseAcuse(acuse);
  const receipt = parsed.ok ? parsed.value : undefined;
  const folio = receipt?.folios.find((one) => one.uuid === uuid.toUpperCase());
  return {
    ...{ document: 'retention', livemode: retention.livemode, uuid, folio_number: retention.folio_int },
    ...{ issuer: issuer_info, customer, total: totales?.monto_tot_operacion ?? null, currency: 'MXN' },
    issued_at: retention.fecha_exp,
    motive: cancellation?.motive ?? '02',
    substitution_uuid: cancellation?.substitutionUUID ?? null,
    requested_at: cancellation?.requested_at ?? null,
    acknowledged_at: acknowledgedAt(retention),
    canceled_at: retention.canceled_at,
    status_code: folio?.estatusUuid ?? null,
    cancellation_status: retention.cancellation_status,
    sat_seal: receipt?.sello ?? null,
    timezone: zoneOf({ address: issuer_info.address }, organization),
    organization: lookOf(organization, logo),
  };
}

const acknowledgedAt = ({ cancellation, canceled_at, created_at }: RetentionDoc): string =>
  cancellation?.last_checked ?? canceled_at ?? created_at;

/** The zone of the place of issue, of which a document only has the postal code. */
const zoneOfPlace = (zip: string, organization: OrganizationDoc): string =>
  zoneOf({ address: { zip } }, organization);
