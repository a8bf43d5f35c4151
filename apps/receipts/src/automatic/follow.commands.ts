import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import type { Clock } from '#kernel';
import { periodAround } from '#billing';
import { FollowReceiptSettingsCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { CLOCK } from '#hosting';
import { AutomaticGlobals } from './automatic-globals.js';
import { Issuers } from './issuers.js';
import { toReceiptPeriod } from './periods.js';

/** Begins with the period of now, or ends: as the organization's settings say. */
@CommandHandler(FollowReceiptSettingsCommand)
export class FollowReceiptSettingsHandler implements Handles<FollowReceiptSettingsCommand> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly issuers: Issuers,
    private readonly globals: AutomaticGlobals,
  ) {}

  async execute(sent: FollowReceiptSettingsCommand): Promise<CommandOutcome<undefined>> {
    const { livemode, revision } = sent.data;
    // Settings are of an organization above its environments. From here on it is about one of them, by that one's clock.
    const tenant = { ...sent.tenant, livemode };
    const now = this.clock.now(tenant);
    const at = now.toISOString();
    const command = { ...sent, tenant, time: at };
    const described = await this.issuers.describe(command, revision);
    if (described === null || !described.receipts.auto_global_invoice)
      await this.globals.record(command, { type: 'end', at });
    else {
      const period = toReceiptPeriod(periodAround(now, described.receipts.periodicity, described.time_zone));
      await this.globals.record(command, { type: 'open', id: command.key, period, at });
    }
    return answerWithData();
  }
}
