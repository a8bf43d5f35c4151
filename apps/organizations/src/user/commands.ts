import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { AddUserKeyCommand, CreateUserCommand, RevokeUserKeyCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Users } from './users.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CreateUserCommand)
export class CreateUserHandler implements Handles<CreateUserCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: CreateUserCommand): Promise<Outcome> {
    const { data, time: at } = command;
    return receipt(await this.users.handle(command, { type: 'create', ...data, at }));
  }
}

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
