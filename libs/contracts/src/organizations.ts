import type { DomainEvent } from '#kernel';
import type { AddressInput } from './customers.js';
import type { DefaultSeries, OrganizationSeriesEvent } from './organization-series.js';
import type { OrganizationSettingsEvent, Periodicity } from './organization-settings.js';
import type { OrganizationDeletionEvent } from './organization-deletion.js';
import type { OrganizationOnboardingEvent } from './organization-onboarding.js';
import type { OrganizationCertificateEvent } from './organization-certificates.js';
import type { OrganizationExpiryEvent } from './organization-expiry.js';
import type { OrganizationLookEvent } from './organization-look.js';
import type { OrganizationPacsEvent, PacsInForce } from './organization-pacs.js';
import type { OrganizationTeamEvent } from './organization-team.js';
import type { KeyPrint } from './key-print.js';
import type { OrganizationKeysEvent } from './organization-keys.js';
import { emptyAddress, type Address, type PdfOptions } from './invoice-content.js';

/** Streams of organizations (`organization-<id>`) and users (`user-<id>`): both stand above the environments. */
export const ORGANIZATION_STREAM = 'organization-';
export const USER_STREAM = 'user-';

/** An organization's fiscal data, in the API's words; null where not given yet. */
export interface OrganizationLegal {
  /** Commercial name. */
  readonly name: string;
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly tax_system: string | null;
  readonly address: Address;
  readonly phone: string | null;
  readonly website: string | null;
  readonly support_email: string | null;
  readonly curp: string | null;
}

/** Fiscal data as sent: absent leaves an optional field as it is, null clears it. */
export interface OrganizationLegalInput {
  readonly name?: string | null;
  readonly legal_name?: string | null;
  readonly tax_id?: string | null;
  readonly tax_system?: string | null;
  readonly address?: AddressInput | null;
  readonly phone?: string | null;
  readonly website?: string | null;
  readonly support_email?: string | null;
  readonly curp?: string | null;
}

export type OrganizationEvent =
  | OrganizationSeriesEvent
  | OrganizationSettingsEvent
  | OrganizationCertificateEvent
  | OrganizationPacsEvent
  | OrganizationExpiryEvent
  | OrganizationDeletionEvent
  | OrganizationOnboardingEvent
  | OrganizationKeysEvent
  | OrganizationTeamEvent
  | DomainEvent<'OrganizationCreated', { name: string; owner_id: string; test_key: KeyPrint; at: string }>
  | DomainEvent<'LegalDataSet', OrganizationLegal & { at: string }>
  | DomainEvent<'TestKeyRenewed', { test_key: KeyPrint; at: string }>
  /** All keys in force were revoked by the operator; a renewed one is the first in force again. */
  | DomainEvent<'OrganizationKeysRevoked', { key_ids: readonly string[]; at: string }>
  | OrganizationLookEvent;

export type UserEvent =
  | DomainEvent<'UserCreated', { email: string; full_name: string; key: KeyPrint; at: string }>
  /** `operator`: the operator made it for them. */
  | DomainEvent<'UserKeyAdded', { key: KeyPrint; operator?: true; at: string }>
  | DomainEvent<'UserKeyRevoked', { key_id: string; at: string }>
  /** Nothing is done with their keys until they are resumed. */
  | DomainEvent<'UserSuspended', { at: string }>
  | DomainEvent<'UserResumed', { at: string }>
  /** All keys before this one have ended. */
  | DomainEvent<'UserKeysReset', { key: KeyPrint; at: string }>;

/** The user of an address. */
export interface FoundUser {
  readonly id: string;
  readonly suspended: boolean;
}

/** A key of a user that is in force. */
export interface UserKey extends KeyPrint {
  readonly created_at: string;
}

/** A key as lists show it. */
export interface KeyDoc {
  readonly id: string;
  readonly first_12: string;
  readonly created_at: string;
}

/** The fiscal data of an organization of which only the name is known. */
export const emptyLegal = (name: string): OrganizationLegal => ({
  name,
  legal_name: null,
  tax_id: null,
  tax_system: null,
  address: emptyAddress,
  phone: null,
  website: null,
  support_email: null,
  curp: null,
});

/** Name in the organization's vault under which a Test key, which the API shows again, is sealed. */
export const testKeySecret = (keyId: string): string => `test-key/${keyId}`;

export interface CertificateDoc {
  readonly has_certificate: boolean;
  readonly updated_at: string | null;
  readonly expires_at: string | null;
  readonly serial_number: string | null;
  /** Of the row alone, for its pending steps: answers don't have it. Absent where there is no certificate. */
  readonly use?: 'live' | 'test';
}

/** An organization as the API answers it: every field present, null where unknown. */
export interface OrganizationDoc {
  readonly id: string;
  readonly created_at: string;
  /** Deprecated; a self-hosted service has no plans. */
  readonly plan: null;
  readonly add_ons: readonly string[];
  readonly is_production_ready: boolean;
  readonly pending_steps: readonly { readonly type: string; readonly description: string }[];
  readonly logo_url: string | null;
  readonly domain: string | null;
  readonly custom_domain: string | null;
  /** IANA name, from the address's postal code. */
  readonly timezone: string;
  readonly legal: OrganizationLegal;
  readonly customization: {
    /** Six hexadecimal digits. */
    readonly color: string;
    readonly has_logo: boolean;
    readonly next_folio_number: number;
    readonly next_folio_number_test: number;
    readonly pdf_extra: PdfOptions;
    readonly default_series: DefaultSeries;
  };
  readonly certificate: CertificateDoc;
  readonly fiel: CertificateDoc;
  readonly receipts: {
    readonly periodicity: Periodicity;
    readonly duration_days: number;
    readonly auto_global_invoice: boolean;
    readonly next_folio_number: number;
    readonly next_folio_number_test: number;
  };
  readonly self_invoice: {
    readonly allowed_cfdi_uses: readonly string[];
    readonly apply_resico_isr: boolean;
    readonly support_email: string | null;
    readonly support_email_verified: boolean;
  };
  readonly pending_plan_update: null;
  /** Of the row alone, where they were ever set: answers have them in a route of their own. */
  readonly pacs?: PacsInForce;
  /** Only while it is deleted and can be restored: when its secrets are destroyed. */
  readonly deletes_at?: string;
}
