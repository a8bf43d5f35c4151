import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { CreateUserCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Users } from './users.js';

@CommandHandler(CreateUserCommand)
export class CreateUserHandler implements Handles<CreateUserCommand> {
  constructor(private readonly users: Users) {}

  async execute(command: CreateUserCommand): Promise<CommandOutcome<undefined>> {
    const { data, time: at } = command;
    return receipt(await this.users.handle(command, { type: 'create', ...data, at }));
  }
}
