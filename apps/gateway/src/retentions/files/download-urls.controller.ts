import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, PathId, unwrap } from '#http';
import { Call, CallerKey, type CallContext } from '../../commands.js';
import { DownloadUrls, SignedDownloadUrl } from '../../files/download-urls.js';
import { RetentionFiles } from './retention-files.js';

/** Short-lived URLs of a retention's files. What can't be downloaded has no URL either. */
@ApiTags('retentions')
@Controller('retentions/:retention_id')
export class RetentionDownloadUrlsController {
  constructor(
    private readonly files: RetentionFiles,
    private readonly urls: DownloadUrls,
  ) {}

  @Get('download-url/:format')
  @ApiParam({ name: 'format', enum: ['xml', 'pdf', 'zip'] })
  @Answers(SignedDownloadUrl)
  async document(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Param('format') asked: string,
  ): Promise<SignedDownloadUrl> {
    const { head } = unwrap(await this.files.document(call, id, asked));
    const { tenant } = call;
    return this.urls.urlOf({ tenant, keyId, kind: 'retention', id, format: head.format }, head);
  }

  @Get('cancellation_receipt/download-url/:format')
  @ApiParam({ name: 'format', enum: ['xml', 'pdf'] })
  @Answers(SignedDownloadUrl)
  async receipt(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Param('format') asked: string,
  ): Promise<SignedDownloadUrl> {
    const { head } = unwrap(await this.files.receipt(call, id, asked));
    const { tenant } = call;
    return this.urls.urlOf({ tenant, keyId, kind: 'retention-receipt', id, format: head.format }, head);
  }
}
