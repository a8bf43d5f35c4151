import { Body, Controller, Headers, Post, Res, UseFilters, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  newId,
  ok,
  refuseFields,
  type Detail,
  type Language,
  type Refused,
  type Result,
  type Tenant,
} from '#kernel';
import type { InvoiceContent, InvoicePreview as DryRun, IssuerSnapshot, PreviewDoc } from '#contracts';
import { Call, CallerKey, CommandSender, type CallContext } from '../commands.js';
import { DownloadUrls } from '../files/download-urls.js';
import { AnswersFile, sendFile } from '../files/file.js';
import { InvoiceFiles } from '../files/invoice-files.js';
import { PREVIEW, Previews } from '../files/previews.js';
import { fileOf } from '../files/stamped-files.js';
import {
  announceWarnings,
  Answers,
  HttpRefusal,
  besideKnown,
  detailsOfBody,
  errorBody,
  languageOf,
  unwrap,
  warningsOf,
} from '#http';
import { exchangeOf } from '#billing';
import { InvoiceContents } from './content.js';
import { InvoiceIssuing } from './issuing.js';
import { InvoiceRulesBeside } from './rules-beside.js';
import { InvoicePreview, PreviewDownloadUrl, PreviewInvoiceBody } from './preview.dto.js';
import { InvoiceWarnings } from './warnings.js';

/** What an invoice would be: as JSON with all its amounts and problems, and as PDF. Nothing is stored or reserved. */
@ApiTags('invoices')
@Controller('invoices/preview')
export class InvoicePreviewController {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: InvoiceContents,
    private readonly files: InvoiceFiles,
    private readonly previews: Previews,
    private readonly urls: DownloadUrls,
    private readonly rules: InvoiceRulesBeside,
    private readonly warnings: InvoiceWarnings,
  ) {}

  /** A dry run: problems are its answer, not an error; a body of another form is refused as a create's. */
  @Post()
  @UseFilters(InvoiceRulesBeside)
  @Answers(InvoicePreview)
  async json(
    @Call() call: CallContext,
    @Body() body: PreviewInvoiceBody,
    @Headers('accept-language') languages?: string,
  ): Promise<InvoicePreview> {
    const tried = await this.preview(call, body);
    const language = languageOf(languages);
    if (tried.ok) return answerOf(tried.value.preview, tried.value.warnings, language);
    const problems = await this.problemsOf(call, body, tried);
    return answerOf(withoutAmounts(call.tenant, body, problems), [], language);
  }

  /** Warnings are in a header, as a PDF has no room for them. */
  @Post('pdf')
  @UseFilters(InvoiceRulesBeside)
  @AnswersFile('pdf')
  async pdf(
    @Call() call: CallContext,
    @Body() body: PreviewInvoiceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { pdf, warnings } = await this.print(call, body);
    void reply.status(200);
    announceWarnings(reply, warnings);
    return sendFile(reply, fileOf(PREVIEW, pdf));
  }

  @Post('pdf/download-url')
  @Answers(PreviewDownloadUrl)
  async pdfUrl(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @Body() body: PreviewInvoiceBody,
    @Headers('accept-language') languages?: string,
  ): Promise<PreviewDownloadUrl> {
    const { pdf, warnings } = await this.print(call, body);
    const expiresAt = this.urls.expiry();
    const { tenant } = call;
    const id = await this.previews.keep(tenant, pdf, expiresAt);
    const url = this.urls.urlOf({ tenant, keyId, kind: 'preview', id, format: 'pdf' }, PREVIEW, expiresAt);
    return { ...url, warnings: warningsOf(warnings, languageOf(languages)) };
  }

  /** What keeps a body from being an invoice: what it is refused for, and what its other fields would be. */
  private async problemsOf(
    call: CallContext,
    body: PreviewInvoiceBody,
    refused: Refused,
  ): Promise<readonly Detail[]> {
    const problems = detailsOfBody(refused.refusal);
    if (!problems) throw new HttpRefusal(refused.refusal);
    return [...problems, ...besideKnown(problems, await this.rules.ofNew(call, body))];
  }

  private async preview(call: CallContext, body: PreviewInvoiceBody): Promise<Result<Tried>> {
    const { scope: asked, issuer } = await this.issuing.completeScopeOf(call);
    // A customer described in place is not made for it: what would be refused about it is collected here.
    const dryRun: Detail[] = [];
    const receiver: Detail[] = [];
    const scope = { ...asked, dryRun, warnings: receiver };
    const content = await this.contents.create(scope, body);
    if (!content.ok) return content;
    const warned = this.warnings.of(call.tenant, content.value, receiver);
    const question = {
      type: 'invoicing.preview' as const,
      key: newId(),
      data: { content: content.value, issuer },
    };
    const sent = await this.sender.send(question, call);
    if (!sent.ok) return sent;
    const preview = sent.value.data;
    const problems = withoutRepeats(dryRun, preview.problems);
    const refused = new Set(problems.map(({ path }) => path));
    const warnings = (await warned).filter(({ path }) => !refused.has(path));
    return ok({ content: content.value, issuer, preview: { ...preview, problems }, warnings });
  }

  /** Refused as a create would be, but what is meant to be a draft may lack what a draft may lack. */
  private async print(call: CallContext, body: PreviewInvoiceBody): Promise<Printed> {
    const { content, issuer, preview, warnings } = unwrap(await this.preview(call, body));
    const { invoice, totals, problems } = preview;
    if (problems.length > 0 && body.status !== 'draft') throw new HttpRefusal(refuseFields(problems).refusal);
    const { series, folio_number } = content;
    const { livemode } = call.tenant;
    const unstamped = {
      ...{ content, totals, issuer, livemode, series, folio_number, status: 'preview' as const },
      ...{ date: invoice.date, created_at: invoice.created_at },
    };
    const pdf = unwrap(await this.files.printUnstamped(call, newId(), unstamped, 'vista-previa'));
    return { pdf, warnings };
  }
}

