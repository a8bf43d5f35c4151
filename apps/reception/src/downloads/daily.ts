import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { deterministicId, type SystemNow, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import type { Command, DownloadKind } from '#contracts';
import { BUS, LOG, SYSTEM_NOW, type Logger } from '#hosting';
import { localDateTime } from '#sat';
import { OrganizationRfc } from '../import/organization.js';
import { daysBefore, firstDay } from './daily-period.js';
import { DailyRows, type DailyRow } from './daily-rows.js';
import { absent, type DownloadState } from './download.js';
import { Downloads } from './downloads.js';

const SAT_ZONE = 'America/Mexico_City';
const EVERY_MS = 10 * 60_000;
/** A process that starts looks soon: it may be the first one after an outage. */
const FIRST_MS = 1_000;
/** Before this hour of the SAT's clock the day before is not asked for: what was stamped late is still on its way. */
const FROM_HOUR = 4;

/** Refusals after which the day is over: there is nothing that a later try of this day would change. */
const FINAL = new Set(['organization_not_found', 'organization_incomplete']);

/**
 * Begins the daily downloads of organizations that ask for them: of yesterday, of the day before once more, for what came late, and of
 * days that were missed (`firstDay`). Every process of the service looks; the id of a download follows from organization, kind and day,
 * so that two that look at one moment, or one that is killed in between, begin the same one. What cannot be begun now, without a FIEL or
 * with too many under way, is left for later.
 */
@Injectable()
export class DailyDownloads implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly rows: DailyRows,
    private readonly downloads: Downloads,
    private readonly organizations: OrganizationRfc,
    @Inject(BUS) private readonly bus: Pick<CommandBus, 'send'>,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.plan(FIRST_MS);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private plan(ms: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      void this.look()
        .catch((err: unknown) => this.log.warn({ err }, 'daily downloads could not be begun'))
        .finally(() => this.plan(EVERY_MS));
    }, ms).unref();
  }

  /** Begins what is due; gives how many organizations that were. One in trouble keeps no other from its turn. */
  async look(): Promise<number> {
    const local = localDateTime(this.now(), SAT_ZONE);
    if (Number(local.slice(11, 13)) < FROM_HOUR) return 0;
    const yesterday = daysBefore(local.slice(0, 10), 1);
    let begun = 0;
    for (const row of await this.rows.due(yesterday)) {
      if (this.stopped) break;
      begun += await this.begin(row, yesterday).catch((err: unknown) => {
        this.log.warn({ err, organization: row.organization_id }, 'a daily download could not be begun');
        return 0;
      });
    }
    return begun;
  }

  private async begin(
    { organization_id: organizationId, kinds, format, last_day: lastDay }: DailyRow,
    to: string,
  ): Promise<number> {
    const tenant = { organizationId, livemode: true };
    const envelope = {
      ...{ tenant, actor: 'process:reception.daily-downloads', correlationId: randomUUID() },
      time: this.now().toISOString(),
    };
    const about: Command = {
      ...envelope,
      id: randomUUID(),
      key: organizationId,
      type: 'reception.import',
      data: {},
    };
    const rfc = await this.organizations.of(about);
    if (!rfc.ok && !FINAL.has(rfc.refusal.code)) return 0;
    for (const kind of rfc.ok ? kinds : []) {
      const before = await this.before(tenant, kind, lastDay);
      const asked = {
        ...{ rfc: rfc.ok ? rfc.value : '', from: firstDay(to, lastDay, before), to },
        ...({ kind, format, origin: 'daily' } as const),
      };
      const key = dailyId(organizationId, kind, to);
      const sent = {
        ...envelope,
        // Another one each time: over a log a refusal is the final word on its command. Which download it is, is in the key.
        id: randomUUID(),
        key,
        type: 'reception.begin-download',
        data: { asked },
      } as const;
      const outcome = await this.bus.send(sent);
      if (!outcome.ok && !FINAL.has(outcome.refusal.code)) return 0;
    }
    await this.rows.done(organizationId, to);
    return 1;
  }

  /** The download of the last day. */
  private before(tenant: Tenant, kind: DownloadKind, lastDay: string | null): Promise<DownloadState> {
    const { organizationId } = tenant;
    return lastDay === null
      ? Promise.resolve(absent)
      : this.downloads.state(dailyId(organizationId, kind, lastDay), tenant);
  }
}

const dailyId = (organizationId: string, kind: DownloadKind, day: string): string =>
  deterministicId('daily download', organizationId, kind, day);
