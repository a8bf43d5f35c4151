import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { deterministicId, deterministicUuid } from '#kernel';
import type { CommandBus } from '#bus';
import {
  NOTICE_DAYS,
  organizationsReadModel,
  type CertificateKind,
  type CertificateNotice,
  type OrganizationDoc,
} from '#contracts';
import { BUS, LOG, POOL, type Logger } from '#hosting';

const DAY_MS = 86_400_000;
const ANSWER_MS = 10_000;

interface Notice {
  readonly due: Date;
  readonly data: CertificateNotice;
}

/**
 * Notices that an organization's certificates end, by its Test clock. The true ones are the organization's own business and
 * go by real time: these leave no event there, so none of them takes the place of a true one, and their mails say what they
 * are.
 */
@Injectable()
export class ClockedCertificates {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** All notices of the certificates that an organization uses. */
  async noticesOf(organizationId: string): Promise<readonly Notice[]> {
    const { rows } = await this.pool.query<{ doc: OrganizationDoc }>(
      `SELECT doc FROM ${organizationsReadModel.table} WHERE id = $1`,
      [organizationId],
    );
    const [row] = rows;
    return row ? [...noticesOf('csd', row.doc.certificate), ...noticesOf('fiel', row.doc.fiel)] : [];
  }

  /** Sends those due at an instant, each once however often it is asked for. One that can't be sent holds up no clock. */
  async warn(organizationId: string, at: Date, notices: readonly Notice[]): Promise<void> {
    for (const { due, data } of notices)
      if (due.getTime() === at.getTime())
        await this.send(organizationId, at, data).catch((error: unknown) => {
          this.log.warn({ err: error, organizationId }, 'a notice by a Test clock could not be sent');
        });
  }

  private async send(organizationId: string, at: Date, data: CertificateNotice): Promise<void> {
    const name = ['notice by a Test clock', organizationId, data.serial_number, data.days_left] as const;
    await this.bus.send(
      {
        ...{ id: deterministicUuid(...name), key: deterministicId(...name) },
        ...{ type: 'notifications.send-certificate-notice', tenant: { organizationId, livemode: false } },
        ...{
          actor: 'process:sandbox.clock',
          correlationId: deterministicId(...name),
          time: at.toISOString(),
        },
        data: { ...data, test_clock: true },
      },
      { timeoutMs: ANSWER_MS },
    );
  }
}

function noticesOf(
  kind: CertificateKind,
  { serial_number, expires_at }: OrganizationDoc['certificate'],
): readonly Notice[] {
  if (serial_number === null || expires_at === null) return [];
  return NOTICE_DAYS.map((days_left) => ({
    due: new Date(Date.parse(expires_at) - days_left * DAY_MS),
    data: { kind, serial_number, expires_at, days_left },
  }));
}
