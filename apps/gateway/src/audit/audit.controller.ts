import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { field, refuse, refuseFields } from '#kernel';
import {
  AnswersList,
  Caller,
  CursorCodec,
  HttpRefusal,
  JsonText,
  KEY_DIRECTORY,
  parseDateRange,
  PathId,
  readPaging,
  runList,
  unwrap,
  type KeyDirectory,
  type ListAnswer,
  type Principal,
} from '#http';
import { Conditions } from '../doc-table.js';
import { userOf } from '../organizations/caller.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Organizations } from '../organizations/organizations.js';
import { wantsLines } from './accept.js';
import { AuditLogEntry, ListAuditLog } from './audit.dto.js';
import { concern } from './audit-log.js';
import { AuditEntries } from './entries.js';
import { cleanAddress } from './entry.js';

const DEFAULT_LIMIT = 50;
const OPERATION = 'read.audit_log.list';
const NDJSON = 'application/x-ndjson';

const noPages = {
  es: 'El campo "{path}" no puede enviarse con Accept: application/x-ndjson, que devuelve la bitácora completa.',
  en: 'The field "{path}" cannot be sent with Accept: application/x-ndjson, which returns the whole log.',
};

/** Who did what in an organization, for its people. */
@ApiTags('organizations')
@Controller('organizations/:organization_id/audit-log')
export class AuditLogController {
  constructor(
    private readonly organizations: Organizations,
    private readonly directory: OrganizationDirectory,
    private readonly entries: AuditEntries,
    private readonly cursors: CursorCodec,
    @Inject(KEY_DIRECTORY) private readonly keys: Pick<KeyDirectory, 'isInForce'>,
  ) {}

  @Get()
  @AnswersList(AuditLogEntry)
  @ApiProduces('application/json', NDJSON)
  @JsonText()
  async list(
    @Caller() principal: Principal,
    @PathId('organization_id', 'organization_not_found') id: string,
    @Query() query: ListAuditLog,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListAnswer> {
    unwrap(await this.organizations.findActive(id, principal));
    const { pagination, page, limit, after, before, ...filters } = query;
    const conditions = conditionsOf(id, filters, await this.directory.timeZoneOf(id));
    if (wantsLines(request.headers.accept)) {
      refusePages({ pagination, page, limit, after, before });
      // Who takes the whole log out is in it.
      concern(request, { organizationId: id, audited: true });
      const mayGoOn = () => this.keepInForce(id, principal);
      void reply.header('content-type', NDJSON);
      const lines = request.method === 'HEAD' ? [] : this.entries.lines(conditions, mayGoOn);
      return Readable.from(lines, { objectMode: false });
    }
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'audit_log', organization: id, ...filters },
      fetchPage: (asked) => this.entries.fetchPage(conditions, asked),
    });
  }

  /** Throws once its reader may read it no more: removed, suspended, given another role, or their key ended. */
  private async keepInForce(id: string, principal: Principal): Promise<void> {
    const grant = `${userOf(principal)}:${principal.keyId}`;
    if (!(await this.keys.isInForce(id, grant, OPERATION))) unwrap(refuse('organization_not_found'));
  }
}

type Filters = Omit<ListAuditLog, 'pagination' | 'page' | 'limit' | 'after' | 'before'>;

function conditionsOf(organizationId: string, filters: Filters, timeZone: string): Conditions {
  const { date, actor, ip, ...others } = filters;
  const address = ip === undefined ? undefined : cleanAddress(ip.trim());
  if (address === null) {
    const params = { expected: 'IPv4, IPv6' };
    throw new HttpRefusal(
      refuseFields([field('ip', 'invalid_format', { location: 'query', params })]).refusal,
    );
  }
  const conditions = new Conditions()
    .and('organization_id = ?', organizationId)
    .within('created_at', unwrap(parseDateRange(date, timeZone)));
  const wanted = { actor_id: actor, ip: address, ...others };
  for (const [column, value] of Object.entries(wanted))
    if (value !== undefined) conditions.and(`${column} = ?`, value);
  return conditions;
}

/** Lines are not split into pages: what asks for some would be dropped. */
function refusePages(paging: Readonly<Record<string, unknown>>): void {
  const sent = Object.keys(paging).filter((name) => paging[name] !== undefined);
  if (sent.length === 0) return;
  const details = sent.map((name) => field(name, 'not_allowed', { location: 'query', message: noPages }));
  throw new HttpRefusal(refuseFields(details).refusal);
}
