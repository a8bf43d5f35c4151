import { Body, Controller, Headers, Post, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { newId, refuseFields, type Detail, type Language } from '#kernel';
import type { InvoicePreview as Preview } from '#contracts';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { DownloadUrls, SignedDownloadUrl } from '../files/download-urls.js';
import { AnswersFile, sendFile } from '../files/file.js';
import { InvoiceFiles, fileOf } from '../files/invoice-files.js';
import { PREVIEW, Previews } from '../files/previews.js';
import { Answers, HttpRefusal, Keys, RateClass, errorBody, languageOf, unwrap } from '../http/index.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceContents } from './content.js';
import { issuerOf } from './issuer.js';
import { InvoicePreview, PreviewInvoiceBody } from './preview.dto.js';

/** What an invoice would be: as JSON with all its amounts and problems, and as PDF. Nothing is stored or reserved. */
@ApiTags('invoices')
@Controller('invoices/preview')
@Keys('test', 'live')
export class InvoicePreviewController {
  constructor(
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: InvoiceContents,
    private readonly files: InvoiceFiles,
    private readonly previews: Previews,
    private readonly urls: DownloadUrls,
  ) {}

  /** A dry run: problems are its answer, not an error; a body that can't be read is refused as a create's. */
  @Post()
  @Answers(InvoicePreview)
  @RateClass('heavy')
  async json(
    @Call() call: CallContext,
    @Body() body: PreviewInvoiceBody,
    @Headers('accept-language') languages?: string,
  ): Promise<InvoicePreview> {
    return answerOf(await this.preview(call, body), languageOf(languages));
  }

  @Post('pdf')
  @AnswersFile('pdf')
  @RateClass('heavy')
  async pdf(
    @Call() call: CallContext,
    @Body() body: PreviewInvoiceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    void reply.status(200);
    return sendFile(reply, fileOf(PREVIEW, await this.print(call, body)));
  }

  @Post('pdf/download-url')
  @Answers(SignedDownloadUrl)
  @RateClass('heavy')
  async pdfUrl(@Call() call: CallContext, @Body() body: PreviewInvoiceBody): Promise<SignedDownloadUrl> {
    const pdf = await this.print(call, body);
    const expiresAt = this.urls.expiry();
    const { tenant } = call;
    const id = await this.previews.keep(tenant, pdf, expiresAt);
    return this.urls.urlOf({ tenant, kind: 'preview', id, format: 'pdf' }, PREVIEW, expiresAt);
  }

  private async preview(call: CallContext, body: PreviewInvoiceBody): Promise<Preview> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const issuer = unwrap(issuerOf(organization, call.tenant));
    const scope = { ...call, timeZone: organization.timezone };
    const content = unwrap(await this.contents.create(scope, body));
    const asked = { type: 'invoicing.preview' as const, key: newId(), data: { content, issuer } };
    return unwrap(await this.sender.send(asked, call)).data as Preview;
  }

  /** Refused as a create would be, but what is meant to be a draft may lack what a draft may lack. */
  private async print(call: CallContext, body: PreviewInvoiceBody): Promise<Buffer> {
    const { invoice, problems } = await this.preview(call, body);
    if (problems.length > 0 && body.status !== 'draft') throw new HttpRefusal(refuseFields(problems).refusal);
    const nothing = { xml_key: null, timbre_xml: null, receipt_key: null };
    const document = { format: 'pdf' as const, invoice, ...nothing, file_name: 'vista-previa' };
    return unwrap(await this.files.print(call, newId(), document));
  }
}

const number = (text: string | null): number | null => (text === null ? null : Number(text));

function answerOf({ invoice, lines, problems, found }: Preview, language: Language): InvoicePreview {
  const all = [...problems, ...found];
  const items = invoice['items'] as readonly InvoiceItemDoc[];
  const known = lines.length > 0;
  return {
    is_ready_to_stamp: all.length === 0,
    problems: all.map((problem) => problemOf(problem, language)),
    livemode: invoice['livemode'] as boolean,
    type: invoice['type'] as string,
    currency: invoice['currency'] as string,
    exchange: invoice['exchange'] as number,
    items: lines.map((line, index) => ({
      description: items[index]?.product.description ?? null,
      product_key: items[index]?.product.product_key ?? null,
      quantity: items[index]?.quantity ?? null,
      unit_value: Number(line.unit_value),
      amount: Number(line.amount),
      discount: Number(line.discount),
      taxes: line.taxes.map((tax) => ({
        ...tax,
        rate: number(tax.rate),
        base: number(tax.base),
        amount: number(tax.amount),
      })),
    })),
    subtotal: invoice['subtotal'] as number | null,
    discount: invoice['discount'] as number | null,
    taxes: invoice['taxes'] as InvoicePreview['taxes'],
    total: known ? (invoice['total'] as number) : null,
  };
}

interface InvoiceItemDoc {
  readonly quantity: number;
  readonly product: { readonly description: string; readonly product_key: string };
}

/** Codes of the matrices, as our own messages cite them: `(CFDI40161)`. */
const CITED = /\(((?:CFDI|CRP|CCE|NOM|CP)\d+)\)/;
const FOREIGN = /^(?:CFDI|CRP|CCE|NOM|CP)\d+$/;

function problemOf(detail: Detail, language: Language): InvoicePreview['problems'][number] {
  const [error] = errorBody(refuseFields([detail]).refusal, language).errors;
  const { message, es } = { message: error?.message ?? '', es: textOf(detail) };
  const rule = FOREIGN.test(detail.code) ? detail.code : (CITED.exec(es)?.[1] ?? null);
  return { code: detail.code, rule, message, source: detail.source, path: detail.path ?? null };
}

const textOf = ({ message }: Detail): string => (typeof message === 'string' ? message : (message?.es ?? ''));
