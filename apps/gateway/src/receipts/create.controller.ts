import { Body, Controller, Post, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { field, newId, refuseFields } from '#kernel';
import { receiptsReadModel, type CreateReceipt } from '#contracts';
import { Answers, HttpRefusal, unwrap, Versioned, type VersionedDoc } from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { fingerprintOf, IdempotencyKey, IdempotentRequests, TakesIdempotencyKey } from '../idempotency.js';
import { InvoiceIssuing } from '../invoices/issuing.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Receipt } from './answer.js';
import { ReceiptAnswers } from './answers.js';
import { ReceiptContents } from './content.js';
import { ReceiptBody } from './dto.js';
import { ReceiptQueries } from './queries.js';
import { ReceiptRulesBeside } from './rules-beside.js';

/** New receipts. */
@ApiTags('receipts')
@Controller('receipts')
export class CreateReceiptController {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: ReceiptContents,
    private readonly receipts: ReceiptQueries,
    private readonly answers: ReceiptAnswers,
    private readonly requests: IdempotentRequests,
  ) {}

  @Post()
  @Answers(Receipt)
  @TakesIdempotencyKey('the receipt')
  @UseFilters(ReceiptRulesBeside)
  @Versioned()
  async create(
    @Call() call: CallContext,
    @Body() body: ReceiptBody,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    if (key === undefined) return this.make(call, body);
    const own = body.idempotency_key?.trim() || key;
    if (own !== key) throw new HttpRefusal(refuseFields([field('idempotency_key', 'invalid_value')]).refusal);
    const request = fingerprintOf({ body });
    return this.requests.once({
      ...{ call, key, request, reply, find: 'receipts.find-request' },
      make: () => this.make(call, { ...body, idempotency_key: key }, request),
      replay: async (id) => {
        const made = await this.receipts.waitForCreated(call.tenant, id);
        return made && this.answers.of(made);
      },
    });
  }

  private async make(call: CallContext, body: ReceiptBody, request?: string): Promise<VersionedDoc> {
    // In Live nobody is given a key for an invoice that the organization could not issue.
    const { scope, issuer } = await this.issuing.completeScopeOf(call);
    const content = unwrap(await this.contents.create(scope, body));
    const { receipts, timezone } = await this.organizations.organization(call.tenant.organizationId);
    const { periodicity, duration_days } = receipts;
    const data: CreateReceipt = {
      ...{ content, issuer, folio_number: body.folio_number ?? null },
      expiry: { periodicity, duration_days, time_zone: timezone },
      ...(request !== undefined && { request }),
    };
    const id = newId();
    const command = { type: 'receipts.create', key: id, data } as const;
    unwrap(await this.sender.send(command, call, { readModel: receiptsReadModel }));
    return this.answers.of(unwrap(await this.receipts.find(call.tenant, id)));
  }
}
