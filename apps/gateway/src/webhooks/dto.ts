import { ApiProperty, PartialType } from '@nestjs/swagger';
import {
  ANY_EVENT,
  WEBHOOK_EVENT_TYPES,
  type DisabledReason,
  type PayloadStyle,
  type WebhookDoc,
  type WebhookHealth,
} from '#contracts';
import { ByType, Flag, json, ListOf, NotAccepted, oneOf, OneOf, text, Text } from '#http';

const TYPES = [ANY_EVENT, ...WEBHOOK_EVENT_TYPES];
const PAYLOADS = ['full', 'thin'] as const;
const STATUSES = ['enabled', 'disabled'] as const;
const REASONS = ['request', 'gone', 'failing'] as const;
const MOST_URL = 2_048;
/** More than the headers may have together, so that it is told what is too much. */
const HEADERS_BYTES = 65_536;
/** The route takes no body that is larger. */
const PAYLOAD_BYTES = 200 * 1024 * 1024;

/** An endpoint as sent to create one. */
export class WebhookBody {
  @Text({
    max: MOST_URL,
    description: 'Where events are sent: https, in Test also http',
    example: 'https://example.com/webhooks',
    alsoCalled: ['endpoint', 'endpoint_url', 'callback_url', 'target_url'],
  })
  url!: string;

  @ListOf(oneOf(TYPES), {
    ...{ min: 1, max: TYPES.length, example: ['invoice.status_updated', 'invoice.canceled'] },
    description:
      'The types of events that are sent, each once; `*` stands for the eight of the public contract',
    alsoCalled: ['events', 'event_types', 'eventos'],
  })
  enabled_events!: string[];

  @Text({ optional: true, nullable: true, min: 0, max: 255, description: 'What the endpoint is for' })
  description?: string | null;

  @ByType(
    { object: json(HEADERS_BYTES) },
    {
      optional: true,
      description:
        'Headers of every delivery, by name. Their values are not shown again: an edit that sends the asterisks leaves a value as it is',
      example: { Authorization: 'Bearer my-token' },
      alsoCalled: ['custom_headers'],
    },
  )
  headers?: Readonly<Record<string, unknown>>;

  @OneOf(PAYLOADS, {
    ...{ optional: true, default: 'full' },
    description: 'How much of an event is sent',
  })
  payload?: PayloadStyle;

  @Flag({
    ...{ optional: true, default: false },
    description:
      'Whether events of one resource are delivered one after the other, each once the one before was',
  })
  ordered?: boolean;

  @NotAccepted() id?: never;
  @NotAccepted() created_at?: never;
  @NotAccepted() livemode?: never;
  @NotAccepted() organization?: never;
  @NotAccepted() secret?: never;
  @NotAccepted() disabled_reason?: never;
  @NotAccepted() disabled_at?: never;
  @NotAccepted() health?: never;
}

/** The same to edit one: what is not sent stays. */
export class WebhookEdit extends PartialType(WebhookBody) {
  @OneOf(STATUSES, {
    optional: true,
    description: 'Disabling cancels what waits to be delivered; enabling goes on with new events',
  })
  status?: (typeof STATUSES)[number];
}

/** An endpoint as answered. */
export class Webhook implements WebhookDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ description: 'Where events are sent' }) url!: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the endpoint is for' }) description!:
    string | null;
  @ApiProperty({ type: [String], enum: TYPES, description: 'The types of events that are sent' })
  enabled_events!: string[];
  @ApiProperty({ enum: STATUSES, description: 'Whether events are sent' }) status!: (typeof STATUSES)[number];
  @ApiProperty({
    ...{ type: 'object', additionalProperties: { type: 'string' } },
    description: 'The headers of every delivery, by name; values are hidden',
  })
  headers!: Record<string, string>;
  @ApiProperty({ enum: PAYLOADS, description: 'How much of an event is sent' }) payload!: PayloadStyle;
  @ApiProperty({ description: 'Whether events of one resource are delivered one after the other' })
  ordered!: boolean;
  @ApiProperty({
    ...{ type: String, enum: REASONS, nullable: true },
    description: 'Why it is disabled; null: it is enabled',
  })
  disabled_reason!: DisabledReason | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When it was disabled; null: it is enabled',
  })
  disabled_at!: string | null;
}

/** The attempt of an endpoint that failed last. */
export class WebhookFailure {
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was made' }) at!: string;
  @ApiProperty({ description: 'Id of the attempt' }) attempt!: string;
  @ApiProperty({
    ...{ type: 'integer', nullable: true },
    description: 'What the server answered; null: nothing',
  })
  status_code!: number | null;
  @ApiProperty({ description: 'Why it failed' }) error!: string;
}

/** How an endpoint does. */
export class Health implements WebhookHealth {
  @ApiProperty({
    ...{ type: Number, nullable: true },
    description: 'From 0 to 1, of its latest attempts of the last day (1,000 at most); null: there is none',
  })
  success_rate!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'What 95 % of these were answered within' })
  p95_ms!: number | null;
  @ApiProperty({ type: 'integer', description: 'How many these are' }) attempts!: number;
  @ApiProperty({ type: 'integer', description: 'Events that wait, counted up to 10,000' }) pending!: number;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When something was delivered last; null: never',
  })
  last_success_at!: string | null;
  @ApiProperty({
    type: WebhookFailure,
    nullable: true,
    description: 'The attempt that failed last; null: none',
  })
  last_failure!: WebhookFailure | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'The first failure since its last success',
  })
  failing_since!: string | null;
}

/** An endpoint by itself, with how it does. */
export class WebhookDetail extends Webhook {
  @ApiProperty({ type: Health, nullable: true, description: 'null: it can’t be told now' })
  health!: WebhookHealth | null;
}

/** An endpoint as the request that creates it is answered. */
export class CreatedWebhook extends Webhook {
  @ApiProperty({ description: 'What deliveries are signed with', example: 'whsec_…' }) secret!: string;
}

/** The secret of an endpoint. */
export class WebhookSecret {
  @ApiProperty({ description: 'What deliveries are signed with', example: 'whsec_…' }) secret!: string;
}

/** A delivery as it was received, to be checked. */
export class ValidateSignatureBody {
  @Text({ max: 255, description: 'The secret of the endpoint', example: 'whsec_…' }) secret!: string;

  @ByType(
    { string: text({ max: PAYLOAD_BYTES, multiline: true }), object: json(PAYLOAD_BYTES) },
    {
      description: 'The body of the delivery: its exact text, or the object that it is',
      alsoCalled: ['body'],
    },
  )
  payload!: string | Readonly<Record<string, unknown>>;

  @Text({ max: 255, description: 'The header Facturapi-Signature of the delivery' }) signature!: string;
}

/** An event as it is delivered. */
export class ToldEvent {
  @ApiProperty() id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ description: 'What happened, such as invoice.stamped' }) type!: string;
  @ApiProperty({
    ...{ type: 'object', additionalProperties: true },
    description: '`type` and `object`: what the event is about, as it was then',
  })
  data!: Record<string, unknown>;
}
