import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  newId,
  normalizeEmail,
  ok,
  organizationNow,
  refuse,
  type Clock,
  type Language,
  type Result,
} from '#kernel';
import {
  hashSecretKey,
  newInviteKey,
  organizationsReadModel,
  usersReadModel,
  type OrganizationDoc,
  type Team,
  type TeamInvite,
} from '#contracts';
import { CLOCK, CONFIG, POOL, type Config } from '#hosting';
import { CommandSender } from '../commands.js';
import { Mailer } from '../mailbox/mailer.js';
import { PublicUrl } from '../portal/public-url.js';
import { contextOf, type OrganizationCall } from './caller.js';
import { toInvite, type CreateInviteBody, type OrganizationInvite } from './invites.dto.js';
import { Organizations } from './organizations.js';
import { roleNameOf } from './team/role-names.js';

const DAY_MS = 86_400_000;
const { table } = organizationsReadModel;
const readModel = organizationsReadModel;

interface PeopleRow {
  readonly doc: OrganizationDoc;
  readonly team: Team;
}

/** An invitation that somebody answers, and whose it is. */
export interface ReceivedInvite {
  readonly organizationId: string;
  readonly inviteId: string;
}

/** Invitations to work in organizations. Only their mails have the keys of their links; events and rows have hashes. */
@Injectable()
export class Invites {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
    private readonly mailer: Mailer,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Invites somebody by mail; an invitation that their address has is renewed. It is there even if the mail server will not
   * have the address (invite_email_delivery_failed), or the process dies before the mail: who invites again sends it again.
   */
  async create(
    id: string,
    { email: address, role }: CreateInviteBody,
    language: Language,
    call: OrganizationCall,
  ): Promise<Result<OrganizationInvite>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const key = newInviteKey();
    const expires_at = new Date(this.now(id) + this.config.inviteDays * DAY_MS).toISOString();
    const invite = {
      ...{ id: newId(), email: normalizeEmail(address), role: role?.toLowerCase() ?? null },
      ...{ key_hash: hashSecretKey(key), expires_at },
    };
    const sent = await this.organizations.send(
      { type: 'organizations.invite', key: id, data: { invite } },
      call,
    );
    if (!sent.ok) return sent;
    const row = await this.rowOf(id);
    const made = row?.team.invites.find(({ key_hash }) => key_hash === invite.key_hash);
    // It was cancelled, or invited again, before its mail was sent: that link would open nothing.
    if (!row || !made) return refuse('conflict');
    const mailed = await this.mail(row, made, key, language, call);
    return mailed.ok ? ok(toInvite(made, row, language)) : mailed;
  }

  /** Those that nobody has answered, also after they expired: until then they can be renewed or cancelled. */
  async list(id: string, language: Language, call: OrganizationCall): Promise<Result<OrganizationInvite[]>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const row = await this.rowOf(id);
    return ok((row?.team.invites ?? []).map((invite) => toInvite(invite, row!, language)));
  }

  /** Ends an invitation: neither its link nor its id does anything any more. Refused: invite_not_found. */
  async cancel(id: string, inviteId: string, call: OrganizationCall): Promise<Result<void>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const data = { invite_id: inviteId };
    const sent = await this.organizations.send({ type: 'organizations.cancel-invite', key: id, data }, call);
    return sent.ok ? ok(undefined) : sent;
  }

  /** Those to the address of a user that can be answered now. */
  async listReceived(userId: string, language: Language): Promise<OrganizationInvite[]> {
    const person = await this.findPerson(userId);
    if (!person) return [];
    const { rows } = await this.pool.query<PeopleRow>(
      `SELECT doc, team FROM ${table} WHERE invite_emails @> ARRAY[$1] AND closed IS NULL ORDER BY created_at, id`,
      [person.email],
    );
    return rows.flatMap((row) =>
      row.team.invites
        .filter(({ email }) => email === person.email)
        .filter(({ expires_at }) => Date.parse(expires_at) > this.now(row.doc.id))
        .map((invite) => toInvite(invite, row, language)),
    );
  }

  /** Finds an invitation that a user answers, whose ever it is: only who was shown it has its id. */
  async findReceived(inviteId: string, userId: string): Promise<Result<ReceivedInvite>> {
    const organizationId = await this.findOrganization(inviteId, userId);
    if (organizationId !== undefined) return ok({ organizationId, inviteId });
    return refuse('invite_not_found', { location: 'params', path: 'invite_key' });
  }

  /** Takes a user's answer to an invitation. The organization judges whose it is. */
  async respond(
    { organizationId: id, inviteId }: ReceivedInvite,
    accept: boolean,
    call: OrganizationCall,
  ): Promise<Result<void>> {
    const sent = await this.sender.send(
      { type: 'organizations.answer-invite', key: id, data: { invite_id: inviteId, accept } },
      contextOf(id, call),
      { readModel },
    );
    return sent.ok ? ok(undefined) : sent;
  }

  private async mail(
    { doc, team }: PeopleRow,
    { email, role, invited_by, expires_at }: TeamInvite,
    key: string,
    language: Language,
    call: OrganizationCall,
  ): Promise<Result<void>> {
    const inviter = await this.findPerson(invited_by);
    const data = {
      link: `${this.publicUrl.base}/invitation/${key}`,
      inviter: inviter ?? { full_name: doc.legal.name, email: '' },
      role: roleNameOf(doc.id, team, role, language) ?? '',
      expires_at,
    };
    const mailed = await this.mailer.send(
      { template: 'invitation', data, to: [email], language, organization: doc },
      contextOf(doc.id, call),
    );
    if (!mailed.ok) return mailed;
    return mailed.value === 'accepted' ? ok(undefined) : refuse('invite_email_delivery_failed');
  }

  /** The organization of an invitation that is open; or of one that the user has accepted, for an answer that comes again. */
  private async findOrganization(inviteId: string, userId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id: string; team: Team }>(
      `SELECT id, team FROM ${table}
       WHERE (invite_ids @> ARRAY[$1] OR user_ids @> ARRAY[$2]) AND closed IS NULL`,
      [inviteId, userId],
    );
    return rows.find(({ team: { invites, ended_invites = [] } }) =>
      [...invites, ...ended_invites.filter(({ user_id }) => user_id === userId)].some(
        ({ id }) => id === inviteId,
      ),
    )?.id;
  }

  private async findPerson(userId: string): Promise<{ full_name: string; email: string } | undefined> {
    const { rows } = await this.pool.query<{ full_name: string; email: string }>(
      `SELECT full_name, email FROM ${usersReadModel.table} WHERE id = $1`,
      [userId],
    );
    return rows[0];
  }

  private async rowOf(id: string): Promise<PeopleRow | undefined> {
    const { rows } = await this.pool.query<PeopleRow>(`SELECT doc, team FROM ${table} WHERE id = $1`, [id]);
    return rows[0];
  }

  private now(organizationId: string): number {
    return organizationNow(this.clock, organizationId).getTime();
  }
}
