import { CommandHandler } from '@nestjs/cqrs';
import { deterministicId, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  DisableWebhookCommand,
  NoteWebhookFailingCommand,
  PING_EVENT_TYPE,
  PingWebhookCommand,
  toldEventId,
  TriggerSampleCommand,
  type Command,
  type CommandOutcome,
} from '#contracts';
import { receipt, type Handled } from '#eventing';
import { Endpoints } from './endpoints.js';

type Outcome = CommandOutcome<undefined>;

/** By the deliveries, of an endpoint that answered 410 or has failed for too long. */
@CommandHandler(DisableWebhookCommand)
export class DisableWebhookHandler implements Handles<DisableWebhookCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: DisableWebhookCommand): Promise<Outcome> {
    const { webhook_id: webhookId, reason } = command.data;
    const disabling = { type: 'disable' as const, webhookId, reason, at: command.time };
    return receipt(await this.endpoints.handle(command, disabling));
  }
}

@CommandHandler(NoteWebhookFailingCommand)
export class NoteWebhookFailingHandler implements Handles<NoteWebhookFailingCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: NoteWebhookFailingCommand): Promise<Outcome> {
    const { webhook_id: webhookId, since, disabled_at: disabledAt } = command.data;
    const noting = { type: 'note-failing' as const, webhookId, since, disabledAt, at: command.time };
    return receipt(await this.endpoints.handle(command, noting));
  }
}

@CommandHandler(PingWebhookCommand)
export class PingWebhookHandler implements Handles<PingWebhookCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: PingWebhookCommand): Promise<CommandOutcome<{ event_id: string }>> {
    const { webhook_id: webhookId } = command.data;
    const pinging = { webhookId, pingId: deterministicId(command.id, 'ping'), at: command.time };
    const handled = await this.endpoints.handle(command, { type: 'ping', ...pinging });
    return answerWithEvent(this.endpoints, command, handled, PING_EVENT_TYPE);
  }
}

/** Test only: there a sample harms nobody. */
@CommandHandler(TriggerSampleCommand)
export class TriggerSampleHandler implements Handles<TriggerSampleCommand> {
  constructor(private readonly endpoints: Endpoints) {}

  async execute(command: TriggerSampleCommand): Promise<CommandOutcome<{ event_id: string }>> {
    const { event_type: eventType } = command.data;
    const { livemode } = command.tenant;
    const triggering = { eventType, livemode, sampleId: deterministicId(command.id, 'sample') };
    const handled = await this.endpoints.handle(command, {
      ...{ type: 'trigger', ...triggering },
      at: command.time,
    });
    return answerWithEvent(this.endpoints, command, handled, eventType);
  }
}

/** The id that the event has when it is told: those who asked for it look for it by that. */
async function answerWithEvent(
  endpoints: Endpoints,
  { key }: Command,
  handled: Result<Handled<unknown>>,
  type: string,
): Promise<CommandOutcome<{ event_id: string }>> {
  if (!handled.ok) return handled;
  const event = await endpoints.lastEventOf(key, handled.value);
  return receipt(handled, { event_id: toldEventId(event, type) });
}
