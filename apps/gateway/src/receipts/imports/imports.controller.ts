import { Controller, Get, Headers, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kernel';
import type { ImportWithProblems } from '#contracts';
import {
  Answers,
  AnswersList,
  CursorCodec,
  FileBody,
  HttpRefusal,
  JsonText,
  languageOf,
  PathId,
  readPaging,
  runList,
  StreamedFile,
  TakesFile,
  unwrap,
  type ListAnswer,
  type Page,
  type PageRequest,
} from '#http';
import { Call, CommandSender, type CallContext } from '../../commands.js';
import { problemOf } from '../many/batch.controller.js';
import { ImportedReceipts, ImportQuery, ListImports, ReceiptImportDetail } from '../many/dto.js';
import { ReceiptUploads } from './upload.js';

const DEFAULT_LIMIT = 50;
const ACCEPTED = 202;
const KNOWN = 200;

/** Receipts out of files. */
@ApiTags('receipts')
@Controller('receipts')
export class ReceiptImportsController {
  constructor(
    private readonly sender: CommandSender,
    private readonly uploads: ReceiptUploads,
    private readonly cursors: CursorCodec,
  ) {}

  /** Takes a file; 202 while it is imported, 200 where the same file was before. */
  @Post('import')
  @Answers(ReceiptImportDetail, ACCEPTED)
  @ApiAcceptedResponse({ type: ReceiptImportDetail, description: 'It is being imported' })
  @TakesFile()
  async create(
    @Call() call: CallContext,
    @FileBody() file: StreamedFile,
    @Headers('accept-language') languages: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReceiptImportDetail> {
    const begun = await this.uploads.receive(call, file, () => request.judgeAgain());
    if (begun.status === 'processing') return { ...begun, errors: [], has_more: false };
    void reply.status(KNOWN);
    return toDetail(await this.find(call, begun.id, 1), languages, request);
  }

  @Get('imports')
  @AnswersList(ImportedReceipts)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListImports): Promise<ListAnswer> {
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'receipt-imports', tenant: call.tenant },
      fetchPage: (request) => this.page(call, request),
    });
  }

  @Get('imports/:import_id')
  @Answers(ReceiptImportDetail)
  async get(
    @Call() call: CallContext,
    @PathId('import_id', 'receipt_import_not_found') id: string,
    @Query() query: ImportQuery,
    @Headers('accept-language') languages: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<ReceiptImportDetail> {
    return toDetail(await this.find(call, id, query.page ?? 1), languages, request);
  }

  private async page(call: CallContext, { take, skip, direction, from }: PageRequest): Promise<Page> {
    const place = from ? { created_at: String(from.sortKey), id: from.id } : null;
    const data = { take, skip, direction, from: place };
    const command = { type: 'receipts.list-imports', key: call.tenant.organizationId, data } as const;
    const { imports, count } = unwrap(await this.sender.send(command, call)).data;
    const rows = imports.map((one) => ({ id: one.id, sortKey: one.created_at, doc: JSON.stringify(one) }));
    return { rows, count };
  }

  private async find(call: CallContext, id: string, page: number): Promise<ImportWithProblems> {
    const command = { type: 'receipts.read-import', key: id, data: { page } } as const;
    const found = unwrap(await this.sender.send(command, call)).data;
    if (!found) throw new HttpRefusal(refuse('receipt_import_not_found').refusal);
    return found;
  }
}

function toDetail(
  { import: shown, problems, has_more }: ImportWithProblems,
  languages: string | undefined,
  { protocol, host }: FastifyRequest,
): ReceiptImportDetail {
  const told = { language: languageOf(languages), base: `${protocol}://${host}` };
  const errors = problems.map(({ line, problem }) => ({ line, ...problemOf(problem, told) }));
  return { ...shown, errors, has_more };
}
