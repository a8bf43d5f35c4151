import type { AnyEventConsumer } from '#bus';
import type { FeedParts } from './runtime.js';
import { Publisher, type PublicEventWriter } from '#eventing';

/** The publisher of public events; none where there is no Kafka that they could go to. */
export function kafkaPublisher({ config, pool, store, log }: FeedParts): readonly AnyEventConsumer[] {
  const { kafka } = config;
  if (!kafka) return [];
  let opened: Promise<PublicEventWriter> | undefined;
  // Loaded only where it is used: its client is large.
  const open = (): Promise<PublicEventWriter> =>
    (opened ??= import('#eventing/publisher/event-writer').then(
      ({ EventWriter }) => new EventWriter(kafka, log),
    ));
  const writer: PublicEventWriter = {
    takeOver: async () => (await open()).takeOver(),
    write: async (events, mayWrite) => (await open()).write(events, mayWrite),
    async close() {
      await (await opened)?.close();
    },
  };
  return [new Publisher({ pool, store, log, writer, source: kafka.prefix, ...config.publisher })];
}
