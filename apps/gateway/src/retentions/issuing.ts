import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { refuse } from '#kernel';
import { retentionsReadModel, type InvoiceOutcome } from '#contracts';
import { CONFIG, type Config } from '#hosting';
import { HttpRefusal, unwrap, type VersionedDoc } from '#http';
import { CommandSender, type CallContext, type OutgoingCommand } from '../commands.js';
import { RetentionQueries, type FollowedRetention, type StoredRetention } from './queries.js';

const RETRY_AFTER_SECONDS = 2;
/** How long a status refresh waits for what the provider said to be written down. */
const REFRESH_WAIT_MS = 5_000;

export const READ_MODEL = { readModel: retentionsReadModel };

type IssueType = 'invoicing.create-retention' | 'invoicing.stamp-retention';

/** Has retentions stamped and canceled, and waits for the result. */
@Injectable()
export class RetentionIssuing {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: CommandSender,
    private readonly retentions: RetentionQueries,
  ) {}

  /** Issues a retention and waits for its stamp: 200 once it is stamped, 202 while that is uncertain. */
  async issueAndWait<Type extends IssueType>(
    call: CallContext,
    id: string,
    command: OutgoingCommand<Type>,
    reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const settled = await this.sendAndWait(call, id, 'stamp', command);
    if (settled?.outcome?.kind === 'done') return rowToVersionedDoc(settled);
    if (settled?.outcome?.kind === 'failed') throw new HttpRefusal({ code: 'retention_stamping_failed' });
    const issued = await this.retentions.find(call.tenant, id);
    // Its read model is behind: it was issued, and can't be shown yet. Who asks again finds it by its key.
    if (!issued.ok)
      throw new HttpRefusal(
        refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal,
      );
    if (issued.value.status === 'pending') void reply.status(HttpStatus.ACCEPTED);
    return toVersionedDoc(issued.value);
  }

  /** Sends a command and waits for its result; throws a refusal of the provider or the tax authority. */
  sendAndWait<Type extends IssueType | 'invoicing.cancel-retention'>(
    call: CallContext,
    id: string,
    of: InvoiceOutcome['of'],
    command: OutgoingCommand<Type>,
  ): Promise<FollowedRetention | undefined> {
    const wait = { tenant: call.tenant, id, of, timeoutMs: this.config.stampWaitMs };
    return this.retentions.outcomes.settle(wait, async () => {
      const { data } = unwrap(await this.sender.send(command, call));
      return data;
    });
  }

  /**
   * Asks provider and tax authority what has become of a retention.
   * @throws {HttpRefusal} retention_stamping_service_unavailable while the provider can't say if it is stamped, and
   * retention_stamping_failed of one that was given up
   */
  async refresh(call: CallContext, { id, status, outcome }: StoredRetention): Promise<void> {
    if (status === 'failed') throw new HttpRefusal({ code: 'retention_stamping_failed' });
    const { outcomes } = this.retentions;
    const follower = outcomes.follow(id);
    try {
      const command = { type: 'invoicing.refresh-retention', key: id, data: {} } as const;
      unwrap(await this.sender.send(command, call, READ_MODEL));
      if (status !== 'pending') return;
      // The provider has been asked; what it said arrives a moment later.
      const { tenant } = call;
      const number = outcome?.number ?? 1;
      const wait = { tenant, id, of: 'stamp', number, timeoutMs: REFRESH_WAIT_MS } as const;
      const settled = await outcomes.waitFor(follower, wait);
      if (settled?.outcome?.kind === 'failed') throw new HttpRefusal({ code: 'retention_stamping_failed' });
      if (settled?.outcome?.kind === 'delayed')
        throw new HttpRefusal({ code: 'retention_stamping_service_unavailable' });
    } finally {
      follower.close();
    }
  }
}

export const toVersionedDoc = ({ doc, revision }: StoredRetention): VersionedDoc => ({ json: doc, revision });
export const rowToVersionedDoc = ({ doc, revision }: FollowedRetention): VersionedDoc => ({
  json: JSON.stringify(doc),
  revision,
});
