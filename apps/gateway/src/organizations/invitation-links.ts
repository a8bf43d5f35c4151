import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { newId, ok, organizationNow, refuse, type Clock, type Language, type Result } from '#kernel';
import {
  hashSecretKey,
  isInviteKey,
  organizationsReadModel,
  printOfKey,
  USER_STREAM,
  usersReadModel,
  type InviteEnd,
  type OrganizationDoc,
  type Team,
  type TeamInvite,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { CLOCK, POOL } from '#hosting';
import { CommandSender } from '../commands.js';
import { InvitedKeys } from './invited-keys.js';
import { roleNameOf } from './team/role-names.js';

/** The state of a link: `open` to be answered; else why it is not. */
export type InvitationState = 'open' | 'expired' | 'role gone' | InviteEnd;

/** The invitation of a link that can be answered. */
export interface OpenInvitation {
  readonly invite: TeamInvite;
  readonly role: string;
  readonly inviter: Person;
  /** Whether the address is of nobody yet: who accepts is asked for their name. */
  readonly isNew: boolean;
}

/** A link as its key finds it. */
export interface FoundInvitation {
  readonly organization: OrganizationDoc;
  readonly state: InvitationState;
  /** Of an open one. */
  readonly open: OpenInvitation | null;
}

interface Person {
  readonly full_name: string;
  readonly email: string;
}

interface PeopleRow {
  readonly doc: OrganizationDoc;
  readonly team: Team;
}

const { table } = organizationsReadModel;
/** The answer is there; a row that is late keeps nobody from it. */
const WAIT_MS = 5_000;

/** The links of invitations' mails: they open a page, and are answered there, once. */
@Injectable()
export class InvitationLinks {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sender: CommandSender,
    private readonly watch: ProjectionWatch,
    private readonly keys: InvitedKeys,
  ) {}

  /** Finds a link by its key; undefined for one that never was, or that ended long ago. */
  async find(key: string, language: Language): Promise<FoundInvitation | undefined> {
    if (!isInviteKey(key)) return undefined;
    const hash = hashSecretKey(key);
    const { rows } = await this.pool.query<PeopleRow>({
      name: 'organization-by-invitation',
      text: `SELECT doc, team FROM ${table} WHERE invite_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { doc: organization, team } = row;
    const invite = team.invites.find(({ key_hash }) => key_hash === hash);
    if (!invite) {
      const end = team.ended_invites?.find(({ key_hash }) => key_hash === hash)?.end;
      return end && { organization, state: end, open: null };
    }
    const now = organizationNow(this.clock, organization.id).getTime();
    if (Date.parse(invite.expires_at) <= now) return { organization, state: 'expired', open: null };
    const role = roleNameOf(organization.id, team, invite.role, language);
    const inviter = await this.findPerson('id', invite.invited_by);
    if (role === null || !inviter) return { organization, state: 'role gone', open: null };
    const isNew = (await this.findPerson('email', invite.email)) === undefined;
    return { organization, state: 'open', open: { invite, role, inviter, isNew } };
  }

  /**
   * Accepts an invitation. Where its address is of nobody, a user is made, and the answer is their key: it is given out by
   * this alone, and kept nowhere. Null: a user that was there has joined.
   */
  async accept(
    organizationId: string,
    { id, key_hash }: TeamInvite,
    fullName: string | undefined,
    correlationId: string,
  ): Promise<Result<string | null>> {
    const key = await this.keys.make(organizationId, id);
    const person =
      fullName === undefined ? undefined : { full_name: fullName, key: printOfKey(key, newId()) };
    const sent = await this.sender.send(
      {
        type: 'organizations.answer-invite-link',
        key: organizationId,
        data: { invite_id: id, key_hash, accept: true, ...(person && { person }) },
      },
      callOf(organizationId, id, correlationId),
      { readModel: organizationsReadModel },
    );
    if (!sent.ok) return sent;
    const { new_user: made } = sent.value.data;
    if (!made) return ok(null);
    const at = { stream: USER_STREAM + made.id, revision: made.revision };
    await this.watch.reached(usersReadModel, at, WAIT_MS);
    return ok(key);
  }

  async decline(
    organizationId: string,
    { id, key_hash }: TeamInvite,
    correlationId: string,
  ): Promise<Result<void>> {
    const sent = await this.sender.send(
      {
        type: 'organizations.answer-invite-link',
        key: organizationId,
        data: { invite_id: id, key_hash, accept: false },
      },
      callOf(organizationId, id, correlationId),
      { readModel: organizationsReadModel },
    );
    return sent.ok ? ok(undefined) : refuse(sent.refusal.code);
  }

  private async findPerson(column: 'id' | 'email', value: string): Promise<Person | undefined> {
    const { rows } = await this.pool.query<Person>(
      `SELECT full_name, email FROM ${usersReadModel.table} WHERE ${column} = $1`,
      [value],
    );
    return rows[0];
  }
}

/** Nobody's key is behind an answer by the link: it is whoever has the mail. */
const callOf = (organizationId: string, inviteId: string, correlationId: string) => ({
  tenant: { organizationId, livemode: false },
  actor: `invitation:${inviteId}`,
  correlationId,
});
