import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { refuse } from '#kernel';
import { webhooksKey, WEBHOOK_EVENT_TYPES } from '#contracts';
import { HttpRefusal, JsonText, NoQuery, OneOf, unwrap } from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { Event } from '../events/dto.js';
import { BusEvents } from '../event-stream/bus-events.js';

class SampleEvent {
  @OneOf(WEBHOOK_EVENT_TYPES, { description: 'The type of the sample', example: 'invoice.status_updated' })
  type!: string;
}

/** Samples of events, for who tries a receiver. */
@ApiTags('sandbox')
@Controller('sandbox/events')
export class SandboxEventsController {
  constructor(
    private readonly sender: CommandSender,
    private readonly events: BusEvents,
  ) {}

  @Post()
  @ApiCreatedResponse({ type: Event, description: 'The event' })
  @JsonText()
  async trigger(
    @Call() call: CallContext,
    @NoQuery() _query: void,
    @Body() { type }: SampleEvent,
  ): Promise<string> {
    const key = webhooksKey(call.tenant);
    const command = { type: 'webhooks.trigger', key, data: { event_type: type } } as const;
    const { event_id } = unwrap(await this.sender.send(command, call)).data;
    const question = { type: 'webhooks.find-event', key: event_id, data: { event_id } } as const;
    const { event } = unwrap(await this.sender.send(question, call)).data;
    // The sample is made, and is told a moment later.
    if (!event) throw new HttpRefusal(refuse('service_unavailable', { params: { retryAfter: 2 } }).refusal);
    return this.events.bodyOf(call.tenant.organizationId, event);
  }
}
