import { ignoreUnknown } from '#kernel';
import { evolveKeys, noKeys, type Keys } from './keys.js';
import { evolveCertificates, noCertificates, type Certified } from './certificates.js';
import {
  emptyLegal,
  newTeam,
  noPacs,
  withTeam,
  type KeyPrint,
  type OrganizationEvent,
  type PacsInForce,
  type Team,
} from '#contracts';
import { evolvePacs } from './pacs.js';
import { evolveSeries, noSeries, type Series } from './series.js';
import { evolveSettings, newSettings, type Settings } from './settings.js';
import type { Deleted } from './deletion.js';
import { noteInvited, type InvitedLately } from './invite-limits.js';
import { evolveOnboarding, noOnboarding, type Onboarding } from './onboarding.js';
import { noExpiry, recordNotice } from './expiry.js';
import { evolveLook, plainLook, type Look } from './look.js';

/** An organization that is at work. */
export interface ActiveOrganization extends Certified {
  readonly status: 'active';
  readonly team: Team;
  /** The latest mails that invited somebody, oldest first. */
  readonly invited: readonly InvitedLately[];
  /** Null after its keys were revoked, until it is renewed. */
  readonly testKey: KeyPrint | null;
  readonly settings: Settings;
  readonly onboarding: Onboarding;
  readonly look: Look;
  readonly keys: Keys;
  readonly series: Series;
  readonly pacs: PacsInForce;
}

/** An organization: an issuer of invoices, and the owner of everything that its keys create. */
export type Organization =
  | { readonly status: 'absent' }
  | ActiveOrganization
  | Deleted<ActiveOrganization>
  /** Nothing is left but its history; its id is never another's. */
  | { readonly status: 'destroyed' };

export const absent: Organization = { status: 'absent' };

export function evolve(state: Organization, event: OrganizationEvent): Organization {
  if (event.type === 'OrganizationCreated') {
    const { name, owner_id, test_key, at } = event.data;
    return {
      ...{
        status: 'active',
        team: newTeam(owner_id, at),
        invited: [],
        legal: emptyLegal(name),
        testKey: test_key,
      },
      ...{ onboarding: noOnboarding },
      ...{ expiry: noExpiry, certificates: noCertificates, look: plainLook, keys: noKeys },
      ...{ certifiedTaxId: null, settings: newSettings, series: noSeries, pacs: noPacs },
    };
  }
  if (state.status === 'deleted') return evolveDeleted(state, event);
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'LegalDataSet': {
      const { at: _at, ...legal } = event.data;
      return { ...state, legal };
    }
    case 'TestKeyRenewed':
      return { ...state, testKey: event.data.test_key, keys: evolveKeys(state.keys, event) };
    case 'OrganizationKeysRevoked':
      return { ...state, testKey: null, keys: evolveKeys(state.keys, event) };
    case 'CustomizationSet':
    case 'ReceiptSettingsSet':
    case 'SelfInvoiceSettingsSet':
    case 'SupportEmailLinkCreated':
    case 'SupportEmailVerified':
    case 'DomainChosen':
    case 'CustomDomainSet':
      return { ...state, settings: evolveSettings(state.settings, event) };
    case 'CertificateSet':
    case 'CertificateRemoved':
    case 'FielSet':
    case 'FielRemoved':
      return { ...state, ...evolveCertificates(state, event) };
    case 'PacsSet':
      return { ...state, pacs: evolvePacs(state.pacs, event) };
    case 'CertificateExpiring':
      return { ...state, expiry: recordNotice(state.expiry, event.data) };
    case 'OnboardingLinkCreated':
    case 'OnboardingLinkCompleted':
      return { ...state, onboarding: evolveOnboarding(state.onboarding, event) };
    case 'PersonInvited': {
      const { team, invited } = state;
      return { ...state, team: withTeam(team, event), invited: noteInvited(invited, event.data) };
    }
    case 'RoleAdded':
    case 'RoleEdited':
    case 'RoleDeleted':
    case 'InviteEnded':
    case 'MemberJoined':
    case 'MemberRoleSet':
    case 'MemberRemoved':
    case 'OwnershipShared':
    case 'OwnershipGivenUp':
      return { ...state, team: withTeam(state.team, event) };
    case 'OrganizationDeleted':
      return { status: 'deleted', before: state, deletesAt: event.data.deletes_at };
    // Of a deleted organization alone.
    case 'OrganizationRestored':
    case 'OrganizationDeletionPostponed':
    case 'OrganizationDestroyed':
      return state;
    case 'LogoSet':
      return { ...state, look: evolveLook(state.look, event) };
    case 'LiveKeyAdded':
    case 'LiveKeyEnded':
      return { ...state, keys: evolveKeys(state.keys, event) };
    case 'SeriesAdded':
    case 'SeriesRemoved':
    case 'DefaultSeriesSet':
      return { ...state, series: evolveSeries(state.series, event) };
    default:
      return ignoreUnknown(event, state);
  }
}

/** Nothing else happens to an organization that is deleted: its commands are refused. */
function evolveDeleted(state: Deleted<ActiveOrganization>, event: OrganizationEvent): Organization {
  if (event.type === 'OrganizationRestored') return state.before;
  if (event.type === 'OrganizationDeletionPostponed') return { ...state, deletesAt: event.data.deletes_at };
  if (event.type === 'OrganizationDestroyed') return { status: 'destroyed' };
  return state;
}
