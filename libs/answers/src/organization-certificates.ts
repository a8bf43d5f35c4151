import type { CertificateDoc, OrganizationCertificateEvent, OrganizationDoc } from '#contracts';
import { withSteps } from './organization-steps.js';

export const NO_CERTIFICATE: CertificateDoc = {
  has_certificate: false,
  updated_at: null,
  expires_at: null,
  serial_number: null,
};

/** The document after a certificate came or went: with what follows for the RFC and for the pending steps. */
export function withCertificate(doc: OrganizationDoc, event: OrganizationCertificateEvent): OrganizationDoc {
  switch (event.type) {
    case 'CertificateSet':
      return withSteps({
        ...doc,
        legal: { ...doc.legal, tax_id: event.data.rfc },
        certificate: certificateDoc(event.data),
      });
    case 'CertificateRemoved':
      return withSteps({ ...doc, certificate: goneSince(event.data.at) });
    case 'FielSet':
      return { ...doc, fiel: certificateDoc(event.data) };
    case 'FielRemoved':
      return { ...doc, fiel: goneSince(event.data.at) };
  }
}

type Taken = Extract<OrganizationCertificateEvent, { type: 'CertificateSet' | 'FielSet' }>['data'];

const certificateDoc = ({ serial_number, expires_at, use, at }: Taken): CertificateDoc => ({
  has_certificate: true,
  updated_at: at,
  expires_at,
  serial_number,
  use,
});

const goneSince = (at: string): CertificateDoc => ({ ...NO_CERTIFICATE, updated_at: at });
