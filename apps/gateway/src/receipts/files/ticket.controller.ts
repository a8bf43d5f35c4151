import { Controller, Get, Headers, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PathId, preferredType, unwrap } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { TicketQuery } from './dto.js';
import { ReceiptFiles } from './receipt-files.js';

/** What a ticket is answered as: the type of its content, the format that is rendered, and the end of its file's name. */
const KINDS = {
  'text/plain': { format: 'receipt-text', extension: 'txt', type: 'text/plain; charset=utf-8' },
  'application/vnd.escpos': { format: 'receipt-escpos', extension: 'bin', type: 'application/vnd.escpos' },
} as const;

/** A receipt for a ticket printer: text, or the commands of the printer itself. */
@ApiTags('receipts')
@Controller('receipts/:receipt_id/ticket')
export class TicketController {
  constructor(private readonly files: ReceiptFiles) {}

  @Get()
  @ApiHeader({
    name: 'Accept',
    required: false,
    description:
      'text/plain, or application/vnd.escpos for what an ESC/POS printer takes: bold, QR code, cut',
    schema: { type: 'string', default: 'text/plain' },
  })
  @ApiOkResponse({
    description: 'The ticket',
    content: {
      'text/plain': { schema: { type: 'string' } },
      'application/vnd.escpos': { schema: { type: 'string', format: 'binary' } },
    },
  })
  async ticket(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Query() { width = '48' }: TicketQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, extension, type } =
      KINDS[preferredType(accept, ['text/plain', 'application/vnd.escpos'])];
    const columns = width === '32' ? 32 : 48;
    const { name, content } = unwrap(await this.files.ticket(call, id, { format, columns }));
    void reply.headers({ vary: 'Accept', 'content-disposition': `inline; filename="${name}.${extension}"` });
    return new StreamableFile(content, { type, length: content.length });
  }
}
