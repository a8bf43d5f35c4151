import { Controller, Get, Inject, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, systemNow, type Result } from '#kernel';
import { LogId, type CallContext } from '../commands.js';
import { KEY_DIRECTORY, Text, unwrap, type KeyDirectory } from '#http';
import { ReceiptFiles } from '../receipts/files/receipt-files.js';
import { RetentionFiles } from '../retentions/files/retention-files.js';
import type { Operation } from '../routes.js';
import { ZipRequests } from '../zip-requests/zip-requests.js';
import { AnswersFile, TYPES, announce, sendFile } from './file.js';
import { InvoiceFiles } from './invoice-files.js';
import { Previews } from './previews.js';
import type { AvailableFile } from './stamped-files.js';
import { refuseRevoked, SignedUrls, type SignedFile, type SignedKind } from './signed-urls.js';

class TokenQuery {
  @Text({ max: 1000, description: 'The token of a signed download URL' }) token!: string;
}

/** What made the URL of a file of each kind. */
const OPERATIONS: Readonly<Record<SignedKind, Operation>> = {
  invoice: 'read.invoices.download_url',
  receipt: 'read.invoices.download_url',
  preview: 'read.invoices.preview',
  retention: 'read.retentions.download_url',
  'retention-receipt': 'read.retentions.download_url',
  'zip-request': 'read.zip_requests.download_url',
  'sale-ticket': 'read.receipts.download_url',
  'sale-letter': 'read.receipts.download_url',
};

/** Downloads by signed URLs: the token is the credential, so that a browser can follow the link. */
@ApiTags('files')
@Controller('files')
export class FilesController {
  constructor(
    private readonly signed: SignedUrls,
    private readonly invoices: InvoiceFiles,
    private readonly previews: Previews,
    private readonly zipRequests: ZipRequests,
    private readonly receipts: ReceiptFiles,
    private readonly retentions: RetentionFiles,
    @Inject(KEY_DIRECTORY) private readonly keys: KeyDirectory,
  ) {}

  /** HEAD answers name and type without making the file. */
  @Get()
  @AnswersFile('xml', 'pdf', 'zip')
  async download(
    @Query() { token }: TokenQuery,
    @LogId() correlationId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const file = unwrap(this.signed.verify(token, systemNow()));
    const { tenant, keyId, kind } = file;
    const isInForce = await this.keys.isInForce(tenant.organizationId, keyId, OPERATIONS[kind]);
    if (!isInForce) unwrap(refuseRevoked());
    const call = { tenant: file.tenant, actor: `signed-url:${file.kind}`, correlationId };
    const available = unwrap(await this.open(call, file));
    if (request.method !== 'HEAD') return sendFile(reply, unwrap(await available.make()));
    announce(reply, available.head);
    void reply.type(TYPES[available.head.format]);
    return undefined;
  }

  private async open(call: CallContext, { kind, id, format }: SignedFile): Promise<Result<AvailableFile>> {
    switch (kind) {
      case 'invoice':
        return this.invoices.document(call, id, format);
      case 'receipt':
        return this.invoices.receipt(call, id, format);
      case 'retention':
        return this.retentions.document(call, id, format);
      case 'retention-receipt':
        return this.retentions.receipt(call, id, format);
      case 'preview':
        return this.previews.open(call.tenant, id);
      case 'zip-request':
        return this.zipRequests.file(call.tenant, id);
      case 'sale-ticket':
        return this.receipts.pdf(call, id, 'ticket');
      case 'sale-letter':
        return this.receipts.pdf(call, id, 'letter');
      default:
        return refuse('not_found');
    }
  }
}
