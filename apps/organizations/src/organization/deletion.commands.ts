import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import type { CommandBus } from '#bus';
import { ok, type Result } from '#kernel';
import {
  DeleteOrganizationCommand,
  DestroyOrganizationCommand,
  RestoreOrganizationCommand,
  type Command,
  type CommandOutcome,
  type LiveDocuments,
} from '#contracts';
import { receipt } from '#eventing';
import { BUS, Vault } from '#hosting';
import { userOf } from '../asking-user.js';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

/** Deletes an organization, for a week at first: its keys and links stop with the event. */
@CommandHandler(DeleteOrganizationCommand)
export class DeleteOrganizationHandler implements Handles<DeleteOrganizationCommand> {
  constructor(
    private readonly organizations: Organizations,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  async execute(command: DeleteOrganizationCommand): Promise<Outcome> {
    const live = await findLiveDocuments(this.bus, command);
    if (!live.ok) return live;
    const { archived } = command.data;
    const deletion = { type: 'delete' as const, by: userOf(command), archived, live: live.value };
    return receipt(await this.organizations.handle(command, { ...deletion, at: command.time }));
  }
}

@CommandHandler(RestoreOrganizationCommand)
export class RestoreOrganizationHandler implements Handles<RestoreOrganizationCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: RestoreOrganizationCommand): Promise<Outcome> {
    const restoring = { type: 'restore' as const, by: userOf(command), at: command.time };
    return receipt(await this.organizations.handle(command, restoring));
  }
}

/**
 * Ends an organization whose week is over. The event first, so that nothing makes it come back; then the data key of its
 * documents. A delivery that died in between is repeated, and finds the event. What it signs with goes with the services
 * that sign: the process sends them a command.
 */
@CommandHandler(DestroyOrganizationCommand)
export class DestroyOrganizationHandler implements Handles<DestroyOrganizationCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly vault: Vault,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  async execute(command: DestroyOrganizationCommand): Promise<Outcome> {
    const live = await findLiveDocuments(this.bus, command);
    if (!live.ok) return live;
    const end = { type: 'destroy' as const, live: live.value, at: command.time };
    const handled = await this.organizations.handle(command, end);
    if (handled.ok && handled.value.state.status === 'destroyed') await this.vault.destroy(command.key);
    return receipt(handled);
  }
}

/** The Live documents of an organization, and which of them nobody has archived: asked of who lists them. */
async function findLiveDocuments(bus: CommandBus, command: Command): Promise<Result<LiveDocuments>> {
  const { key: organizationId, actor, correlationId, time } = command;
  const id = randomUUID();
  const asked = { id, key: id, tenant: { organizationId, livemode: true }, actor, correlationId, time };
  const answer = await bus.send({ ...asked, type: 'gateway.live-documents', data: {} });
  return answer.ok ? ok(answer.value.data) : answer;
}