/** A preview, and what it is of. */
interface Tried {
  readonly content: InvoiceContent;
  readonly issuer: IssuerSnapshot;
  readonly preview: DryRun;
  /** Of fields that are not refused. */
  readonly warnings: readonly Detail[];
}

interface Printed extends Pick<Tried, 'warnings'> {
  readonly pdf: Buffer;
}

/** The answer to a dry run, and to a body that is too far from an invoice for one. */
type Preview = Omit<DryRun, 'invoice'> & {
  readonly invoice: Pick<
    PreviewDoc,
    'livemode' | 'type' | 'currency' | 'exchange' | 'items' | 'subtotal' | 'discount' | 'taxes'
  > & { readonly total: number | null };
};

/** A preview of what names something that is not there, or has no lines that could be computed. */
const withoutAmounts = (
  { livemode }: Tenant,
  { type = 'I', currency = 'MXN', exchange = null }: PreviewInvoiceBody,
  problems: readonly Detail[],
): Preview => ({
  invoice: {
    ...{ livemode, type, currency: currency.toUpperCase() },
    exchange: number(exchangeOf(currency.toUpperCase(), exchange)),
    ...{ items: [], subtotal: null, discount: null, taxes: [], total: null },
  },
  totals: null,
  lines: [],
  problems,
  found: [],
});

/** The first list, and what the second says of other fields. */
const withoutRepeats = (first: readonly Detail[], second: readonly Detail[]): readonly Detail[] => [
  ...first,
  ...second.filter(({ path }) => path === undefined || !first.some((known) => known.path === path)),
];

const number = (text: string | null): number | null => (text === null ? null : Number(text));

function answerOf(
  { invoice, lines, problems, found }: Preview,
  warnings: readonly Detail[],
  language: Language,
): InvoicePreview {
  // The API's own rules give the code that a create answers with; the code of the matrix is a separate field.
  const all = withoutRepeats(problems, found);
  const { items } = invoice;
  const known = lines.length > 0;
  return {
    is_ready_to_stamp: all.length === 0,
    problems: all.map((problem) => problemOf(problem, found, language)),
    warnings: warningsOf(warnings, language),
    livemode: invoice.livemode,
    type: invoice.type,
    currency: invoice.currency,
    exchange: invoice.exchange,
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
    subtotal: invoice.subtotal,
    discount: invoice.discount,
    taxes: [...invoice.taxes],
    total: known ? invoice.total : null,
  };
}

/** Codes of the matrices, as our own messages cite them: `(CFDI40161)`. */
const CITED = /\(((?:CFDI|CRP|CCE|CCHYP|NOM|CP)\d+)\)/;
const FOREIGN = /^(?:CFDI|CRP|CCE|CCHYP|NOM|CP)\d+$/;

function problemOf(
  detail: Detail,
  found: readonly Detail[],
  language: Language,
): InvoicePreview['problems'][number] {
  const [error] = errorBody(refuseFields([detail]).refusal, language).errors;
  const cited = CITED.exec(textOf(detail))?.[1];
  const beside = found.find(({ path }) => path !== undefined && path === detail.path)?.code;
  const rule = FOREIGN.test(detail.code) ? detail.code : (cited ?? beside ?? null);
  const { code, source } = detail;
  return { code, rule, message: error?.message ?? '', source, path: error?.path ?? null };
}

const textOf = ({ message }: Detail): string => (typeof message === 'string' ? message : (message?.es ?? ''));
