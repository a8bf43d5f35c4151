import { applyDecorators, Body, Controller, HttpCode, Post, Res, type StreamableFile } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refuseFields, type Detail } from '#kernel';
import { Answers, HttpRefusal, PathId, unwrap, Versioned, type VersionedDoc } from '#http';
import { Call, CallerKey, type CallContext } from '../../commands.js';
import { DownloadUrls, SignedDownloadUrl } from '../../files/download-urls.js';
import { AnswersFile, sendFile } from '../../files/file.js';
import { fileOf } from '../../files/stamped-files.js';
import { PREVIEW, Previews } from '../../files/previews.js';
import { Invoice } from '../../invoices/answer.js';
import { InvoiceIssuing, PENDING } from '../../invoices/issuing.js';
import { typedKey } from '../queries.js';
import { ReceiptAsks } from './asks.js';
import { InvoiceReceiptBody, PreviewToInvoiceBody, ReceiptsSummary, ToInvoiceBody } from './dto.js';
import { eligibleAfter } from './eligible.js';
import { ReceiptInvoicing } from './invoicing.js';

/** The method answers an invoice; a summary of it with `dry_run`; and 202 while nobody can say whether it is stamped. */
export const AnswersInvoiceOrSummary = () =>
  applyDecorators(
    HttpCode(200),
    ApiExtraModels(Invoice, ReceiptsSummary),
    ApiOkResponse({
      description: 'Invoice, or with dry_run what it would be',
      schema: { oneOf: [Invoice, ReceiptsSummary].map((model) => ({ $ref: getSchemaPath(model) })) },
    }),
    ApiAcceptedResponse({ type: Invoice, description: PENDING }),
  );

const NONE = { description: 'None of the receipts can be invoiced' };

/** Invoices of receipts to one customer: of one by its id, of several by their keys. */
@ApiTags('receipts')
@Controller('receipts')
export class ToInvoiceController {
  constructor(
    private readonly issuing: InvoiceIssuing,
    private readonly asks: ReceiptAsks,
    private readonly invoicing: ReceiptInvoicing,
    private readonly previews: Previews,
    private readonly urls: DownloadUrls,
  ) {}

  @Post(':receipt_id/invoice')
  @Answers(Invoice)
  @ApiAcceptedResponse({ type: Invoice, description: PENDING })
  @Versioned()
  async one(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Body() body: InvoiceReceiptBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.issuing.issuingScopeOf(call);
    const ask = unwrap(await this.asks.toCustomer(scope, { by: 'id', ids: [id] }, body));
    return this.invoicing.issue(call, issuer, ask, reply);
  }

  @Post('to-invoice')
  @AnswersInvoiceOrSummary()
  @Versioned()
  async several(
    @Call() call: CallContext,
    @Body() { keys, dry_run, ...body }: ToInvoiceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const receipts = { by: 'key', keys: keys.map(typedKey) } as const;
    if (dry_run) {
      const { scope, issuer } = await this.issuing.completeScopeOf(call);
      const dryRun: Detail[] = [];
      const ask = unwrap(await this.asks.toCustomer({ ...scope, dryRun }, receipts, body));
      if (dryRun.length > 0) throw new HttpRefusal(refuseFields(dryRun).refusal);
      return this.invoicing.summarize(call, issuer, ask);
    }
    const { scope, issuer } = await this.issuing.issuingScopeOf(call);
    const ask = unwrap(await this.asks.toCustomer(scope, receipts, body));
    return this.invoicing.issue(call, issuer, ask, reply);
  }

  @Post(['to-invoice/preview', 'to-invoice/preview/pdf'])
  @AnswersFile('pdf')
  @ApiNoContentResponse(NONE)
  async preview(
    @Call() call: CallContext,
    @Body() body: PreviewToInvoiceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const pdf = await this.print(call, body);
    void reply.status(pdf ? 200 : 204);
    return pdf && sendFile(reply, fileOf(PREVIEW, pdf));
  }

  @Post('to-invoice/preview/download-url')
  @Answers(SignedDownloadUrl)
  @ApiNoContentResponse(NONE)
  async previewUrl(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @Body() body: PreviewToInvoiceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedDownloadUrl | undefined> {
    const pdf = await this.print(call, body);
    if (!pdf) return void reply.status(204);
    const expiresAt = this.urls.expiry();
    const { tenant } = call;
    const id = await this.previews.keep(tenant, pdf, expiresAt);
    return this.urls.urlOf({ tenant, keyId, kind: 'preview', id, format: 'pdf' }, PREVIEW, expiresAt);
  }

  /** The PDF of an invoice of those of the receipts that can be invoiced; undefined where none can. */
  private async print(
    call: CallContext,
    { keys: sent, ...body }: PreviewToInvoiceBody,
  ): Promise<Buffer | undefined> {
    const { scope, issuer } = await this.issuing.completeScopeOf(call);
    const dryRun: Detail[] = [];
    let keys: readonly string[] = sent.map(typedKey);
    const ask = unwrap(await this.asks.toCustomer({ ...scope, dryRun }, { by: 'key', keys }, body));
    if (dryRun.length > 0) throw new HttpRefusal(refuseFields(dryRun).refusal);
    while (keys.length > 0)
      try {
        return await this.invoicing.print(call, issuer, { ...ask, receipts: { by: 'key', keys } });
      } catch (error) {
        const eligible = error instanceof HttpRefusal ? eligibleAfter(error.refusal, keys) : undefined;
        // Each round has fewer, so it ends.
        if (!eligible) throw error;
        keys = eligible;
      }
    return undefined;
  }
}
