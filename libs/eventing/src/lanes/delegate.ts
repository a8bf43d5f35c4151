import type { StreamEvent } from '#kernel';
import type { AnyEventConsumer } from '#bus';

/** A consumer that does what another one does, to be spread where a part of that is to be another: methods keep their `this`. */
export function delegateTo<Event extends StreamEvent>(
  consumer: AnyEventConsumer<Event>,
): AnyEventConsumer<Event> {
  const { name, streams, standbyMs, background } = consumer;
  return {
    ...{ name, streams },
    ...(standbyMs !== undefined && { standbyMs }),
    ...(background !== undefined && { background }),
    start: (undo) => consumer.start(undo),
    handle: (events, place) => consumer.handle(events, place),
    stop: async () => consumer.stop?.(),
  };
}
