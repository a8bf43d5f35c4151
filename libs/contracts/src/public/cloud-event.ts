import { deterministicUuid } from '#kernel';
import { EVENT_CATALOGUE, type PublicAggregate } from './catalogue.js';
import type { PublicEventName } from './events.js';

/** A domain event as the event store has it (libs/event-store, RecordedEvent). */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly streamId: string;
  readonly revision: number;
  readonly recordedAt: Date;
  readonly metadata: {
    readonly organizationId: string;
    readonly livemode: boolean;
    readonly correlationId: string;
    /** W3C Trace Context of the request. */
    readonly traceparent?: string;
  };
}

/** A public event: CloudEvents 1.0 (https://github.com/cloudevents/spec), attributes by their own names. */
export interface CloudEvent {
  /** Names its topic. */
  readonly aggregate: PublicAggregate;
  readonly attributes: {
    readonly specversion: '1.0';
    /** The same however often it is published. */
    readonly id: string;
    readonly source: string;
    /** `mx.timbra.invoice.stamped.v1` */
    readonly type: string;
    /** The aggregate: orders the events. */
    readonly subject: string;
    readonly time: string;
    readonly dataschema: string;
    readonly organization: string;
    /** `true` or `false`; absent where the aggregate stands above the environments. */
    readonly livemode?: string;
    /** Place in the aggregate's history: grows, with holes. */
    readonly revision: string;
    /** The log id of the request that set it in motion. */
    readonly correlationid: string;
    readonly traceparent?: string;
  };
  readonly data: Readonly<Record<string, unknown>>;
}

export const TYPE_PREFIX = 'mx.timbra.';

/** `invoice.stamped.v1` -> the `$id` of its JSON Schema. */
export const schemaIdOf = (name: string): string => `urn:timbra:event:${name.replace(/\.v(\d+)$/, ':v$1')}`;

/** An event that this program has no line for: a newer one wrote it. It must not be passed over. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
  constructor({ type, streamId }: Pick<StoredEvent, 'type' | 'streamId'>) {
    super(`the catalogue of public events has no line for ${type} of ${streamId}`);
  }
}

/**
 * The public events that are made of a domain event, with none of its secrets: each field is picked by its line.
 *
 * @param source tells installations apart, which may share a cluster
 * @throws {UnknownEvent}
 */
export function publicEventsOf(event: StoredEvent, source: string): CloudEvent[] {
  const known = EVENT_CATALOGUE.find(({ stream }) => event.streamId.startsWith(stream));
  const line = known?.lines[event.type];
  if (!known || !line) throw new UnknownEvent(event);
  if ('internal' in line) return [];
  const { aggregate } = known;
  if (aggregate === undefined) throw new Error(`${event.type} is public, but its stream has no topic`);
  const { organizationId, livemode, correlationId, traceparent } = event.metadata;
  const subject = event.streamId.slice(known.stream.length);
  const { at } = event.data as { readonly at: string };
  return line.map(({ as, data }) => ({
    aggregate,
    attributes: {
      specversion: '1.0',
      id: deterministicUuid(event.id, as),
      source: `urn:timbra:${source}:${aggregate}`,
      type: `${TYPE_PREFIX}${as satisfies PublicEventName}`,
      subject,
      time: event.recordedAt.toISOString(),
      dataschema: schemaIdOf(as),
      organization: organizationId,
      ...(known.inEnvironment && { livemode: String(livemode) }),
      revision: String(event.revision),
      correlationid: correlationId,
      ...(traceparent !== undefined && { traceparent }),
    },
    data: {
      id: subject,
      organization: organizationId,
      ...(known.inEnvironment && { livemode }),
      at,
      ...data(event.data),
    },
  }));
}
