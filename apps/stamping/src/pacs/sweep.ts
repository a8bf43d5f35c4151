import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { newId, type SystemNow } from '#kernel';
import type { CommandBus } from '#bus';
import type { PacsInForce } from '#contracts';
import { KeptPacs, LYING_ROWS, OwnPacs, type LyingCredentials, type LyingRows } from '#fiscal';
import { BUS, LOG, SYSTEM_NOW } from '#hosting';
import type { Logger } from '#hosting/logging/logger';

const EVERY_MS = 3_600_000;
/** Longer than any change of settings is under way that has stored its credentials. */
const AGE_MS = 86_400_000;

/**
 * Destroys credentials that no organization names: a process died after it had stored them and before the organization took
 * them, or the organization refused them and nobody could say so here. What the settings in force name is left without a question;
 * of everything else the organization itself is asked, since settings may come into force late. Every process that stamps does
 * it: what another one has destroyed is destroyed again.
 */
@Injectable()
export class PacsSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @Inject(KeptPacs) private readonly kept: Pick<KeptPacs, 'forget'>,
    @Inject(OwnPacs) private readonly own: Pick<OwnPacs, 'of'>,
    @Inject(LYING_ROWS) private readonly rows: LyingRows,
    @Inject(BUS) private readonly bus: Pick<CommandBus, 'send'>,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
    @Inject(LOG) private readonly log: Pick<Logger, 'info' | 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((err: unknown) =>
        this.log.warn({ err }, 'credentials of PACs that nobody names could not be looked for'),
      );
    }, EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Looks at all of them once; gives how many were destroyed. One organization in trouble keeps no other from its turn. */
  async sweep(): Promise<number> {
    let destroyed = 0;
    const before = new Date(this.now().getTime() - AGE_MS);
    for (let after: Parameters<LyingRows['read']>[0], first = true; first || after; first = false) {
      const { found, next } = await this.rows.read(after, before);
      for (const one of found) {
        if (this.stopped) return destroyed;
        destroyed += await this.judge(one).catch((err: unknown) => {
          const { organizationId: organization, pac } = one;
          this.log.warn({ err, organization, pac }, 'credentials of a PAC could not be judged');
          return 0;
        });
      }
      after = next;
    }
    return destroyed;
  }

  private async judge({ organizationId, pac, id }: LyingCredentials): Promise<number> {
    const { ids } = await this.own.of(organizationId);
    if (ids?.[pac] === id) return 0;
    const named = await this.ask(organizationId);
    // An organization that nothing is known of is none to decide for: its secrets go with its data key.
    if (named === null || named.credentials[pac]?.id === id) return 0;
    await this.kept.forget(organizationId, [{ pac, id }]);
    this.log.info(
      { organization: organizationId, pac },
      'credentials of a PAC that nobody names are destroyed',
    );
    return 1;
  }

  /** What the organization itself says of its settings. */
  private async ask(organizationId: string): Promise<PacsInForce | null> {
    const answered = await this.bus.send({
      ...{ id: randomUUID(), type: 'organizations.read-pacs', key: organizationId, data: {} },
      ...{ tenant: { organizationId, livemode: false }, actor: 'process:stamping.pacs' },
      ...{ correlationId: newId(), time: this.now().toISOString() },
    });
    if (!answered.ok) throw new Error(`the organization does not say: ${answered.refusal.code}`);
    return answered.value.data;
  }
}
