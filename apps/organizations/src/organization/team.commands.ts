import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  GiveUpOwnershipCommand,
  RemoveMemberCommand,
  SetMemberRoleCommand,
  ShareOwnershipCommand,
  type Command,
  type CommandOutcome,
} from '#contracts';
import { receipt } from '#eventing';
import { Users } from '../user/users.js';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

/** What every command on somebody's access says. */
const askedOf = ({ key, time, data }: Command<string, { user_id: string; by: string }>) => ({
  ...{ organizationId: key, userId: data.user_id },
  ...{ by: data.by, at: time },
});

@CommandHandler(SetMemberRoleCommand)
export class SetMemberRoleHandler implements Handles<SetMemberRoleCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetMemberRoleCommand): Promise<Outcome> {
    const setting = { type: 'set-member-role' as const, role: command.data.role, ...askedOf(command) };
    return receipt(await this.organizations.handle(command, setting));
  }
}

@CommandHandler(RemoveMemberCommand)
export class RemoveMemberHandler implements Handles<RemoveMemberCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: RemoveMemberCommand): Promise<Outcome> {
    const removal = { type: 'remove-member' as const, ...askedOf(command) };
    return receipt(await this.organizations.handle(command, removal));
  }
}

@CommandHandler(ShareOwnershipCommand)
export class ShareOwnershipHandler implements Handles<ShareOwnershipCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
  ) {}

  async execute(command: ShareOwnershipCommand): Promise<Outcome> {
    const { user_id, share } = command.data;
    const suspended = await findSuspended(this.users, [user_id]);
    const sharing = { type: 'share-ownership' as const, share, suspended, ...askedOf(command) };
    return receipt(await this.organizations.handle(command, sharing));
  }
}

/** An owner who gives up leaves another one who can act: a suspended one can't. */
@CommandHandler(GiveUpOwnershipCommand)
export class GiveUpOwnershipHandler implements Handles<GiveUpOwnershipCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
  ) {}

  async execute(command: GiveUpOwnershipCommand): Promise<Outcome> {
    const { state } = await this.organizations.look(command);
    const owners = state.status === 'active' ? state.team.owners.map(({ user_id }) => user_id) : [];
    const suspended = await findSuspended(this.users, owners);
    const givingUp = { type: 'give-up-ownership' as const, suspended, ...askedOf(command) };
    return receipt(await this.organizations.handle(command, givingUp));
  }
}

/** Which of the users are suspended now. */
async function findSuspended(users: Users, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map(async (id) => ((await users.isSuspended(id)) ? [id] : [])));
  return found.flat();
}
