import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  DescribeWebhookCommand,
  FindAttemptCommand,
  ListAttemptsCommand,
  ReadWebhookHealthCommand,
  type AttemptDoc,
  type CommandOutcome,
  type NoticedWebhook,
  type Webhook,
  type WebhookHealth,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';
import { AttemptLog } from './attempts.js';
import { EndpointHealth } from './health.js';

@CommandHandler(ListAttemptsCommand)
export class ListAttemptsHandler implements Handles<ListAttemptsCommand> {
  constructor(private readonly log: AttemptLog) {}

  async execute({
    tenant,
    data,
  }: ListAttemptsCommand): Promise<CommandOutcome<{ attempts: readonly AttemptDoc[]; count: number }>> {
    return answerWithData(await this.log.list(tenant, data));
  }
}

@CommandHandler(FindAttemptCommand)
export class FindAttemptHandler implements Handles<FindAttemptCommand> {
  constructor(private readonly log: AttemptLog) {}

  async execute({
    tenant,
    data: { webhook_id, attempt_id },
  }: FindAttemptCommand): Promise<CommandOutcome<{ attempt: AttemptDoc | null }>> {
    return answerWithData({ attempt: await this.log.find(tenant, webhook_id, attempt_id) });
  }
}

@CommandHandler(ReadWebhookHealthCommand)
export class ReadWebhookHealthHandler implements Handles<ReadWebhookHealthCommand> {
  constructor(private readonly health: EndpointHealth) {}

  async execute({
    tenant,
    data: { webhook_id },
  }: ReadWebhookHealthCommand): Promise<CommandOutcome<WebhookHealth>> {
    return answerWithData(await this.health.read(tenant, webhook_id));
  }
}

/** Tells whoever writes a mail about an endpoint which one it is, and what is the matter with it. */
@CommandHandler(DescribeWebhookCommand)
export class DescribeWebhookHandler implements Handles<DescribeWebhookCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly health: EndpointHealth,
  ) {}

  async execute({
    tenant,
    data: { webhook_id },
  }: DescribeWebhookCommand): Promise<CommandOutcome<NoticedWebhook | null>> {
    const { rows } = await this.pool.query<{ doc: Webhook }>(
      `SELECT doc FROM webhooks.endpoints WHERE id = $1 AND organization_id = $2 AND livemode = $3`,
      [webhook_id, tenant.organizationId, tenant.livemode],
    );
    const [row] = rows;
    if (!row) return answerWithData(null);
    const { url, description } = row.doc;
    return answerWithData({ url, description, ...(await this.health.trouble(tenant, webhook_id)) });
  }
}
