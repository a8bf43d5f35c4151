import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { AddRoleCommand, DeleteRoleCommand, EditRoleCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(AddRoleCommand)
export class AddRoleHandler implements Handles<AddRoleCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: AddRoleCommand): Promise<Outcome> {
    const { role_id: roleId, role, by } = command.data;
    const asked = { organizationId: command.key, roleId, by, at: command.time };
    return receipt(await this.organizations.handle(command, { type: 'add-role', role, ...asked }));
  }
}

@CommandHandler(EditRoleCommand)
export class EditRoleHandler implements Handles<EditRoleCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: EditRoleCommand): Promise<Outcome> {
    const { role_id: roleId, changes, by } = command.data;
    const asked = { organizationId: command.key, roleId, by, at: command.time };
    return receipt(await this.organizations.handle(command, { type: 'edit-role', changes, ...asked }));
  }
}

@CommandHandler(DeleteRoleCommand)
export class DeleteRoleHandler implements Handles<DeleteRoleCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: DeleteRoleCommand): Promise<Outcome> {
    const { role_id: roleId, by } = command.data;
    const asked = { organizationId: command.key, roleId, by, at: command.time };
    return receipt(await this.organizations.handle(command, { type: 'delete-role', ...asked }));
  }
}
