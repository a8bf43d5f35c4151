import { Inject, Injectable } from '@nestjs/common';
import { deterministicId, newId, ok, refuse, type Clock, type Result } from '#kernel';
import {
  DIFFERENCES,
  type DailyDownloadSettings,
  type Download,
  type DownloadDifference,
  type DownloadSummary,
  type DifferenceType,
} from '#contracts';
import { CLOCK } from '#hosting';
import type { PageRequest } from '#http';
import { CommandSender, type CallContext } from '../commands.js';
import { draftIssuerOf } from '../invoices/issuer.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import type { DownloadBody } from './dto.js';
import { judgePeriod } from './period.js';

/** A download that was asked for. `replayed`: by an earlier request with the same key. */
export interface Begun {
  readonly download: Download;
  readonly replayed: boolean;
}

type Asked = Pick<DownloadBody, 'from' | 'to' | 'kind' | 'format'>;

/** Bulk downloads for the API: the service that makes them is asked. */
@Injectable()
export class GatewayDownloads {
  constructor(
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Begins a download; with a key of idempotency the one that it began before (`replayed`), if it was for the same. Refused
   * idempotency_key_in_use where that was for something else.
   */
  async begin(
    call: CallContext,
    { from, to, kind, format }: DownloadBody,
    key: string | undefined,
  ): Promise<Result<Begun>> {
    const { tenant } = call;
    const asked = { from, to, kind, format };
    const id =
      key === undefined
        ? newId()
        : deterministicId('download', tenant.organizationId, String(tenant.livemode), key);
    // Looked for before anything else: which days may be asked for has changed since.
    const earlier = key === undefined ? undefined : await this.find(call, id);
    if (earlier?.ok)
      return isSame(earlier.value, asked) ? ok({ download: earlier.value, replayed: true }) : inUse(id);
    if (earlier && earlier.refusal.code !== 'download_not_found') return earlier;
    const judged = judgePeriod(from, to, this.clock.now(tenant));
    if (!judged.ok) return judged;
    const organization = await this.organizations.organization(tenant.organizationId);
    const { tax_id: rfc } = draftIssuerOf(organization, tenant);
    const data = { asked: { rfc, ...asked, origin: 'request' } } as const;
    const begun = await this.sender.send({ type: 'reception.begin-download', key: id, data }, call);
    if (!begun.ok) return begun;
    // One that came at the same moment was quicker.
    const { data: download } = begun.value;
    return isSame(download, asked) ? ok({ download, replayed: false }) : inUse(id);
  }

  async setDaily(call: CallContext, data: DailyDownloadSettings): Promise<Result<DailyDownloadSettings>> {
    const key = call.tenant.organizationId;
    const set = await this.sender.send({ type: 'reception.set-daily-downloads', key, data }, call);
    return set.ok ? ok(set.value.data) : set;
  }

  async daily(call: CallContext): Promise<Result<DailyDownloadSettings>> {
    const key = call.tenant.organizationId;
    const read = await this.sender.send({ type: 'reception.read-daily-downloads', key, data: {} }, call);
    return read.ok ? ok(read.value.data) : read;
  }

  async find(call: CallContext, id: string): Promise<Result<Download>> {
    const found = await this.sender.send(
      { type: 'reception.read-download', key: newId(), data: { download: id } },
      call,
    );
    if (!found.ok) return found;
    return found.value.data ? ok(found.value.data) : refuse('download_not_found');
  }

  async list(
    call: CallContext,
    { take, skip, direction, from }: PageRequest,
  ): Promise<Result<{ downloads: readonly DownloadSummary[]; count: number }>> {
    const place = from ? { created_at: String(from.sortKey), id: from.id } : null;
    const data = { take, skip, direction, from: place };
    const key = call.tenant.organizationId;
    const found = await this.sender.send({ type: 'reception.list-downloads', key, data }, call);
    return found.ok ? ok(found.value.data) : found;
  }

  async stop(call: CallContext, id: string): Promise<Result<Download>> {
    const stopped = await this.sender.send(
      { type: 'reception.stop-download', key: newId(), data: { download: id } },
      call,
    );
    return stopped.ok ? ok(stopped.value.data) : stopped;
  }

  async differences(
    call: CallContext,
    id: string,
    { page, limit, type }: { page: number; limit: number; type: DifferenceType | undefined },
  ): Promise<Result<{ differences: readonly DownloadDifference[]; total: number }>> {
    const data = { download: id, page, limit, types: type === undefined ? DIFFERENCES : [type] };
    const found = await this.sender.send(
      { type: 'reception.download-differences', key: newId(), data },
      call,
    );
    if (!found.ok) return found;
    return found.value.data ? ok(found.value.data) : refuse('download_not_found');
  }
}

const isSame = (one: Asked, other: Asked): boolean =>
  (['from', 'to', 'kind', 'format'] as const).every((name) => one[name] === other[name]);

const inUse = (resourceId: string) =>
  refuse('idempotency_key_in_use', { path: 'Idempotency-Key', location: 'headers', resourceId });
