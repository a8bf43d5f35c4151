import { ApiProperty } from '@nestjs/swagger';
import { TOLD_TYPES } from '#contracts';
import type { EventDoc, ResourceMessage } from '#answers';
import { DateRange, IdRef, ListOf, ListQuery, oneOf, type DateRangeInput } from '#http';

const TYPES = Object.keys(TOLD_TYPES);
const RESOURCES = [...new Set(Object.values(TOLD_TYPES).map(({ resource }) => resource))];
const OPTIONAL = { optional: true } as const;

/** The filters of the list of events. */
export class ListEventsQuery extends ListQuery {
  @ListOf(oneOf(TYPES), {
    ...OPTIONAL,
    ...{ max: TYPES.length, description: 'Only events of these types', alsoCalled: ['types', 'event_type'] },
  })
  type?: string[];
  @IdRef({ ...OPTIONAL, description: 'Only events of the resource with this id' }) resource_id?: string;
  @DateRange({ ...OPTIONAL, description: 'When it happened' }) date?: DateRangeInput;
}

export class EventData {
  @ApiProperty({ enum: RESOURCES, description: 'What the event is about' }) type!: EventDoc['data']['type'];
  @ApiProperty({
    ...{ type: 'object', additionalProperties: true, nullable: true },
    description: 'The resource as the API showed it at that moment; one that was deleted, as it was last',
  })
  object!: unknown;
}

/** Why something failed that nobody waited for. */
export class RelatedResourceMessage implements ResourceMessage {
  @ApiProperty({ enum: ['invoice', 'retention', 'global_period'], description: 'What it is about' })
  resource_type!: ResourceMessage['resource_type'];
  @ApiProperty({ description: 'Id of what it is about' }) resource_id!: string;
  @ApiProperty({
    enum: ['stamping_async_task', 'cancellation_async_task', 'global_invoice_async_task'],
    description: 'What failed',
  })
  source!: ResourceMessage['source'];
  @ApiProperty({ enum: ['error', 'warning', 'info'], description: 'How bad it is' })
  severity!: ResourceMessage['severity'];
  @ApiProperty({ description: 'A code of this API, of the provider or of the tax authority' }) code!: string;
  @ApiProperty({ description: 'In Spanish' }) message!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
}

/** An event, as webhooks are sent it. */
export class Event implements EventDoc {
  @ApiProperty({ description: 'The same in every delivery of this event' }) id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ enum: TYPES, description: 'What happened' }) type!: string;
  @ApiProperty({ type: () => EventData, description: 'What it is about' }) data!: EventData;
  @ApiProperty({ type: () => [RelatedResourceMessage], required: false })
  related_resource_messages?: RelatedResourceMessage[];
}
