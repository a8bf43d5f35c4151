import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  AddUserKeyCommand,
  ResetUserKeysCommand,
  ResumeUserCommand,
  RevokeUserKeyCommand,
  SuspendUserCommand,
  type CommandOutcome,
} from '#contracts';
import { receipt } from '#eventing';
import { Users } from './users.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(AddUserKeyCommand)
export class AddUserKeyHandler implements Handles<AddUserKeyCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: AddUserKeyCommand): Promise<Outcome> {
    const { data, time: at } = command;
    return receipt(await this.users.handle(command, { type: 'add-key', ...data, at }));
  }
}

@CommandHandler(RevokeUserKeyCommand)
export class RevokeUserKeyHandler implements Handles<RevokeUserKeyCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: RevokeUserKeyCommand): Promise<Outcome> {
    const { data, time: at } = command;
    return receipt(await this.users.handle(command, { type: 'revoke-key', keyId: data.key_id, at }));
  }
}

@CommandHandler(ResetUserKeysCommand)
export class ResetUserKeysHandler implements Handles<ResetUserKeysCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: ResetUserKeysCommand): Promise<Outcome> {
    const { data, time: at } = command;
    return receipt(await this.users.handle(command, { type: 'reset-keys', ...data, at }));
  }
}

@CommandHandler(SuspendUserCommand)
export class SuspendUserHandler implements Handles<SuspendUserCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: SuspendUserCommand): Promise<Outcome> {
    return receipt(await this.users.handle(command, { type: 'suspend', at: command.time }));
  }
}

@CommandHandler(ResumeUserCommand)
export class ResumeUserHandler implements Handles<ResumeUserCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: ResumeUserCommand): Promise<Outcome> {
    return receipt(await this.users.handle(command, { type: 'resume', at: command.time }));
  }
}
