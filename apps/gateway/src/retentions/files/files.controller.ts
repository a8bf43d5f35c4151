import { Controller, Get, Param, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PathId, unwrap } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { Files, sendFile } from '../../files/file.js';
import { RetentionFiles } from './retention-files.js';

/** Files of a retention: XML, PDF, both in a ZIP, and its cancellation receipt. */
@ApiTags('retentions')
@Controller('retentions/:retention_id')
export class RetentionFilesController {
  constructor(private readonly files: RetentionFiles) {}

  @Get('cancellation_receipt/:format')
  @Files('xml', 'pdf')
  async receipt(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
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
    @PathId('retention_id', 'retention_not_found') id: string,
    @Param('format') format: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const available = unwrap(await this.files.document(call, id, format));
    return sendFile(reply, unwrap(await available.make()));
  }
}
