import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers, PathId, unwrap } from '#http';
import { Call, CallerKey, type CallContext } from '../../commands.js';
import { DownloadUrls, SignedDownloadUrl } from '../../files/download-urls.js';
import { AnswersFile, sendFile } from '../../files/file.js';
import { ReceiptPdfQuery } from './dto.js';
import { ReceiptFiles } from './receipt-files.js';

/** The PDF of a receipt, and a URL of it for who has no key. */
@ApiTags('receipts')
@Controller('receipts/:receipt_id')
export class ReceiptFilesController {
  constructor(
    private readonly files: ReceiptFiles,
    private readonly urls: DownloadUrls,
  ) {}

  @Get('pdf')
  @AnswersFile('pdf')
  async pdf(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Query() { size = 'ticket' }: ReceiptPdfQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const available = unwrap(await this.files.pdf(call, id, size));
    return sendFile(reply, unwrap(await available.make()));
  }

  @Get('download-url/pdf')
  @Answers(SignedDownloadUrl)
  async url(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Query() { size = 'ticket' }: ReceiptPdfQuery,
  ): Promise<SignedDownloadUrl> {
    const { head } = unwrap(await this.files.pdf(call, id, size));
    return this.urls.urlOf(
      { tenant: call.tenant, keyId, kind: `sale-${size}`, id, format: head.format },
      head,
    );
  }
}
