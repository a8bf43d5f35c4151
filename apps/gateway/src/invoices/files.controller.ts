import { Controller, Get, Param, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Call, type CallContext } from '../commands.js';
import { Files, sendFile } from '../files/file.js';
import { InvoiceFiles } from '../files/invoice-files.js';
import { PathId, unwrap } from '#http';

/** Files of an invoice: XML, PDF, both in a ZIP, and its cancellation receipt. */
@ApiTags('invoices')
@Controller('invoices/:invoice_id')
export class InvoiceFilesController {
  constructor(private readonly files: InvoiceFiles) {}

  @Get('cancellation_receipt/:format')
  @Files('xml', 'pdf')
  async receipt(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Param('format') format: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const available = unwrap(await this.files.receipt(call, id, format));
    return sendFile(reply, unwrap(await available.make()));
  }

  @Get(':format')
  @Files('xml', 'pdf', 'zip')
  async file(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Param('format') format: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const available = unwrap(await this.files.document(call, id, format));
    return sendFile(reply, unwrap(await available.make()));
  }
}
