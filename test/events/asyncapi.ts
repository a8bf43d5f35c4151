import { TYPE_PREFIX, PUBLIC_AGGREGATES, schemaIdOf } from '#contracts';
import type { Example } from './examples.js';
import type { Schema } from './schemas.js';

/** What the topics are about, for the document. */
const ABOUT: Record<(typeof PUBLIC_AGGREGATES)[number], string> = {
  invoice: 'Invoices from draft to stamp, payment and cancellation.',
  retention: 'Withheld taxes and their documents, from draft to stamp and cancellation.',
  receipt: 'Receipts from the sale to its invoice, and what is given back of them.',
  customer: 'Customers, as they are kept for invoices. They may be persons.',
  product: 'Products, as lines of invoices are made from them.',
  supplier: 'Suppliers, as documents are received from them. They may be persons.',
  organization: 'The issuers of invoices.',
  mail: 'What became of the mails that the service sends.',
  'cancellation-request': 'Requests of suppliers to cancel invoices that were received, and their answers.',
  'zip-request': "ZIP files with a month's invoices.",
};

/** Headers of each message: the Kafka binding of CloudEvents, binary mode. */
const HEADERS: Schema = {
  type: 'object',
  required: [
    ...['content-type', 'ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time'],
    ...['ce_dataschema', 'ce_organization', 'ce_revision', 'ce_correlationid'],
  ],
  properties: {
    'content-type': { type: 'string', const: 'application/json' },
    ce_specversion: { type: 'string', const: '1.0' },
    ce_id: {
      type: 'string',
      format: 'uuid',
      description: 'The same however often the event comes: whoever has seen it passes over it.',
    },
    ce_source: {
      type: 'string',
      description:
        '`urn:timbra:<prefix>:<aggregate>`; with the id it names an event among all installations.',
    },
    ce_type: { type: 'string', description: 'The name of the event with its version.' },
    ce_subject: { type: 'string', description: 'The aggregate, which is also the key of the message.' },
    ce_time: { type: 'string', format: 'date-time', description: 'When it was written down.' },
    ce_dataschema: { type: 'string', description: 'The `$id` of the JSON Schema of the data.' },
    ce_organization: { type: 'string' },
    ce_livemode: {
      type: 'string',
      enum: ['true', 'false'],
      description: 'Not there for organizations, which stand above the environments.',
    },
    ce_revision: {
      type: 'string',
      pattern: '^[0-9]+$',
      description: "Place in the aggregate's history, from 0: grows, with holes.",
    },
    ce_correlationid: {
      type: 'string',
      description: 'The log id of the HTTP request that set it in motion; history entries have it too.',
    },
    ce_traceparent: { type: 'string', description: 'W3C Trace Context, where the request was traced.' },
  },
};

const topicOf = (name: string): string => name.slice(0, name.indexOf('.')).replaceAll('_', '-');
const ref = (path: string) => ({ $ref: path });

/** The AsyncAPI 3 document of the public topics. */
export function asyncApiOf(
  schemas: Readonly<Record<string, Schema>>,
  examples: Readonly<Record<string, Example>>,
): object {
  const names = Object.keys(schemas);
  const of = (aggregate: string) => names.filter((name) => topicOf(name) === aggregate);
  const ours = (aggregate: string) =>
    of(aggregate).map((name) => [name, ref(`#/components/messages/${name}`)] as const);
  return {
    asyncapi: '3.0.0',
    id: 'urn:timbra:events',
    info: {
      title: 'Timbra: public events',
      version: '1.0.0',
      description:
        'What happens in Timbra, as CloudEvents on Kafka. How to read them, and what is promised, says README.md beside this document.',
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{host}:{port}',
        protocol: 'kafka',
        description: 'The brokers of TIMBRA_KAFKA.',
        variables: { host: { default: 'localhost' }, port: { default: '9092' } },
      },
    },
    channels: Object.fromEntries(
      PUBLIC_AGGREGATES.map((aggregate) => [
        aggregate,
        {
          address: `{prefix}.events.${aggregate}`,
          description: ABOUT[aggregate],
          parameters: { prefix: { default: 'timbra', description: 'TIMBRA_KAFKA_PREFIX.' } },
          messages: Object.fromEntries(ours(aggregate)),
        },
      ]),
    ),
    operations: Object.fromEntries(
      PUBLIC_AGGREGATES.map((aggregate) => [
        `publish-${aggregate}`,
        {
          action: 'send',
          channel: ref(`#/channels/${aggregate}`),
          messages: of(aggregate).map((name) => ref(`#/channels/${aggregate}/messages/${name}`)),
        },
      ]),
    ),
    components: {
      schemas: { headers: HEADERS },
      messages: Object.fromEntries(
        names.map((name) => [name, messageOf(name, schemas[name] ?? {}, examples[name])]),
      ),
    },
  };
}

const messageOf = (name: string, { description }: Schema, example: Example | undefined) => ({
  name: `${TYPE_PREFIX}${name}`,
  title: name,
  ...(description !== undefined && { summary: description }),
  contentType: 'application/json',
  correlationId: { location: '$message.header#/ce_correlationid' },
  headers: {
    allOf: [
      ref('#/components/schemas/headers'),
      {
        properties: {
          ce_type: { const: `${TYPE_PREFIX}${name}` },
          ce_dataschema: { const: schemaIdOf(name) },
        },
      },
    ],
  },
  payload: ref(`./schemas/${name}.json`),
  bindings: { kafka: { key: { type: 'string', description: 'The aggregate.' } } },
  ...(example && { examples: [{ name: 'recorded', headers: example.headers, payload: example.data }] }),
});
