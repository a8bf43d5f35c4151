import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { AnnouncePeriodCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { AutomaticGlobals } from './automatic-globals.js';
import { periodOf } from './globals.js';
import { OpenReceiptsOfPeriods } from './open-receipts.js';

/** Tells, the day before a period ends, what would be invoiced of it as of now; nothing where that is nothing. */
@CommandHandler(AnnouncePeriodCommand)
export class AnnouncePeriodHandler implements Handles<AnnouncePeriodCommand> {
  constructor(
    private readonly globals: AutomaticGlobals,
    private readonly open: OpenReceiptsOfPeriods,
  ) {}

  async execute(command: AnnouncePeriodCommand): Promise<CommandOutcome<undefined>> {
    const { key, tenant, data, time: at } = command;
    const { until } = data;
    const known = periodOf(await this.globals.state(key, tenant), until);
    // One that is over is not upcoming: it was down the day before.
    if (!known || at >= until) return answerWithData();
    const { receipts, total } = await this.open.count(tenant, known.period);
    await this.globals.record(command, { type: 'announce', until, receipts, total, at });
    return answerWithData();
  }
}
