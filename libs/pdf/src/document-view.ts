import type { InvoicePdfModel, PdfOrganization, PdfParty } from './model.js';
import { addressLines } from './labels.js';
import { qrPath } from './qr.js';
import { rowsOf } from './rows.js';

interface Issued {
  readonly issuer: PdfParty;
  readonly organization: PdfOrganization;
  readonly regime: string | undefined;
  readonly country: (key: string) => string | undefined;
}

/** Who issues a document, as its heading shows them. */
export function issuerView({ issuer, organization, regime, country }: Issued) {
  return {
    name: organization.name || issuer.legal_name,
    legalName: organization.name && organization.name !== issuer.legal_name ? issuer.legal_name : undefined,
    taxId: issuer.tax_id,
    regime,
    address: addressLines(issuer.address, country),
    contact: [organization.phone, organization.support_email, organization.website].filter(Boolean),
  };
}

/** The sealed part of a document: its QR, certificates and seals. */
export function sealView({
  stamp,
  certificate_number,
  verification_url,
}: Pick<InvoicePdfModel, 'stamp' | 'certificate_number' | 'verification_url'>) {
  return {
    qr: verification_url ? qrPath(verification_url) : undefined,
    certificates: rowsOf([
      ['No. de serie del CSD del emisor', certificate_number],
      ['No. de serie del certificado SAT', stamp?.sat_cert_number],
      ['RFC del proveedor de certificación', stamp?.rfc_provider_cert],
    ]),
    strings: rowsOf([
      ['Sello digital del CFDI', stamp?.signature],
      ['Sello digital del SAT', stamp?.sat_signature],
      ['Cadena original del complemento de certificación digital del SAT', stamp?.complement_string],
    ]),
  };
}
