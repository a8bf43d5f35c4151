import {
  defaultCustomization,
  defaultReceiptSettings,
  defaultSelfInvoice,
  noDefaultSeries,
  emptyLegal,
  type OrganizationDoc,
  type OrganizationLegal,
} from '#contracts';
import { postalCode } from '#sat';
import { NO_CERTIFICATE } from './organization-certificates.js';
import { withSteps } from './organization-steps.js';

/** Local time where the address says nothing: that of most of the country. */
const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** A new organization as the API answers it: every group with its defaults. */
export const newOrganizationDoc = (id: string, name: string, createdAt: string): OrganizationDoc =>
  withSteps({
    id,
    created_at: createdAt,
    plan: null,
    add_ons: [],
    is_production_ready: false,
    pending_steps: [],
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
export const withLegal = (doc: OrganizationDoc, legal: OrganizationLegal): OrganizationDoc =>
  withSteps({
    ...doc,
    timezone: postalCode(legal.address.zip ?? '')?.timeZone ?? DEFAULT_TIME_ZONE,
    legal,
  });
