import { Injectable } from '@nestjs/common';
import { deterministicId, field, newId, ok, refuse, refuseFields, type Result, type Tenant } from '#kernel';
import type { CommandOf, InvitedPerson, TeamInvite } from '#contracts';
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
    const refused = refuseAcceptance({ organizationId, team: state.team }, invite, time);
    if (refused) return refused;
    if (await this.users.isSuspended(invite.invited_by)) return refuse('invite_role_unavailable');
    const found = await this.findHolder(invite.email);
    if (found) return this.describe(command, ...found);
    if (!person) return refuseFields([field('full_name', 'required')]);
    return this.make(command, invite, person);
  }

  /** Whether who sent an invitation is suspended by now: what they began must not go on behind the operator's back. */
  async isInviterSuspended(organizationId: string, tenant: Tenant, inviteId: string): Promise<boolean> {
    const state = await this.organizations.state(organizationId, tenant);
    const invites = state.status === 'active' ? state.team.invites : [];
    const invite = invites.find(({ id }) => id === inviteId);
    return invite !== undefined && this.users.isSuspended(invite.invited_by);
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
