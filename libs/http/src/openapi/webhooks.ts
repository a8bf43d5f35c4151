import type { OpenAPIObject } from '@nestjs/swagger';

/** An event that endpoints of others are sent, as the OpenAPI document describes it. */
export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
  /** When it is sent: the end of a sentence that begins with "An event". */
  readonly when: string;
  /** Whether `*` stands for it, too. */
  readonly contract: boolean;
  /** Its component, and the one of what it is about, where there is one. */
  readonly schema: string;
  readonly resource: string;
  readonly resourceSchema: string | undefined;
  readonly example: unknown;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const header = (name: string, description: string) => ({
  ...({ name, in: 'header', required: true, description } as const),
  schema: { type: 'string' as const },
});

/** What every delivery carries beside the event. */
const HEADERS = [
  header('webhook-id', 'The id of the event: the same however often it is delivered'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970'),
  header('webhook-signature', 'Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256, one or two'),
  header(
    'Facturapi-Signature',
    'The HMAC-SHA256 of the body in hexadecimal, keyed with the text of the secret',
  ),
];

/**
 * The section `webhooks` of the document: what is sent to endpoints, by type. Each refers to a path item among the components:
 * where it stands in the section itself, generators make a method of it that calls the service, and Python that is not valid.
 */
export const webhooksSection = (events: readonly DescribedEvent[]): NonNullable<OpenAPIObject['webhooks']> =>
  Object.fromEntries(events.map(({ type }) => [type, { $ref: `#/components/pathItems/${type}` }]));

export const webhookPathItems = (events: readonly DescribedEvent[]) =>
  Object.fromEntries(events.map((event) => [event.type, { post: operationOf(event) }]));

const inCapitals = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
/** `InvoiceStampedEvent` of `invoice.stamped`. */
const schemaName = ({ type }: DescribedEvent): string => `${inCapitals(type)}Event`;
const dataName = ({ resource }: DescribedEvent): string => `${inCapitals(resource)}EventData`;

/** One schema for each type, the bodies of the requests that endpoints get, and one for what those of a resource carry. */
export const webhookSchemas = (events: readonly DescribedEvent[]) => ({
  ...Object.fromEntries(events.map((event) => [dataName(event), dataOf(event)])),
  ...Object.fromEntries(events.map((event) => [schemaName(event), schemaOf(event)])),
});

/** When it is sent, and what it carries. */
function descriptionOf({ when, resource, resourceSchema, contract }: DescribedEvent): string {
  const shown =
    resourceSchema === undefined ? `the ${resource.replaceAll('_', ' ')}` : `the \`${resourceSchema}\``;
  const among = contract
    ? '`*` in `enabled_events` stands for this type, too.'
    : 'Name it in `enabled_events`: `*` does not stand for it.';
  return `Sent when ${when}.\n\n\`data.object\` is ${shown} as the API showed it at that moment. ${resource === 'webhook' ? '' : among}`.trim();
}

/** It has no tag: generators would put it among the methods that call the service. */
const operationOf = (event: DescribedEvent) => ({
  operationId: `webhook_${event.type}`,
  summary: event.summary,
  description: descriptionOf(event),
  // Nobody's key: the signature says whose it is.
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref(schemaName(event)), example: event.example } },
  },
  responses: {
    '2XX': { description: 'It was taken. Whatever else is answered, it is delivered again' },
    '410': { description: 'The endpoint is gone: it is disabled' },
  },
});

/** The event, with its type, and with the resource in full: an endpoint for thin events is sent `id` and `type` only. */
const schemaOf = (event: DescribedEvent) => ({
  type: 'object' as const,
  allOf: [
    ref(event.schema),
    {
      type: 'object' as const,
      properties: {
        type: { type: 'string' as const, enum: [event.type], description: 'What happened' },
        data: { ...ref(dataName(event)), description: 'What it is about' },
      },
    },
  ],
});

const dataOf = ({ resource, resourceSchema }: DescribedEvent) => ({
  type: 'object' as const,
  description: 'What the event is about',
  properties: {
    type: { type: 'string' as const, enum: [resource], description: 'The type of `object`' },
    object: {
      ...(resourceSchema === undefined ? { type: 'object' as const } : ref(resourceSchema)),
      description: 'The resource as it was then; one that was deleted, as it was last',
    },
  },
});
