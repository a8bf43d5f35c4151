import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  DescribeWebhookCommand,
  FindAttemptCommand,
  ListAttemptsCommand,
  ReadWebhookHealthCommand,
  webhooksKey,
  type AttemptDoc,
  type CommandOutcome,
  type NoticedWebhook,
  type WebhookHealth,
} from '#contracts';
import { answerWithData } from '#eventing';
import { Endpoints } from '../endpoint/endpoints.js';
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
    private readonly endpoints: Endpoints,
    private readonly health: EndpointHealth,
  ) {}

  async execute({
    tenant,
    data: { webhook_id },
  }: DescribeWebhookCommand): Promise<CommandOutcome<NoticedWebhook | null>> {
    const webhooks = await this.endpoints.state(webhooksKey(tenant), tenant);
    const webhook = webhooks.find(({ id }) => id === webhook_id);
    if (!webhook) return answerWithData(null);
    const { url, description } = webhook;
    return answerWithData({ url, description, ...(await this.health.trouble(tenant, webhook_id)) });
  }
}
