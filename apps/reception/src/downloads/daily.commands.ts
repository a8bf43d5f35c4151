import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  ReadDailyDownloadsCommand,
  SetDailyDownloadsCommand,
  type CommandOutcome,
  type DailyDownloadSettings,
} from '#contracts';
import { answerWithData } from '#eventing';
import { DailyRows } from './daily-rows.js';

@CommandHandler(SetDailyDownloadsCommand)
export class SetDailyDownloadsHandler implements Handles<SetDailyDownloadsCommand> {
  constructor(private readonly rows: DailyRows) {}

  async execute({ tenant, data }: SetDailyDownloadsCommand): Promise<CommandOutcome<DailyDownloadSettings>> {
    const kinds = [...new Set(data.kinds)];
    await this.rows.set(tenant.organizationId, { kinds, format: data.format });
    return answerWithData({ kinds, format: data.format });
  }
}

@CommandHandler(ReadDailyDownloadsCommand)
export class ReadDailyDownloadsHandler implements Handles<ReadDailyDownloadsCommand> {
  constructor(private readonly rows: DailyRows) {}

  async execute({ tenant }: ReadDailyDownloadsCommand): Promise<CommandOutcome<DailyDownloadSettings>> {
    return answerWithData(await this.rows.read(tenant.organizationId));
  }
}
