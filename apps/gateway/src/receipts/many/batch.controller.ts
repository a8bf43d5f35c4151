import { Body, Controller, Headers, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId, type Language, type Refusal } from '#kernel';
import { Answers, errorBody, JsonText, languageOf, unwrap, validate, withDocUrls } from '#http';
import { Call, CommandSender, type CallContext } from '../../commands.js';
import { fingerprintOf, IdempotencyKey, TakesIdempotencyKey } from '../../idempotency.js';
import { ReceiptBatches, type BatchEntry } from './batch.js';
import { Breath } from './breath.js';
import { ReceiptBatch, ReceiptBatchBody, ReceiptBatchShape } from './dto.js';

/** Many receipts in one request. */
@ApiTags('receipts')
@Controller('receipts/batch')
export class ReceiptBatchController {
  constructor(
    private readonly sender: CommandSender,
    private readonly batches: ReceiptBatches,
  ) {}

  @Post()
  @ApiBody({ type: ReceiptBatchBody })
  @Answers(ReceiptBatch)
  @TakesIdempotencyKey('the receipts')
  @JsonText()
  async create(
    @Call() call: CallContext,
    // Of no class: each receipt is read by itself.
    @Body() body: unknown,
    @IdempotencyKey() key: string | undefined,
    @Headers('accept-language') languages: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    unwrap(validate(ReceiptBatchShape, withoutNulls(body), 'body'));
    const whole = body as ReceiptBatchShape;
    const batch = await this.nameOf(call, key, whole, reply);
    const entries = await this.batches.make(call, batch, whole.receipts);
    const told = { language: languageOf(languages), base: `${request.protocol}://${request.host}` };
    return `{"data":[${entries.map((entry, index) => textOf(entry, index, told)).join(',')}]}`;
  }

  /** The name that the ids of its receipts are made of: the same for the same request under one key. */
  private async nameOf(
    call: CallContext,
    key: string | undefined,
    body: ReceiptBatchShape,
    reply: FastifyReply,
  ): Promise<string> {
    const batch = newId();
    if (key === undefined) return batch;
    const data = { request: await requestOf(body), batch };
    const claimed = unwrap(await this.sender.send({ type: 'receipts.claim-batch', key, data }, call)).data;
    if (claimed.replayed) void reply.header('idempotent-replayed', 'true');
    return claimed.batch;
  }
}

/** A receipt that is null is wrong by itself, as one that lacks everything: it refuses no other. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('receipts' in body)) return body;
  const { receipts } = body;
  return Array.isArray(receipts) ? { ...body, receipts: receipts.map((one: unknown) => one ?? {}) } : body;
}

/** What tells a batch from another; megabytes of it are not read in one go. */
async function requestOf({ receipts, ...others }: ReceiptBatchShape): Promise<string> {
  const breath = new Breath();
  const prints: string[] = [];
  for (const receipt of receipts) {
    await breath.take();
    prints.push(fingerprintOf(receipt));
  }
  return fingerprintOf({ ...others, receipts: prints });
}

interface Told {
  readonly language: Language;
  readonly base: string;
}

const textOf = (entry: BatchEntry, index: number, told: Told): string =>
  entry.status === 'error'
    ? `{"index":${index},"status":"error","error":${JSON.stringify(problemOf(entry.refusal, told))}}`
    : `{"index":${index},"status":"${entry.status}","receipt":${entry.receipt}}`;

/** A refusal as it is told of one among many. */
export const problemOf = (refusal: Refusal, { language, base }: Told) =>
  withDocUrls(errorBody(refusal, language), base);
