import { Body, Controller, Delete, Get, Post, Put, Query, Res, UseFilters } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Tenant } from '#kernel';
import type { WebhookDoc, WebhookHealth } from '#contracts';
import {
  ActionBody,
  Answers,
  AnswersList,
  CurrentTenant,
  CursorCodec,
  JsonText,
  ListQuery,
  PathId,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { Call, type CallContext } from '../commands.js';
import {
  CreatedWebhook,
  ToldEvent,
  ValidateSignatureBody,
  Webhook,
  WebhookBody,
  WebhookDetail,
  WebhookEdit,
  WebhookSecret,
} from './dto.js';
import { WebhookHealths } from './health.js';
import { WebhookRulesBeside } from './rules-beside.js';
import { validateSignature } from './validate-signature.js';
import { Webhooks } from './webhooks.js';

const ID = 'webhook_id';
const NOT_FOUND = 'webhook_not_found';
const DEFAULT_LIMIT = 50;

/** The endpoints that events are sent to. */
@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly healths: WebhookHealths,
    private readonly cursors: CursorCodec,
  ) {}

  /** 201 with its secret for a new endpoint, 200 without it for one that has the URL already, which stays as it is. */
  @Post()
  @Answers(Webhook)
  @ApiCreatedResponse({ type: CreatedWebhook, description: 'Created' })
  @UseFilters(WebhookRulesBeside)
  async create(
    @Call() call: CallContext,
    @Body() body: WebhookBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDoc & { secret?: string }> {
    const { doc, secret } = unwrap(await this.webhooks.create(body, call));
    void reply.status(secret === undefined ? 200 : 201);
    return { ...doc, ...(secret !== undefined && { secret }) };
  }

  @Get()
  @AnswersList(Webhook)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListQuery): Promise<ListAnswer> {
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'webhooks', tenant },
      fetchPage: (request) => this.webhooks.fetchPage(tenant, request),
    });
  }

  @Post('validate-signature')
  @Answers(ToldEvent)
  @JsonText()
  validate(@Body() body: ValidateSignatureBody): string {
    return unwrap(validateSignature(body));
  }

  @Get(`:${ID}`)
  @Answers(WebhookDetail)
  async get(
    @Call() call: CallContext,
    @PathId(ID, NOT_FOUND) id: string,
  ): Promise<WebhookDoc & { health: WebhookHealth | null }> {
    const doc = unwrap(await this.webhooks.find(call.tenant, id));
    return { ...doc, health: await this.healths.of(call, id) };
  }

  @Put(`:${ID}`)
  @Answers(Webhook)
  @UseFilters(WebhookRulesBeside)
  async edit(
    @Call() call: CallContext,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() body: WebhookEdit,
  ): Promise<WebhookDoc> {
    return unwrap(await this.webhooks.edit(id, body, call));
  }

  @Delete(`:${ID}`)
  @Answers(Webhook)
  async remove(@Call() call: CallContext, @PathId(ID, NOT_FOUND) id: string): Promise<WebhookDoc> {
    return unwrap(await this.webhooks.remove(id, call));
  }

  @Get(`:${ID}/secret`)
  @Answers(WebhookSecret)
  async secret(@CurrentTenant() tenant: Tenant, @PathId(ID, NOT_FOUND) id: string): Promise<WebhookSecret> {
    return { secret: unwrap(await this.webhooks.secret(tenant, id)) };
  }

  @Post(`:${ID}/rotate-secret`)
  @Answers(WebhookSecret)
  async rotateSecret(
    @Call() call: CallContext,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() _: ActionBody,
  ): Promise<WebhookSecret> {
    return { secret: unwrap(await this.webhooks.rotateSecret(id, call)) };
  }
}
