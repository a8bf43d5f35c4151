import { CommandHandler } from '@nestjs/cqrs';
import { deterministicId, refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  CreateOrganizationCommand,
  RenewTestKeyCommand,
  RevokeOrganizationKeysCommand,
  SetLegalCommand,
  newSecretKey,
  printOfKey,
  testKeySecret,
  type Command,
  type CommandOutcome,
  type KeyPrint,
} from '#contracts';
import { receipt } from '#eventing';
import { Vault } from '#hosting';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CreateOrganizationCommand)
export class CreateOrganizationHandler implements Handles<CreateOrganizationCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly vault: Vault,
  ) {}

  async execute(command: CreateOrganizationCommand): Promise<Outcome> {
    const { name, owner_id: ownerId } = command.data;
    const testKey = await sealTestKey(this.vault, command);
    const { time: at } = command;
    return receipt(await this.organizations.handle(command, { type: 'create', name, ownerId, testKey, at }));
  }
}

@CommandHandler(SetLegalCommand)
export class SetLegalHandler implements Handles<SetLegalCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetLegalCommand): Promise<Outcome> {
    const { legal } = command.data;
    return receipt(await this.organizations.handle(command, { type: 'set-legal', legal, at: command.time }));
  }
}

@CommandHandler(RenewTestKeyCommand)
export class RenewTestKeyHandler implements Handles<RenewTestKeyCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly vault: Vault,
  ) {}

  async execute(command: RenewTestKeyCommand): Promise<Outcome> {
    const { status } = await this.organizations.state(command.key, command.tenant);
    if (status !== 'active') return refuse('organization_not_found');
    const testKey = await sealTestKey(this.vault, command);
    const renewal = { type: 'renew-test-key' as const, testKey, at: command.time };
    return receipt(await this.organizations.handle(command, renewal));
  }
}

/** Revokes every key of an organization at once: for the operator. */
@CommandHandler(RevokeOrganizationKeysCommand)
export class RevokeOrganizationKeysHandler implements Handles<RevokeOrganizationKeysCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: RevokeOrganizationKeysCommand): Promise<CommandOutcome<{ revoked: number }>> {
    const revoking = { type: 'revoke-keys' as const, at: command.time };
    const handled = await this.organizations.handle(command, revoking);
    // A redelivered command says what its first delivery has done.
    const revoked = handled.ok && (handled.value.changed || handled.value.replayed) ? 1 : 0;
    return receipt(handled, { revoked });
  }
}

/**
 * Makes a Test key and seals it in the organization's vault before any event names it. A redelivered command
 * finds the key that its first delivery made.
 */
async function sealTestKey(vault: Vault, { id, key: organizationId }: Command): Promise<KeyPrint> {
  const keyId = deterministicId('test key', id);
  const name = testKeySecret(keyId);
  const stored = await vault.get(organizationId, name);
  const key = stored?.toString('utf8') ?? newSecretKey('test');
  if (!stored) await vault.put(organizationId, name, Buffer.from(key));
  return printOfKey(key, keyId);
}
