import { parseAcuse } from '#cfdi';
import type {
  InvoiceDoc,
  InvoiceTotals,
  IssuerSnapshot,
  OrganizationDoc,
  StampedDocument,
  UnstampedDocument,
} from '#contracts';
import { postalCode } from '#sat';
import type { AcusePdfModel, InvoicePdfModel, LabelLookup, PdfItem, PdfOrganization } from '#pdf';
import { catalogueLabel } from './labels.js';
import { draftParts, readStampedParts } from './document.js';
import type { LineAmounts } from './lines.js';

type Stamped = StampedDocument & { readonly organization: OrganizationDoc };
type Unstamped = { readonly unstamped: UnstampedDocument; readonly organization: OrganizationDoc };

/**
 * What the PDF of a stamped invoice shows: the API's answer, with lines, complements and amounts as the document
 * carries them.
 * @param label words for the catalogues' keys; those of the large catalogues where they are loaded
 */
export function toStampedModel(
  { invoice, organization }: Stamped,
  xml: string,
  label: LabelLookup = catalogueLabel,
  logo: Uint8Array | null = null,
): InvoicePdfModel {
  const { fields, lines, name, amounts, complementos, fechaTimbrado } = readStampedParts(xml);
  return {
    ...toStampedAnswer(invoice),
    ...fields,
    ...name,
    ...amounts,
    items: invoice.items.map((item, index) => ({ ...item, ...lines[index] }) as PdfItem),
    ...{ timezone: zoneOf(invoice, organization), complementos, fechaTimbrado },
    certificate_number: invoice.stamp?.issuer_cert_number ?? null,
    organization: lookOfIssuer(invoice, organization, logo),
    label,
  };
}

/**
 * What the PDF of an invoice without a stamp shows: what the caller wrote, in decimal text, with lines and complements
 * as the document would carry them.
 */
export function toUnstampedModel(
  { unstamped, organization }: Unstamped,
  label: LabelLookup = catalogueLabel,
  logo: Uint8Array | null = null,
): InvoicePdfModel {
  const { content, totals, status, livemode, series, folio_number, date } = unstamped;
  const issuer = unstamped.issuer ?? issuerOf(organization);
  const address = content.address ?? unstamped.issuer?.address ?? null;
  const timezone = zoneOf({ address }, organization);
  const { fields, lines, complementos, fechaTimbrado } = draftParts(unstamped, issuer, timezone);
  const { subtotal, discount, total, taxes } = totals ?? NO_TOTALS;
  return {
    ...{ livemode, status, date, address, timezone, series, folio_number },
    type: content.type,
    issuer_info: issuer,
    customer: content.customer,
    ...{ ...fields, conditions: content.conditions, global: content.global },
    items: content.items.map((item, index) => ({ ...item, ...(lines[index] as LineAmounts) })),
    ...{ subtotal, discount, total, taxes },
    related_documents: content.related_documents,
    third_party: content.third_party ?? null,
    ...{ complementos, fechaTimbrado },
    pdf_custom_section: content.pdf_custom_section,
    pdf_options: content.pdf_options,
    organization: lookOf(organization, logo),
    label,
  };
}

/** Of what can't be computed yet. */
const NO_TOTALS: InvoiceTotals = { subtotal: '0', discount: '0', total: '0', taxes: [] };

/** The organization as the issuer of what is not issued yet. */
export const issuerOf = ({ legal }: OrganizationDoc): IssuerSnapshot => ({
  legal_name: legal.legal_name ?? legal.name,
  tax_id: legal.tax_id ?? '',
  tax_system: legal.tax_system ?? '',
  address: legal.address,
});

/** The answer of an invoice that has been stamped. */
function toStampedAnswer(invoice: InvoiceDoc) {
  const { status, issuer_info, uuid } = invoice;
  if (status === 'refused' || issuer_info === null || uuid === null)
    throw new Error('this invoice was never stamped');
  return { ...invoice, status, issuer_info, uuid };
}

/** What the PDF of a cancellation receipt shows: the invoice, and what the receipt itself says. */
export function receiptModel(
  { invoice, organization }: Stamped,
  acuse: string,
  logo: Uint8Array | null = null,
): AcusePdfModel {
  const { cancellation, issuer_info: issuer, ...stamped } = toStampedAnswer(invoice);
  const parsed = parseAcuse(acuse);
  const receipt = parsed.ok ? parsed.value : undefined;
  const folio = receipt?.folios.find(({ uuid }) => uuid === stamped.uuid.toUpperCase());
  return {
    livemode: stamped.livemode,
    uuid: stamped.uuid,
    series: stamped.series,
    folio_number: stamped.folio_number,
    issuer,
    customer: stamped.customer,
    total: stamped.total,
    currency: stamped.currency,
    issued_at: stamped.date,
    motive: cancellation?.motive ?? '02',
    substitution_uuid: cancellation?.substitutionUUID ?? null,
    requested_at: cancellation?.requested_at ?? null,
    acknowledged_at: cancellation?.last_checked ?? stamped.canceled_at ?? stamped.created_at,
    canceled_at: stamped.canceled_at,
    status_code: folio?.estatusUuid ?? null,
    cancellation_status: stamped.cancellation_status,
    sat_seal: receipt?.sello ?? null,
    timezone: zoneOf(invoice, organization),
    organization: lookOfIssuer(invoice, organization, logo),
  };
}

/** The zone of the place of expedition. */
export function zoneOf(
  { address }: { readonly address: { readonly zip?: string | null } | null },
  organization: OrganizationDoc,
): string {
  return (address?.zip && postalCode(address.zip)?.timeZone) || organization.timezone;
}

/** How the documents of an organization look. */
export const lookOf = (
  { legal, customization }: OrganizationDoc,
  logo: Uint8Array | null,
): PdfOrganization => ({
  name: legal.name,
  phone: legal.phone,
  website: legal.website,
  support_email: legal.support_email,
  color: customization.color,
  logo,
  pdf_extra: customization.pdf_extra,
});

/** How a document looks whose issuer is nobody of ours: a received one never wears the look of its receiver. */
const NEUTRAL: PdfOrganization = { name: null, color: null, logo: null };

/** How a stamped invoice looks: as its issuer has it, where that is the organization. */
const lookOfIssuer = (
  { issuer_type }: Pick<InvoiceDoc, 'issuer_type'>,
  organization: OrganizationDoc,
  logo: Uint8Array | null,
): PdfOrganization => (issuer_type === 'receiving' ? NEUTRAL : lookOf(organization, logo));
