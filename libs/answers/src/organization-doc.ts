import {
  defaultCustomization,
  defaultReceiptSettings,
  defaultSelfInvoice,
  emptyLegal,
  noDefaultSeries,
  type CertificateDoc,
  type OrganizationDoc,
  type OrganizationLegal,
} from '#contracts';
import { postalCode } from '#sat';

const NO_CERTIFICATE: CertificateDoc = {
  has_certificate: false,
  updated_at: null,
  expires_at: null,
  serial_number: null,
};

/** Local time where the address says nothing: that of most of the country. */
const DEFAULT_TIME_ZONE = 'America/Mexico_City';

const LEGAL_STEP = { type: 'legal', description: 'Completar los datos fiscales de la organización' };
const CERTIFICATE_STEP = { type: 'certificate', description: 'Subir el Certificado de Sello Digital (CSD)' };

const isComplete = ({ legal_name, tax_system, address }: OrganizationLegal): boolean =>
  legal_name !== null && tax_system !== null && address.zip !== null;

/** A new organization as the API answers it: every group with its defaults. */
export const newOrganizationDoc = (id: string, name: string, createdAt: string): OrganizationDoc => ({
  id,
  created_at: createdAt,
  plan: null,
  add_ons: [],
  is_production_ready: false,
  pending_steps: [LEGAL_STEP, CERTIFICATE_STEP],
  logo_url: null,
  domain: null,
  custom_domain: null,
  timezone: DEFAULT_TIME_ZONE,
  legal: emptyLegal(name),
  customization: {
    color: defaultCustomization.color,
    has_logo: false,
    next_folio_number: 1,
    next_folio_number_test: 1,
    pdf_extra: defaultCustomization.pdf_extra,
    default_series: noDefaultSeries,
  },
  certificate: NO_CERTIFICATE,
  fiel: NO_CERTIFICATE,
  receipts: { ...defaultReceiptSettings, next_folio_number: 1, next_folio_number_test: 1 },
  self_invoice: { ...defaultSelfInvoice, support_email_verified: false },
  pending_plan_update: null,
});

/** The document with other fiscal data, and what follows from them: time zone and pending steps. */
export const withLegal = (doc: OrganizationDoc, legal: OrganizationLegal): OrganizationDoc => ({
  ...doc,
  timezone: postalCode(legal.address.zip ?? '')?.timeZone ?? DEFAULT_TIME_ZONE,
  pending_steps: [
    ...(isComplete(legal) ? [] : [LEGAL_STEP]),
    ...doc.pending_steps.filter((step) => step.type !== 'legal'),
  ],
  legal,
});
