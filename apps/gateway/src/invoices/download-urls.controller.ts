import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Call, CallerKey, type CallContext } from '../commands.js';
import { DownloadUrls, SignedDownloadUrl } from '../files/download-urls.js';
import { InvoiceFiles } from '../files/invoice-files.js';
import { Answers, PathId, unwrap } from '#http';

/** Short-lived URLs of an invoice's files. What can't be downloaded has no URL either. */
@ApiTags('invoices')
@Controller('invoices/:invoice_id')
export class InvoiceDownloadUrlsController {
  constructor(
    private readonly files: InvoiceFiles,
    private readonly urls: DownloadUrls,
  ) {}

  @Get('download-url/:format')
  @ApiParam({ name: 'format', enum: ['xml', 'pdf', 'zip'] })
  @Answers(SignedDownloadUrl)
  async document(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Param('format') asked: string,
  ): Promise<SignedDownloadUrl> {
    const { head } = unwrap(await this.files.document(call, id, asked));
    return this.urls.urlOf({ tenant: call.tenant, keyId, kind: 'invoice', id, format: head.format }, head);
  }

  @Get('cancellation_receipt/download-url/:format')
  @ApiParam({ name: 'format', enum: ['xml', 'pdf'] })
  @Answers(SignedDownloadUrl)
  async receipt(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Param('format') asked: string,
  ): Promise<SignedDownloadUrl> {
    const { head } = unwrap(await this.files.receipt(call, id, asked));
    return this.urls.urlOf({ tenant: call.tenant, keyId, kind: 'receipt', id, format: head.format }, head);
  }
}
