import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  CreateWebhookCommand,
  DeleteWebhookCommand,
  EditWebhookCommand,
  RotateWebhookSecretCommand,
  type CommandOutcome,
} from '#contracts';
import { systemNow } from '#kernel';
import { receipt } from '#eventing';
import { findByUrl } from './decide.js';
import { Endpoints } from './endpoints.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CreateWebhookCommand)
export class CreateWebhookHandler implements Handles<CreateWebhookCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(
    command: CreateWebhookCommand,
  ): Promise<CommandOutcome<{ webhook_id: string; created: boolean }>> {
    const { data, time: at } = command;
    const handled = await this.endpoints.handle(command, { type: 'create', webhook: data, at });
    // If it was created and is gone by now, a redelivered command is answered as it was then.
    const found = handled.ok ? findByUrl(handled.value.state, data.url) : undefined;
    const webhook_id = found?.id ?? data.webhook_id;
    return receipt(handled, { webhook_id, created: webhook_id === data.webhook_id });
  }
}

@CommandHandler(EditWebhookCommand)
export class EditWebhookHandler implements Handles<EditWebhookCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: EditWebhookCommand): Promise<Outcome> {
    const { webhook_id: webhookId, changes, status } = command.data;
    const editing = { type: 'edit' as const, webhookId, changes, status, at: command.time };
    return receipt(await this.endpoints.handleAndForget(command, editing));
  }
}

@CommandHandler(DeleteWebhookCommand)
export class DeleteWebhookHandler implements Handles<DeleteWebhookCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: DeleteWebhookCommand): Promise<Outcome> {
    const deleting = { type: 'delete' as const, webhookId: command.data.webhook_id, at: command.time };
    return receipt(await this.endpoints.handleAndForget(command, deleting));
  }
}

@CommandHandler(RotateWebhookSecretCommand)
export class RotateWebhookSecretHandler implements Handles<RotateWebhookSecretCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: RotateWebhookSecretCommand): Promise<Outcome> {
    const { webhook_id: webhookId, secret_key: secretKey } = command.data;
    const rotating = { webhookId, secretKey, now: systemNow(), at: command.time };
    return receipt(await this.endpoints.handleAndForget(command, { type: 'rotate-secret', ...rotating }));
  }
}
