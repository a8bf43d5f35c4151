import { CommandHandler } from '@nestjs/cqrs';
import { deterministicId, refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  CreateOrganizationCommand,
  RenewTestKeyCommand,
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
import { findLimit } from './keys.js';
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
    const { state, replayed } = await this.organizations.look(command);
    if (state.status !== 'active') return refuse('organization_not_found');
    // Before it is sealed: what is refused leaves no secret behind.
    const limit = replayed ? undefined : findLimit('test', state.keys, command.time);
    if (limit) return limit;
    const testKey = await sealTestKey(this.vault, command);
    const renewal = { type: 'renew-test-key' as const, testKey, at: command.time };
    return receipt(await this.organizations.handle(command, renewal));
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
