import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { errorTable, type Language } from '#kernel';
import type { Download, DownloadSummary } from '#contracts';
import {
  Answers,
  AnswersList,
  CursorCodec,
  JsonText,
  languageOf,
  PathId,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
  type Page,
  type PageRequest,
} from '#http';
import { Call, type CallContext } from '../commands.js';
import { IdempotencyKey, TakesIdempotencyKey } from '../idempotency.js';
import {
  DailyBody,
  DailySettings,
  DifferencePage,
  DifferencesQuery,
  DownloadBody,
  DownloadDetail,
  DownloadListed,
  ListDownloads,
} from './dto.js';
import { GatewayDownloads } from './downloads.js';
import { troubleOf } from './troubles.js';

const ACCEPTED = 202;
const DEFAULT_LIMIT = 50;
const NOT_FOUND = 'download_not_found';

/** The SAT's bulk download: what an organization issued and received, by whichever PAC. */
@ApiTags('downloads')
@Controller('downloads')
export class DownloadsController {
  constructor(
    private readonly downloads: GatewayDownloads,
    private readonly cursors: CursorCodec,
  ) {}

  @Post()
  @HttpCode(ACCEPTED)
  @ApiAcceptedResponse({ type: DownloadDetail, description: 'It is being downloaded' })
  @TakesIdempotencyKey('the download')
  async create(
    @Call() call: CallContext,
    @Body() body: DownloadBody,
    @IdempotencyKey() key: string | undefined,
    @Headers('accept-language') languages: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DownloadDetail> {
    const { download, replayed } = unwrap(await this.downloads.begin(call, body, key));
    if (replayed) void reply.header('idempotent-replayed', 'true');
    return toDetail(download, languageOf(languages));
  }

  @Get()
  @AnswersList(DownloadListed)
  @JsonText()
  async list(
    @Call() call: CallContext,
    @Query() query: ListDownloads,
    @Headers('accept-language') languages: string | undefined,
  ): Promise<ListAnswer> {
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'downloads', tenant: call.tenant },
      fetchPage: (request) => this.page(call, request, languageOf(languages)),
    });
  }

  @Put('daily')
  @Answers(DailySettings)
  async setDaily(
    @Call() call: CallContext,
    @Body() { kinds, format = 'xml' }: DailyBody,
  ): Promise<DailySettings> {
    return unwrap(await this.downloads.setDaily(call, { kinds, format }));
  }

  @Get('daily')
  @Answers(DailySettings)
  async daily(@Call() call: CallContext): Promise<DailySettings> {
    return unwrap(await this.downloads.daily(call));
  }

  @Get(':download_id')
  @Answers(DownloadDetail)
  async get(
    @Call() call: CallContext,
    @PathId('download_id', NOT_FOUND) id: string,
    @Headers('accept-language') languages: string | undefined,
  ): Promise<DownloadDetail> {
    return toDetail(unwrap(await this.downloads.find(call, id)), languageOf(languages));
  }

  @Delete(':download_id')
  @Answers(DownloadDetail)
  async stop(
    @Call() call: CallContext,
    @PathId('download_id', NOT_FOUND) id: string,
    @Headers('accept-language') languages: string | undefined,
  ): Promise<DownloadDetail> {
    return toDetail(unwrap(await this.downloads.stop(call, id)), languageOf(languages));
  }

  @Get(':download_id/differences')
  @Answers(DifferencePage)
  async differences(
    @Call() call: CallContext,
    @PathId('download_id', NOT_FOUND) id: string,
    @Query() { page = 1, limit = DEFAULT_LIMIT, type }: DifferencesQuery,
  ): Promise<DifferencePage> {
    const found = unwrap(await this.downloads.differences(call, id, { page, limit, type }));
    return {
      ...{ page: found.total === 0 ? 0 : page, total_pages: Math.ceil(found.total / limit) },
      ...{ total_results: found.total, totals_are_capped: false, data: found.differences },
    };
  }

  private async page(call: CallContext, request: PageRequest, language: Language): Promise<Page> {
    const { downloads, count } = unwrap(await this.downloads.list(call, request));
    const rows = downloads.map((one) => ({
      ...{ id: one.id, sortKey: one.created_at, doc: JSON.stringify(toListed(one, language)) },
    }));
    return { rows, count };
  }
}

function toListed({ trouble, ...summary }: DownloadSummary, language: Language): DownloadListed {
  return { ...summary, error: troubleOf(trouble, language) };
}

function toDetail({ days, problems, ...summary }: Download, language: Language): DownloadDetail {
  return {
    ...toListed(summary, language),
    days: days.map(({ trouble, ...day }) => ({ ...day, error: troubleOf(trouble, language) })),
    errors: problems.map((problem) => ({ ...problem, message: textOf(problem.code, language) })),
  };
}

/** What the error table says of a code; a code of a later release by itself. */
const textOf = (code: string, language: Language): string =>
  code in errorTable ? errorTable[code as keyof typeof errorTable][language] : code;
