import type { OrganizationDoc, RenderData } from '#contracts';
import { postalCode } from '#sat';
import type { AcusePdfModel, InvoicePdfModel, LabelLookup, PdfItem, PdfOrganization } from '../pdf/index.js';
import { catalogueLabel } from './labels.js';
import { issuerOf } from './content.js';
import { draftParts, stampedParts } from './document.js';

type Doc = Readonly<Record<string, unknown>>;

/**
 * What the PDF of an invoice shows: the API's answer, with lines and complements as the document carries them.
 * @param label words for the catalogues' keys; those of the large catalogues where they are loaded
 */
export function invoiceModel(
  { invoice, organization }: RenderData,
  xml: string | undefined,
  label: LabelLookup = catalogueLabel,
): InvoicePdfModel {
  const items = invoice['items'] as readonly Doc[];
  const timezone = zoneOf(invoice, organization);
  const { lines, complementos, fechaTimbrado } =
    xml === undefined ? draftParts(invoice, organization, timezone) : stampedParts(xml);
  const stamp = invoice['stamp'] as (Doc & { issuer_cert_number?: string }) | null;
  return {
    ...(invoice as unknown as InvoicePdfModel),
    issuer_info: (invoice['issuer_info'] ?? issuerOf(organization)) as InvoicePdfModel['issuer_info'],
    subtotal: (invoice['subtotal'] as number | null) ?? 0,
    items: items.map((item, index) => ({ ...item, ...lines[index] }) as unknown as PdfItem),
    ...{ timezone, complementos, fechaTimbrado },
    certificate_number: stamp?.issuer_cert_number ?? null,
    organization: lookOf(organization),
    label,
  };
}

/** What the PDF of a cancellation receipt shows: the invoice, and what the receipt itself says. */
export function receiptModel({ invoice, organization }: RenderData, acuse: string): AcusePdfModel {
  const cancellation = invoice['cancellation'] as Doc | null;
  const issuer = invoice['issuer_info'] as { tax_id: string; legal_name: string };
  const customer = invoice['customer'] as { tax_id: string; legal_name: string } | null;
  return {
    livemode: invoice['livemode'] === true,
    uuid: String(invoice['uuid']),
    series: invoice['series'] as string | null,
    folio_number: invoice['folio_number'] as number | null,
    issuer,
    customer,
    total: invoice['total'] as number,
    currency: String(invoice['currency']),
    issued_at: invoice['date'] as string | null,
    motive: (cancellation?.['motive'] ?? '02') as AcusePdfModel['motive'],
    substitution_uuid: (cancellation?.['substitutionUUID'] ?? null) as string | null,
    requested_at: (cancellation?.['requested_at'] ?? null) as string | null,
    acknowledged_at: (cancellation?.['last_checked'] ??
      invoice['canceled_at'] ??
      invoice['created_at']) as string,
    canceled_at: invoice['canceled_at'] as string | null,
    status_code: valueOf(acuse, 'EstatusUUID'),
    cancellation_status: invoice['cancellation_status'] as AcusePdfModel['cancellation_status'],
    sat_seal: valueOf(acuse, 'SignatureValue'),
    timezone: zoneOf(invoice, organization),
    organization: lookOf(organization),
  };
}

/** The text of an element of the receipt, which is a small document of the tax authority's own. */
const valueOf = (xml: string, name: string): string | null =>
  new RegExp(`<(?:\\w+:)?${name}[^>]*>([^<]*)<`).exec(xml)?.[1]?.trim() ?? null;

function zoneOf(invoice: Doc, organization: OrganizationDoc): string {
  const address = invoice['address'] as { zip?: string | null } | null;
  return (address?.zip && postalCode(address.zip)?.timeZone) || organization.timezone;
}

const lookOf = ({ legal, customization }: OrganizationDoc): PdfOrganization => ({
  name: legal.name,
  phone: legal.phone,
  website: legal.website,
  support_email: legal.support_email,
  color: customization.color,
  pdf_extra: customization.pdf_extra,
});
