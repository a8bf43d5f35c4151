import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { field, isEmail, newId, ok, refuseFields, type Result, type Tenant } from '#kernel';
import { mailsReadModel, type MailRow, type SendMail } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { CONFIG, POOL, type Config } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';

/** `accepted`: sent, or stored and tried until it is. `refused`: its first try was permanently refused. */
export type MailStanding = 'accepted' | 'refused';

const { projection, table } = mailsReadModel;

/** The state of a mail. */
type FollowedMail = Pick<MailRow, 'id' | 'revision' | 'status'>;

/** Sends mails on behalf of requests. */
@Injectable()
export class Mailer {
  constructor(
    private readonly watch: ProjectionWatch,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly sender: CommandSender,
  ) {}

  /**
   * Asks for a mail, and looks shortly what its first try came to. A refused command is passed on, such as
   * service_unavailable; otherwise the mail is durable, even if this process dies. Refuses (invalid_request, path
   * `email`) an address that was stored under an older rule than today's.
   */
  async send(mail: SendMail, call: CallContext): Promise<Result<MailStanding>> {
    if (!mail.to.every(isEmail))
      return refuseFields([field('email', 'invalid_format', { params: { expected: 'name@example.com' } })]);
    const id = newId();
    const follower = this.watch.follow(projection, id);
    try {
      const sent = await this.sender.send({ type: 'notifications.send-mail', key: id, data: mail }, call);
      if (!sent.ok) return sent;
      const row = await follower.until<FollowedMail>({
        accept: ({ status }) => status !== 'requested',
        read: () => this.findRow(call.tenant, id),
        // A good mail server takes less time. A slow or unavailable one delays no caller: the mail is already durable.
        timeoutMs: this.config.mailWaitMs,
      });
      return ok(row?.status === 'failed' ? 'refused' : 'accepted');
    } finally {
      follower.close();
    }
  }

  private async findRow(tenant: Tenant, id: string): Promise<FollowedMail | undefined> {
    const { rows } = await this.pool.query<FollowedMail>(
      `SELECT id, revision, status FROM ${table} WHERE id = $3 AND organization_id = $1 AND livemode = $2`,
      [tenant.organizationId, tenant.livemode, id],
    );
    return rows[0];
  }
}
