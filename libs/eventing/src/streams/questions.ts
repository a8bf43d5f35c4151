import { randomUUID } from 'node:crypto';
import { newId, systemNow, type StreamEvent, type Tenant } from '#kernel';
import { eventFromJson, eventToJson } from '#bus';
import {
  lineOfStreams,
  upcasters,
  type Command,
  type DataOf,
  type OwnerQuestion,
  type OwningLine,
  type PlacedEventJson,
  type StreamPrefix,
} from '#contracts';
import { storedType, type RecordedEvent } from '#event-store';

/** Owners are asked about all organizations. No Test clock moves the time of a question. */
const NOBODY: Tenant = { organizationId: '', livemode: true };

export interface Question<Type extends OwnerQuestion> {
  readonly type: Type;
  readonly key: string;
  /** Which part of a process asks. */
  readonly asker: string;
  readonly data: DataOf<Type>;
}

/** A question to the owner of streams. Each has an id of its own: no answer to an earlier one is taken for its own. */
export const questionOf = <Type extends OwnerQuestion>({
  type,
  key,
  asker,
  data,
}: Question<Type>): Command<Type, DataOf<Type>> => ({
  ...{ id: randomUUID(), type, key },
  ...{ tenant: NOBODY, actor: `process:${asker}`, correlationId: newId() },
  time: systemNow().toISOString(),
  data,
});

/** Events as an owner tells them. Their data is in its present shape, and their types say so: as the relay writes them. */
export const toTold = (events: readonly RecordedEvent[]): PlacedEventJson[] =>
  events.map((event) => eventToJson({ ...event, type: storedType(event.type, upcasters) }));

/** An event that was told, brought from whichever version its owner knows into its present shape. */
export const fromTold = (json: PlacedEventJson, lift: (event: StreamEvent) => StreamEvent): RecordedEvent => {
  const event = eventFromJson(json);
  return { ...lift(event), position: event.position };
};

/** The lines that write streams that begin so. */
export const ownersOf = (owns: readonly StreamPrefix[]): ReadonlySet<OwningLine> =>
  new Set(owns.map(lineOfStreams).filter((line) => line !== undefined));
