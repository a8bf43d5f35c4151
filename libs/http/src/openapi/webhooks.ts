import type { OpenAPIObject } from '@nestjs/swagger';

/** An event that endpoints of others are sent, as the OpenAPI document describes it. */
export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
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

/** The section `webhooks` of the document: what is sent to endpoints, by type. */
export const webhooksSection = (events: readonly DescribedEvent[]): NonNullable<OpenAPIObject['webhooks']> =>
  Object.fromEntries(events.map((event) => [event.type, { post: operationOf(event) }]));

const operationOf = ({ type, summary, schema, resource, resourceSchema, example }: DescribedEvent) => ({
  operationId: `webhook_${type}`,
  summary,
  tags: ['webhooks'],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaOf(type, schema, resource, resourceSchema), example } },
  },
  responses: {
    '2XX': { description: 'It was taken. Whatever else is answered, it is delivered again' },
    '410': { description: 'The endpoint is gone: it is disabled' },
  },
});

/** The event, with its type, and with the resource in full: an endpoint for thin events is sent `id` and `type` only. */
const schemaOf = (type: string, schema: string, resource: string, resourceSchema: string | undefined) => ({
  allOf: [
    ref(schema),
    {
      type: 'object' as const,
      properties: {
        type: { type: 'string' as const, enum: [type] },
        data: {
          type: 'object' as const,
          properties: {
            type: { type: 'string' as const, enum: [resource] },
            object: resourceSchema === undefined ? { type: 'object' as const } : ref(resourceSchema),
          },
        },
      },
    },
  ],
});
