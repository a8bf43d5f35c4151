import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  AnswerInviteCommand,
  AnswerInviteLinkCommand,
  CancelInviteCommand,
  InviteCommand,
  type Command,
  type CommandOutcome,
  type InviteAnswered,
} from '#contracts';
import { receipt } from '#eventing';
import { userOf } from '../asking-user.js';
import { Users } from '../user/users.js';
import { Addresses } from '../user/addresses.js';
import { InvitedUsers } from './invited-users.js';
import type { Answering } from './invites.js';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(InviteCommand)
export class InviteHandler implements Handles<InviteCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly addresses: Addresses,
  ) {}

  async execute(command: InviteCommand): Promise<Outcome> {
    const { key: organizationId, data, time: at } = command;
    const { invite } = data;
    const invited = await this.addresses.holderOf(invite.email);
    const inviting = { type: 'invite' as const, organizationId, invite, by: userOf(command), invited, at };
    return receipt(await this.organizations.handle(command, inviting));
  }
}

@CommandHandler(CancelInviteCommand)
export class CancelInviteHandler implements Handles<CancelInviteCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: CancelInviteCommand): Promise<Outcome> {
    const { key: organizationId, data, time: at } = command;
    const canceling = { type: 'cancel-invite' as const, organizationId, inviteId: data.invite_id };
    return receipt(await this.organizations.handle(command, { ...canceling, by: userOf(command), at }));
  }
}

/** Takes a user's answer. The address is the user's own, from their stream: nobody else says what it is. */
@CommandHandler(AnswerInviteCommand)
export class AnswerInviteHandler implements Handles<AnswerInviteCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly invited: InvitedUsers,
  ) {}

  async execute(command: AnswerInviteCommand): Promise<Outcome> {
    const { data } = command;
    const userId = userOf(command);
    const user = await this.users.find(userId);
    if (!user) return refuse('invite_not_found', { location: 'params', path: 'invite_key' });
    if (user.suspended) return refuse('user_suspended');
    const { key: organizationId, tenant } = command;
    const isHeld =
      data.accept && (await this.invited.isInviterSuspended(organizationId, tenant, data.invite_id));
    if (isHeld) return refuse('invite_role_unavailable');
    const who: Answering = { kind: 'user', userId, email: user.email };
    return receipt(await this.organizations.handle(command, answerOf(command, data, who)));
  }
}

/**
 * Takes an answer by the link of the mail. The user is made first, then they join: if the process dies in between, the next
 * answer finds the user, and by the print of the key that nobody was shown it yet.
 */
@CommandHandler(AnswerInviteLinkCommand)
export class AnswerInviteLinkHandler implements Handles<AnswerInviteLinkCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly invited: InvitedUsers,
  ) {}

  async execute(command: AnswerInviteLinkCommand): Promise<CommandOutcome<InviteAnswered>> {
    const { data } = command;
    const { key_hash: keyHash, accept } = data;
    if (!accept) {
      const declining = answerOf(command, data, { kind: 'link', keyHash, userId: undefined });
      return receipt(await this.organizations.handle(command, declining), { new_user: null });
    }
    const invited = await this.invited.find(command);
    if (!invited.ok) return invited;
    const { userId, revision } = invited.value;
    const accepting = answerOf(command, data, { kind: 'link', keyHash, userId });
    const handled = await this.organizations.handle(command, accepting);
    if (!handled.ok) return handled;
    // The key is shown by the answer that let them in, and by no later one.
    const isFirst = handled.value.changed || handled.value.replayed;
    const newUser = isFirst && revision !== undefined ? { id: userId, revision } : null;
    return receipt(handled, { new_user: newUser });
  }
}

const answerOf = (
  { key: organizationId, time: at }: Command,
  { invite_id: inviteId, accept }: { readonly invite_id: string; readonly accept: boolean },
  who: Answering,
) => ({ type: 'answer-invite' as const, organizationId, inviteId, accept, who, at });
