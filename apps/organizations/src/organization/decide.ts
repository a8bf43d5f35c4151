import { isDeepStrictEqual } from 'node:util';
import { field, ok, refuse, refuseFields, tidyName, type Decider, type Result } from '#kernel';
import { besideCertificate, legalData } from '#billing';
import { decideDeletion, type DeletionCommand } from './deletion.js';
import { notifyExpiry, type NotifyExpiry } from './expiry.js';
import { decideOnboarding, type OnboardingCommand } from './onboarding.js';
import type { KeyPrint, LogoPrint, OrganizationEvent, OrganizationLegalInput } from '#contracts';
import { setLogo } from './look.js';
import { decideKeys, findLimit, type KeysCommand } from './keys.js';
import { decideCertificates, type CertificatesCommand } from './certificates.js';
import { absent, evolve, type Organization } from './organization.js';
import { decidePacs, type SetPacs } from './pacs.js';
import { decideInvites, type InvitesCommand } from './invites.js';
import { decideSeries, type SeriesCommand } from './series.js';
import { decideRoles, type RolesCommand } from './roles.js';
import { decideTeam, type TeamCommand } from './team.js';
import { decideSettings, needsSupportEmail, type SettingsCommand } from './settings.js';

export type OrganizationCommand =
  | KeysCommand
  | { type: 'create'; name: string; ownerId: string; testKey: KeyPrint; at: string }
  | { type: 'set-legal'; legal: OrganizationLegalInput; at: string }
  | { type: 'renew-test-key'; testKey: KeyPrint; at: string }
  | { type: 'revoke-keys'; at: string }
  | SettingsCommand
  | NotifyExpiry
  | DeletionCommand
  | OnboardingCommand
  | InvitesCommand
  | { type: 'set-logo'; logo: LogoPrint; at: string }
  | CertificatesCommand
  | SetPacs
  | SeriesCommand
  | RolesCommand
  | TeamCommand;

type Decision = Result<readonly OrganizationEvent[]>;

function create(command: OrganizationCommand & { type: 'create' }, state: Organization): Decision {
  if (state.status !== 'absent') return refuse('conflict');
  const name = tidyName(command.name);
  if (name === '') return refuseFields([field('name', 'required')]);
  const { ownerId: owner_id, testKey: test_key, at } = command;
  return ok([{ type: 'OrganizationCreated', data: { name, owner_id, test_key, at } }]);
}

function setLegal(command: OrganizationCommand & { type: 'set-legal' }, state: Organization): Decision {
  if (state.status !== 'active') return refuse('organization_not_found');
  const input = besideCertificate(command.legal, state.certifiedTaxId);
  if (!input.ok) return input;
  const legal = legalData(input.value, state.legal);
  if (!legal.ok) return legal;
  const missing = needsSupportEmail(state.settings, legal.value.support_email);
  if (missing) return missing;
  if (isDeepStrictEqual(legal.value, state.legal)) return ok([]);
  return ok([{ type: 'LegalDataSet', data: { ...legal.value, at: command.at } }]);
}

function revokeKeys({ at }: OrganizationCommand & { type: 'revoke-keys' }, state: Organization): Decision {
  if (state.status !== 'active') return refuse('organization_not_found');
  const { testKey, keys } = state;
  const key_ids = [...(testKey ? [testKey] : []), ...keys.live].map(({ id }) => id);
  return ok(key_ids.length === 0 ? [] : [{ type: 'OrganizationKeysRevoked', data: { key_ids, at } }]);
}

export const organizationDecider: Decider<Organization, OrganizationCommand, OrganizationEvent> = {
  initial: absent,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'create':
        return create(command, state);
      case 'set-legal':
        return setLegal(command, state);
      case 'renew-test-key': {
        if (state.status !== 'active') return refuse('organization_not_found');
        const { testKey: test_key, at } = command;
        const limit = findLimit('test', state.keys, at);
        return limit ?? ok([{ type: 'TestKeyRenewed', data: { test_key, at } }]);
      }
      case 'revoke-keys':
        return revokeKeys(command, state);
      case 'add-series':
      case 'remove-series':
      case 'set-default-series':
        return state.status === 'active'
          ? decideSeries(command, state.series)
          : refuse('organization_not_found');
      case 'add-role':
      case 'edit-role':
      case 'delete-role':
        return state.status === 'active'
          ? decideRoles(command, state.team)
          : refuse('organization_not_found');
      case 'set-member-role':
      case 'remove-member':
      case 'share-ownership':
      case 'give-up-ownership':
        return state.status === 'active' ? decideTeam(command, state.team) : refuse('organization_not_found');
      case 'set-customization':
      case 'set-receipts':
      case 'set-self-invoice':
      case 'verify-support-email':
      case 'choose-domain':
      case 'set-custom-domain':
        return state.status === 'active' ? decideSettings(command, state) : refuse('organization_not_found');
      case 'delete':
      case 'restore':
      case 'destroy':
        return decideDeletion(command, state);
      case 'create-onboarding-link':
        if (state.status !== 'active') return refuse('organization_not_found');
        return decideOnboarding(command, state.onboarding);
      case 'invite':
      case 'cancel-invite':
        return state.status === 'active' ? decideInvites(command, state) : refuse('organization_not_found');
      // Who was invited learns nothing of what became of the organization.
      case 'answer-invite':
        return state.status === 'active' ? decideInvites(command, state) : refuse('invite_not_found');
      case 'set-certificate':
      case 'remove-certificate':
        return state.status === 'active'
          ? decideCertificates(command, state)
          : refuse('organization_not_found');
      case 'set-pacs':
        return state.status === 'active' ? decidePacs(command, state.pacs) : refuse('organization_not_found');
      case 'notify-expiry':
        if (state.status !== 'active') return refuse('organization_not_found');
        return ok(notifyExpiry(command, state.expiry));
      case 'set-logo':
        return state.status === 'active' ? setLogo(command, state.look) : refuse('organization_not_found');
      case 'add-live-key':
      case 'delete-live-key':
      case 'end-live-key':
        return state.status === 'active' ? decideKeys(command, state.keys) : refuse('organization_not_found');
    }
  },
};
