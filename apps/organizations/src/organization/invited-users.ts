import { Injectable } from '@nestjs/common';
import { deterministicId, field, newId, ok, refuse, refuseFields, type Result } from '#kernel';
import type { Command, CommandOf, InvitedPerson, TeamInvite } from '#contracts';
import { Addresses } from '../user/addresses.js';
import type { ActiveUser } from '../user/user.js';
import { tenantOf, Users } from '../user/users.js';
import { findByLink, findEnded, refuseAcceptance } from './invites.js';
import { Organizations } from './organizations.js';

type Answer = CommandOf<'organizations.answer-invite-link'>;

/** The user that an invitation lets in. */
export interface Invited {
  readonly userId: string;
  /** Of the user that this invitation made, which has the sent key: where it stands. */
  readonly revision: number | undefined;
}

/** The users of invitations' addresses, made where there is none. */
@Injectable()
export class InvitedUsers {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly addresses: Addresses,
  ) {}

  /**
   * The user who accepts an invitation by its link. Whatever would refuse that is looked at before a user is made. Of an
   * invitation that was accepted before it is the user who came in by it.
   */
  async find(command: Answer): Promise<Result<Invited>> {
    const { key: organizationId, tenant, data, time } = command;
    const { invite_id: inviteId, key_hash: keyHash, person } = data;
    const state = await this.organizations.state(organizationId, tenant);
    if (state.status !== 'active') return notFound();
    const invite = findByLink(state.team, inviteId, keyHash);
    if (!invite) {
      const userId = findEnded(state.team, inviteId, keyHash)?.user_id;
      const user = userId === undefined ? undefined : await this.users.find(userId);
      return user && userId ? this.describe(command, userId, user) : notFound();
    }
    const suspended = await this.users.findSuspended([invite.invited_by]);
    const people = { organizationId, team: state.team };
    const refused = refuseAcceptance(people, invite, { suspended, at: time });
    if (refused) return refused;
    const found = await this.findHolder(invite.email);
    if (found) return this.describe(command, ...found);
    if (!person) return refuseFields([field('full_name', 'required')]);
    return this.make(command, invite, person);
  }

  /** Whoever sent an invitation, if they are suspended now. */
  async findSuspendedInviters(command: Command<string, { readonly invite_id: string }>): Promise<string[]> {
    const state = await this.organizations.state(command.key, command.tenant);
    if (state.status !== 'active') return [];
    const invites = state.team.invites.filter(({ id }) => id === command.data.invite_id);
    return this.users.findSuspended(invites.map(({ invited_by }) => invited_by));
  }

  /** Whoever is quicker with the same address has the user; this one joins as that. */
  private async make(
    command: Answer,
    { email }: TeamInvite,
    person: InvitedPerson,
  ): Promise<Result<Invited>> {
    const userId = await this.addresses.reserve(email, newId());
    const made = await this.create(command, userId, { ...person, email });
    if (made.ok || made.refusal.code !== 'conflict') return made;
    const found = await this.findHolder(email);
    return found ? this.describe(command, ...found) : made;
  }

  /** A user that is there already; with the sent key, it was made by this very invitation, whose key it is. */
  private async describe(command: Answer, userId: string, user: ActiveUser): Promise<Result<Invited>> {
    if (user.suspended) return refuse('user_suspended');
    const { person } = command.data;
    const isOurs = person !== undefined && user.keys.some(({ hash }) => hash === person.key.hash);
    if (!isOurs) return ok({ userId, revision: undefined });
    // Changes nothing: it tells where the user stands.
    const { email, full_name } = user;
    return this.create(command, userId, { email, full_name, key: person.key });
  }

  private async create(
    command: Answer,
    userId: string,
    { email, full_name, key }: InvitedPerson & { readonly email: string },
  ): Promise<Result<Invited>> {
    const envelope = { ...command, key: userId, tenant: tenantOf(userId) };
    // The print's id follows from the key, since a repeated answer carries the same key.
    const print = { ...key, id: deterministicId('invited key', key.hash) };
    const creation = { type: 'create' as const, email, full_name, key: print, at: command.time };
    const handled = await this.users.handle(envelope, creation);
    return handled.ok ? ok({ userId, revision: handled.value.revision }) : handled;
  }

  private async findHolder(email: string): Promise<readonly [string, ActiveUser] | undefined> {
    const userId = await this.addresses.holderOf(email);
    const user = userId === undefined ? undefined : await this.users.find(userId);
    return userId !== undefined && user ? [userId, user] : undefined;
  }
}

const notFound = () => refuse('invite_not_found', { location: 'params', path: 'invite_key' });
