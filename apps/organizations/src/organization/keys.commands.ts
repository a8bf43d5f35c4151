import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  AddLiveKeyCommand,
  DeleteLiveKeyCommand,
  EndLiveKeyCommand,
  RevokeOrganizationKeysCommand,
  type CommandOutcome,
} from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(AddLiveKeyCommand)
export class AddLiveKeyHandler implements Handles<AddLiveKeyCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: AddLiveKeyCommand): Promise<Outcome> {
    const adding = { type: 'add-live-key' as const, ...command.data, at: command.time };
    return receipt(await this.organizations.handle(command, adding));
  }
}

@CommandHandler(DeleteLiveKeyCommand)
export class DeleteLiveKeyHandler implements Handles<DeleteLiveKeyCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: DeleteLiveKeyCommand): Promise<Outcome> {
    const deleting = { type: 'delete-live-key' as const, keyId: command.data.key_id, at: command.time };
    return receipt(await this.organizations.handle(command, deleting));
  }
}

/** Removes a key that works no more by itself: for the gateway's sweep, which knows when keys were used. */
@CommandHandler(EndLiveKeyCommand)
export class EndLiveKeyHandler implements Handles<EndLiveKeyCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: EndLiveKeyCommand): Promise<Outcome> {
    const { key_id: keyId, reason } = command.data;
    const ending = { type: 'end-live-key' as const, keyId, reason, at: command.time };
    return receipt(await this.organizations.handle(command, ending));
  }
}

/** Revokes every key of an organization at once, Test and Live: for the operator. */
@CommandHandler(RevokeOrganizationKeysCommand)
export class RevokeOrganizationKeysHandler implements Handles<RevokeOrganizationKeysCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: RevokeOrganizationKeysCommand): Promise<CommandOutcome<{ revoked: number }>> {
    const revoking = { type: 'revoke-keys' as const, at: command.time };
    const handled = await this.organizations.handle(command, revoking);
    if (!handled.ok) return receipt(handled, { revoked: 0 });
    // A redelivered command says what its first delivery has done.
    const { state, changed, replayed } = handled.value;
    const done = (changed || replayed) && state.status === 'active';
    return receipt(handled, { revoked: done ? state.keys.revoked : 0 });
  }
}
