import { Body, Controller, Get, Inject, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { field, ok, refuse, refuseFields, type ErrorLocation, type Result, type Tenant } from '#kernel';
import { ARCHIVE_TYPES, type InvoiceType } from '#contracts';
import { CONFIG, type Config } from '#hosting';
import { Call, CallerKey, type CallContext } from '../commands.js';
import { DownloadUrls, SignedDownloadUrl } from '../files/download-urls.js';
import { AnswersFile, sendFile } from '../files/file.js';
import {
  Answers,
  AnswersList,
  CursorCodec,
  HttpRefusal,
  JsonText,
  PathId,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { OrganizationDirectory } from '../organizations/directory.js';
import { CreateZipRequestBody, ListZipRequestsQuery, ZipRequest } from './dto.js';
import { monthOf } from './month.js';
import { ZipRequests } from './zip-requests.js';

/** ZIPs of a month's invoices. Of Live only: a Test key is answered 402 unless the installation allows it. */
@ApiTags('invoices')
@Controller('invoices/zip-requests')
export class ZipRequestsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly requests: ZipRequests,
    private readonly organizations: OrganizationDirectory,
    private readonly urls: DownloadUrls,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Asked for again with the same filters it is the same request; one that failed, expired or grew old is made again.
   */
  @Post()
  @Answers(ZipRequest)
  @JsonText()
  async create(@Call() call: CallContext, @Body() body: CreateZipRequestBody): Promise<string> {
    this.allow(call.tenant);
    const { year, month, issuer_type = 'issuing' } = body;
    const invoice_types = unwrap(typesOf(body.invoice_types, 'body')) ?? ARCHIVE_TYPES;
    const timeZone = await this.organizations.timeZoneOf(call.tenant.organizationId);
    return unwrap(
      await this.requests.ask(call, {
        filters: { year, month, issuer_type, invoice_types },
        ...monthOf(year, month, timeZone),
      }),
    );
  }

  @Get()
  @AnswersList(ZipRequest)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListZipRequestsQuery): Promise<ListAnswer> {
    this.allow(call.tenant);
    const { year, month, status, issuer_type } = query;
    if ((year === undefined) !== (month === undefined)) {
      const missing = year === undefined ? 'year' : 'month';
      throw new HttpRefusal(refuseFields([field(missing, 'required', { location: 'query' })]).refusal);
    }
    const types = unwrap(typesOf(query.invoice_types, 'query'));
    const filters = { year, month, status, issuer_type, invoice_types: types?.join('') };
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: 50 })),
      cursors: this.cursors,
      search: { resource: 'zip-requests', tenant: call.tenant, ...filters },
      fetchPage: (request) => this.requests.fetchPage(call.tenant, filters, request),
    });
  }

  @Get(':zip_request_id')
  @Answers(ZipRequest)
  @JsonText()
  async get(
    @Call() call: CallContext,
    @PathId('zip_request_id', 'zip_request_not_found') id: string,
  ): Promise<string> {
    this.allow(call.tenant);
    return unwrap(await this.requests.findDoc(call.tenant, id));
  }

  @Get(':zip_request_id/zip')
  @AnswersFile('zip')
  async download(
    @Call() call: CallContext,
    @PathId('zip_request_id', 'zip_request_not_found') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    this.allow(call.tenant);
    const available = unwrap(await this.requests.file(call.tenant, id));
    return sendFile(reply, unwrap(await available.make()));
  }

  @Get(':zip_request_id/download-url')
  @Answers(SignedDownloadUrl)
  async downloadUrl(
    @Call() call: CallContext,
    @CallerKey() keyId: string,
    @PathId('zip_request_id', 'zip_request_not_found') id: string,
  ): Promise<SignedDownloadUrl> {
    this.allow(call.tenant);
    const { head } = unwrap(await this.requests.file(call.tenant, id));
    return this.urls.urlOf({ tenant: call.tenant, keyId, kind: 'zip-request', id, format: 'zip' }, head);
  }

  private allow({ livemode }: Tenant): void {
    if (!livemode && !this.config.zipRequests.inTest)
      throw new HttpRefusal(refuse('subscription_live_access_required').refusal);
  }
}

/** The types in their one order; refused where one is named twice. */
function typesOf(
  asked: readonly string[] | undefined,
  location: ErrorLocation,
): Result<readonly InvoiceType[] | undefined> {
  if (asked === undefined) return ok(undefined);
  const twice = asked.findIndex((type, index) => asked.indexOf(type) !== index);
  if (twice >= 0) return refuseFields([field(`invoice_types[${twice}]`, 'invalid_value', { location })]);
  return ok(ARCHIVE_TYPES.filter((type) => asked.includes(type)));
}
