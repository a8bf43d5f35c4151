import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers, PathId, Versioned, type VersionedDoc } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { IdempotencyKey, TakesIdempotencyKey } from '../../idempotency.js';
import { Receipt } from '../answer.js';
import { ReceiptAnswers } from '../answers.js';
import { RefundBody } from './dto.js';
import { ReceiptRefunds } from './refunds.js';

const PENDING =
  'Nobody can say yet whether the credit note is stamped: the refund stays pending, and is followed up';

/** What is given back of receipts. */
@ApiTags('receipts')
@Controller('receipts')
export class ReceiptRefundsController {
  constructor(
    private readonly refunds: ReceiptRefunds,
    private readonly answers: ReceiptAnswers,
  ) {}

  /** Gives back lines of a receipt, or all that is left: of an open one at once, of an invoiced one by a credit note. */
  @Post(':receipt_id/refunds')
  @Answers(Receipt)
  @ApiAcceptedResponse({ type: Receipt, description: PENDING })
  @TakesIdempotencyKey('the refund')
  @Versioned()
  async refund(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Body() body: RefundBody,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const { receipt, settled } = await this.refunds.refund(call, id, { body, key });
    if (!settled) void reply.status(HttpStatus.ACCEPTED);
    return this.answers.of(receipt);
  }
}
