import { ApiProperty } from '@nestjs/swagger';
import type { AttemptDoc } from '#contracts';
import { DateRange, DateTime, IdRef, ListQuery, OneOf, type DateRangeInput } from '#http';

const KINDS = ['automatic', 'manual'] as const;
const STATUSES = ['succeeded', 'failed', 'pending'] as const;
const instant = { type: String, format: 'date-time' } as const;
const nullable = { nullable: true } as const;

export class ListAttempts extends ListQuery {
  @IdRef({ optional: true, description: 'Attempts of this event' }) event?: string;
  @OneOf(KINDS, { optional: true, description: 'Attempts of this kind' }) kind?: (typeof KINDS)[number];
  @OneOf(STATUSES, { optional: true, description: 'Attempts that came to this' })
  status?: (typeof STATUSES)[number];
  @DateRange({ optional: true, description: 'When they were made' }) date?: DateRangeInput;
}

/** An attempt to deliver an event to a webhook. */
export class WebhookAttempt implements AttemptDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'Id of the webhook' }) webhook!: string;
  @ApiProperty({ description: 'Id of the event: the same in all its deliveries' }) event!: string;
  @ApiProperty({ type: 'integer', description: 'Which attempt of this event at this webhook, from 1' })
  attempt!: number;
  @ApiProperty({ enum: KINDS, description: 'Whether the service made it by itself' })
  kind!: (typeof KINDS)[number];
  @ApiProperty({ ...instant, description: 'Recorded then, before it was made' }) created_at!: string;
  @ApiProperty({ type: 'integer', ...nullable, description: 'null: under way, or nothing was answered' })
  status_code!: number | null;
  @ApiProperty({ type: 'integer', ...nullable, description: 'How long it took, in milliseconds' })
  duration_ms!: number | null;
  @ApiProperty({ type: String, ...nullable, description: 'The first 4 KB' }) response_body!: string | null;
  @ApiProperty({
    type: String,
    ...nullable,
    description: 'Why it failed; null: it succeeded, or is under way',
  })
  error!: string | null;
  @ApiProperty({ ...instant, ...nullable, description: 'null: the event is not tried again' })
  next_attempt_at!: string | null;
}

/** What a ping came to. */
export class WebhookPing {
  @ApiProperty({ description: 'Id of the event webhook.ping' }) event!: string;
  @ApiProperty({
    type: () => WebhookAttempt,
    ...nullable,
    description: 'Its delivery after 5 seconds at most; null: not begun by then',
  })
  attempt!: AttemptDoc | null;
}

export class ResendFailedBody {
  @DateTime({
    description: 'Events since this instant that were never delivered',
    alsoCalled: ['from', 'desde'],
  })
  since!: string;
}

export class ReplayBody {
  @DateTime({ description: 'Events from this instant on', alsoCalled: ['since', 'desde'] }) from!: string;
  @DateTime({
    optional: true,
    description: 'Events before this instant; by default, now',
    alsoCalled: ['until', 'hasta'],
  })
  to?: string;
}

/** How much is delivered once more. */
export class ResentEvents {
  @ApiProperty({ type: 'integer', description: 'Events that are delivered once more' }) events!: number;
}
