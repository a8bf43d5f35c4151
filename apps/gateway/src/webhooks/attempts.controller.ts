import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { systemNow } from '#kernel';
import {
  ActionBody,
  Answers,
  AnswersList,
  CursorCodec,
  JsonText,
  parseDateRange,
  PathId,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { Call, type CallContext } from '../commands.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import {
  ListAttempts,
  ReplayBody,
  ResendFailedBody,
  ResentEvents,
  WebhookAttempt,
  WebhookPing,
} from './attempts.dto.js';
import { Attempts } from './attempts.js';
import { readPast, readPeriod } from './period.js';
import { Webhooks } from './webhooks.js';

const DEFAULT_LIMIT = 50;
const MISSING = 'webhook_not_found';

/** The log of deliveries to a webhook, and deliveries by hand. */
@ApiTags('webhooks')
@Controller('webhooks/:webhook_id')
export class WebhookAttemptsController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly attempts: Attempts,
    private readonly organizations: OrganizationDirectory,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('attempts')
  @AnswersList(WebhookAttempt)
  @JsonText()
  async list(
    @Call() call: CallContext,
    @PathId('webhook_id', MISSING) id: string,
    @Query() query: ListAttempts,
  ): Promise<ListAnswer> {
    const { event, kind, status, date } = query;
    const paging = unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT }));
    const { tenant } = call;
    const range = unwrap(parseDateRange(date, await this.organizations.timeZoneOf(tenant.organizationId)));
    unwrap(await this.webhooks.find(tenant, id));
    const filters = { event_id: event ?? null, kind: kind ?? null, status: status ?? null, date: range };
    return runList({
      ...{ paging, cursors: this.cursors },
      search: { resource: 'webhook-attempts', tenant, webhook: id, event, kind, status, date },
      fetchPage: async (request) => unwrap(await this.attempts.fetchPage(call, id, filters, request)),
    });
  }

  @Get('attempts/:attempt_id')
  @Answers(WebhookAttempt)
  async get(
    @Call() call: CallContext,
    @PathId('webhook_id', MISSING) id: string,
    @PathId('attempt_id', 'webhook_delivery_attempt_not_found') attemptId: string,
  ): Promise<WebhookAttempt> {
    unwrap(await this.webhooks.find(call.tenant, id));
    return unwrap(await this.attempts.find(call, id, attemptId));
  }

  /** Waits up to 5 seconds for the answer of the webhook's server. */
  @Post('attempts/:attempt_id/redeliver')
  @Answers(WebhookAttempt)
  async redeliver(
    @Call() call: CallContext,
    @PathId('webhook_id', MISSING) id: string,
    @PathId('attempt_id', 'webhook_delivery_attempt_not_found') attemptId: string,
    @Body() _: ActionBody,
  ): Promise<WebhookAttempt> {
    unwrap(await this.webhooks.find(call.tenant, id));
    return unwrap(await this.attempts.redeliver(call, id, attemptId));
  }

  @Post('resend-failed')
  @Answers(ResentEvents)
  async resendFailed(
    @Call() call: CallContext,
    @PathId('webhook_id', MISSING) id: string,
    @Body() body: ResendFailedBody,
  ): Promise<ResentEvents> {
    const timeZone = await this.organizations.timeZoneOf(call.tenant.organizationId);
    const since = unwrap(readPast('since', body.since, timeZone, systemNow()));
    unwrap(await this.webhooks.find(call.tenant, id));
    return unwrap(await this.attempts.resendFailed(call, id, since.toISOString()));
  }

  @Post('replay')
  @Answers(ResentEvents)
  async replay(
    @Call() call: CallContext,
    @PathId('webhook_id', MISSING) id: string,
    @Body() body: ReplayBody,
  ): Promise<ResentEvents> {
    const timeZone = await this.organizations.timeZoneOf(call.tenant.organizationId);
    const period = unwrap(readPeriod(body, timeZone, systemNow()));
    unwrap(await this.webhooks.find(call.tenant, id));
    return unwrap(await this.attempts.replay(call, id, period));
  }

  /** Waits up to 5 seconds for the answer of the webhook's server. */
  @Post('ping')
  @Answers(WebhookPing)
  async ping(
    @Call() call: CallContext,
    @PathId('webhook_id', MISSING) id: string,
    @Body() _: ActionBody,
  ): Promise<WebhookPing> {
    unwrap(await this.webhooks.find(call.tenant, id));
    return unwrap(await this.attempts.ping(call, id));
  }
}
