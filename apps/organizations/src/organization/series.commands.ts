import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  AddSeriesCommand,
  RemoveSeriesCommand,
  SetDefaultSeriesCommand,
  type CommandOutcome,
} from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(AddSeriesCommand)
export class AddSeriesHandler implements Handles<AddSeriesCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: AddSeriesCommand): Promise<Outcome> {
    const { series } = command.data;
    return receipt(
      await this.organizations.handle(command, { type: 'add-series', series, at: command.time }),
    );
  }
}

@CommandHandler(RemoveSeriesCommand)
export class RemoveSeriesHandler implements Handles<RemoveSeriesCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: RemoveSeriesCommand): Promise<Outcome> {
    const removing = { type: 'remove-series' as const, series: command.data.series, at: command.time };
    return receipt(await this.organizations.handle(command, removing));
  }
}

@CommandHandler(SetDefaultSeriesCommand)
export class SetDefaultSeriesHandler implements Handles<SetDefaultSeriesCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetDefaultSeriesCommand): Promise<Outcome> {
    const { type: of, series } = command.data;
    const setting = { type: 'set-default-series' as const, of, series, at: command.time };
    return receipt(await this.organizations.handle(command, setting));
  }
}
