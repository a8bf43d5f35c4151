import { isDeepStrictEqual } from 'node:util';
import { field, ok, refuse, refuseFields, type Decider, type Result } from '#kernel';
import type { KeyPrint, OrganizationEvent, OrganizationLegalInput } from '#contracts';
import { besideCertificate, legalData } from '#billing';
import { decideDeletion, type DeletionCommand } from './deletion.js';
import { notifyExpiry, type NotifyExpiry } from './expiry.js';
import { decideOnboarding, type OnboardingCommand } from './onboarding.js';
import { absent, evolve, type Organization } from './organization.js';
import { decideSettings, needsSupportEmail, type SettingsCommand } from './settings.js';

export type OrganizationCommand =
  | { type: 'create'; name: string; ownerId: string; testKey: KeyPrint; at: string }
  | { type: 'set-legal'; legal: OrganizationLegalInput; at: string }
  | { type: 'renew-test-key'; testKey: KeyPrint; at: string }
  | { type: 'revoke-keys'; at: string }
  | SettingsCommand
  | NotifyExpiry
  | DeletionCommand
  | OnboardingCommand;

type Decision = Result<readonly OrganizationEvent[]>;

function create(command: OrganizationCommand & { type: 'create' }, state: Organization): Decision {
  if (state.status !== 'absent') return refuse('conflict');
  const name = command.name.normalize('NFC').replace(/\s+/g, ' ').trim();
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
  if (state.testKey === null) return ok([]);
  return ok([{ type: 'OrganizationKeysRevoked', data: { key_ids: [state.testKey.id], at } }]);
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
        return ok([{ type: 'TestKeyRenewed', data: { test_key, at } }]);
      }
      case 'revoke-keys':
        return revokeKeys(command, state);
      case 'set-customization':
      case 'set-receipts':
      case 'set-self-invoice':
      case 'verify-support-email':
      case 'choose-domain':
        return state.status === 'active' ? decideSettings(command, state) : refuse('organization_not_found');
      case 'delete':
      case 'restore':
      case 'destroy':
        return decideDeletion(command, state);
      case 'create-onboarding-link':
      case 'complete-onboarding':
        if (state.status !== 'active') return refuse('organization_not_found');
        return decideOnboarding(command, state.onboarding);
      case 'notify-expiry':
        if (state.status !== 'active') return refuse('organization_not_found');
        return ok(notifyExpiry(command, state.expiry));
    }
  },
};
