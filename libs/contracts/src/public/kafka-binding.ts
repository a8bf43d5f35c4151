import type { CloudEvent } from './cloud-event.js';

/** A CloudEvent as a Kafka message. */
export interface KafkaEvent {
  /** The aggregate: all of its events lie on one partition, in order. */
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The Kafka protocol binding of CloudEvents 1.0.2 in binary mode: attributes are headers, the value is the data. */
export function toKafka({ attributes, data }: CloudEvent): KafkaEvent {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(attributes)) headers[`ce_${name}`] = value;
  return { key: attributes.subject, value: Buffer.from(JSON.stringify(data)), headers };
}
