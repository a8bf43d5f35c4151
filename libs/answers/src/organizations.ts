import { ignoreUnknown } from '#kernel';
import {
  newTeam,
  ORGANIZATION_STREAM,
  searchText,
  USER_STREAM,
  type OrganizationDoc,
  type OrganizationEvent,
  type OrganizationRow,
  type UserEvent,
  type UserKey,
  type UserRow,
} from '#contracts';
import { liveKeyColumns, NO_KEYS, testKeyColumns } from './organization-keys.js';
import { withCertificate } from './organization-certificates.js';
import { newOrganizationDoc, withLegal } from './organization-doc.js';
import { withSeries } from './organization-series.js';
import { NO_SUPPORT_LINK, withSettings } from './organization-settings.js';
import { NOT_CLOSED, withDeletion } from './organization-deletion.js';
import { NO_ONBOARDING_LINK, withOnboarding } from './organization-onboarding.js';
import { teamColumns, withPeople } from './organization-team.js';
import { withLogo } from './organization-look.js';
import { withPacs } from './organization-pacs.js';
import type { Told } from './told.js';

const toShownFields = (event: Told<OrganizationEvent>, doc: OrganizationDoc) => ({
  id: doc.id,
  revision: event.revision,
  created_at: doc.created_at,
  search: searchText(doc.legal.name, doc.legal.legal_name, doc.legal.tax_id),
  doc,
});

/** An organization after an event: as the API answers it, who may act for it, and the hashes of its keys in force. */
export function organizationRow(
  row: OrganizationRow | undefined,
  event: Told<OrganizationEvent>,
): OrganizationRow | undefined {
  switch (event.type) {
    case 'OrganizationCreated': {
      const { name, at, owner_id, test_key } = event.data;
      const id = event.streamId.slice(ORGANIZATION_STREAM.length);
      return {
        ...toShownFields(event, newOrganizationDoc(id, name, at)),
        ...teamColumns(newTeam(owner_id, at)),
        ...NO_SUPPORT_LINK,
        ...NO_ONBOARDING_LINK,
        ...NOT_CLOSED,
        ...testKeyColumns(test_key),
        series: [],
      };
    }
    case 'LegalDataSet': {
      const { at: _at, ...legal } = event.data;
      return row && { ...row, ...toShownFields(event, withLegal(row.doc, legal)) };
    }
    case 'TestKeyRenewed':
      return row && { ...row, revision: event.revision, ...testKeyColumns(event.data.test_key, row) };
    case 'LogoSet':
      return row && { ...row, revision: event.revision, doc: withLogo(row.doc, event.data.logo) };
    case 'OrganizationKeysRevoked':
      return row && { ...row, revision: event.revision, ...NO_KEYS };
    case 'CustomizationSet':
    case 'ReceiptSettingsSet':
    case 'SelfInvoiceSettingsSet':
    case 'SupportEmailLinkCreated':
    case 'SupportEmailVerified':
    case 'DomainChosen':
    case 'CustomDomainSet':
      return row && withSettings(row, event);
    case 'OrganizationDeleted':
    case 'OrganizationRestored':
    case 'OrganizationDeletionPostponed':
    case 'OrganizationDestroyed':
      return row && withDeletion(row, event);
    case 'OnboardingLinkCreated':
    case 'OnboardingLinkCompleted':
      return row && withOnboarding(row, event);
    case 'CertificateSet':
    case 'CertificateRemoved':
    case 'FielSet':
    case 'FielRemoved':
      return row && { ...row, ...toShownFields(event, withCertificate(row.doc, event)) };
    case 'PacsSet':
      return row && { ...row, revision: event.revision, doc: withPacs(row.doc, event) };
    case 'RoleAdded':
    case 'RoleEdited':
    case 'RoleDeleted':
    case 'PersonInvited':
    case 'InviteEnded':
    case 'MemberJoined':
    case 'MemberRoleSet':
    case 'MemberRemoved':
    case 'OwnershipShared':
    case 'OwnershipGivenUp':
      return row && withPeople(row, event);
    case 'CertificateExpiring':
      return row && { ...row, revision: event.revision };
    case 'LiveKeyAdded':
    case 'LiveKeyEnded':
      return row && { ...row, revision: event.revision, ...liveKeyColumns(row, event) };
    case 'SeriesAdded':
    case 'SeriesRemoved':
    case 'DefaultSeriesSet':
      return row && withSeries(row, event);
    default:
      return ignoreUnknown(event, row);
  }
}

const userKeyColumns = (keys: readonly UserKey[]) => ({ keys, key_hashes: keys.map(({ hash }) => hash) });

/** A user after an event, with its keys in force. */
export function userRow(row: UserRow | undefined, event: Told<UserEvent>): UserRow | undefined {
  switch (event.type) {
    case 'UserCreated':
      return {
        id: event.streamId.slice(USER_STREAM.length),
        revision: event.revision,
        created_at: event.data.at,
        email: event.data.email,
        full_name: event.data.full_name,
        ...userKeyColumns([{ ...event.data.key, created_at: event.data.at }]),
        suspended_at: null,
      };
    case 'UserSuspended':
      return row && { ...row, revision: event.revision, suspended_at: event.data.at };
    case 'UserResumed':
      return row && { ...row, revision: event.revision, suspended_at: null };
    case 'UserKeysReset': {
      const { key, at } = event.data;
      return row && { ...row, revision: event.revision, ...userKeyColumns([{ ...key, created_at: at }]) };
    }
    case 'UserKeyAdded': {
      const { key, at } = event.data;
      const keys = [...(row?.keys ?? []), { ...key, created_at: at }];
      return row && { ...row, revision: event.revision, ...userKeyColumns(keys) };
    }
    case 'UserKeyRevoked': {
      const keys = row?.keys.filter(({ id }) => id !== event.data.key_id) ?? [];
      return row && { ...row, revision: event.revision, ...userKeyColumns(keys) };
    }
    default:
      return ignoreUnknown(event, row);
  }
}
