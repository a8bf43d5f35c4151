import { createHash } from 'node:crypto';
import type { StreamEvent } from '#kernel';
import type { EventOf, StreamPrefix } from '../messages.js';
import type { WebhooksEvent } from '../webhooks.js';
import { toldOfInvoices } from './invoice-lines.js';
import type { Before, ToldLine, ToldLines } from './lines.js';
import { toldOfArchives, toldOfCustomers, toldOfProducts, toldOfWebhooks } from './record-lines.js';
import type { ToldType } from './types.js';

/** The streams that organizations are told of. */
export const TOLD_STREAMS = ['invoice-', 'customer-', 'product-', 'archive-', 'webhooks-'] as const;
export type ToldStream = (typeof TOLD_STREAMS)[number];

/** What is told of the events of each kind of stream: one that is missing, or has another's lines, does not compile. */
const catalogue: { readonly [Prefix in ToldStream & StreamPrefix]: ToldLines<EventOf<Prefix>> } = {
  'invoice-': toldOfInvoices,
  'customer-': toldOfCustomers,
  'product-': toldOfProducts,
  'archive-': toldOfArchives,
  'webhooks-': toldOfWebhooks,
};

/** The lines without the types of their data, which is what the stream's events carry. */
export const TOLD_CATALOGUE = catalogue as unknown as Readonly<
  Record<ToldStream, Readonly<Record<string, ToldLine<never>>>>
>;

/** An event that this program has no line for: a newer one wrote it. It must not be passed over. */
export class UntoldEvent extends Error {
  override readonly name = 'UntoldEvent';
  constructor({ type, streamId }: Pick<StreamEvent, 'type' | 'streamId'>) {
    super(`the catalogue of told events has no line for ${type} of ${streamId}`);
  }
}

/**
 * The types that are told of a domain event, in the order in which they are told.
 * @throws {UntoldEvent}
 */
export function toldTypesOf(event: StreamEvent, before: Before): readonly ToldType[] {
  const prefix = event.streamId.slice(0, event.streamId.indexOf('-') + 1) as ToldStream;
  const lines = TOLD_CATALOGUE[prefix] as (typeof TOLD_CATALOGUE)[ToldStream] | undefined;
  const line = lines && Object.hasOwn(lines, event.type) ? lines[event.type] : undefined;
  if (!line) throw new UntoldEvent(event);
  if (typeof line === 'function') return line(event as never, before);
  return 'nobody' in line ? [] : line;
}

/**
 * The id of a told event: always the same for the same domain event and type, and it sorts by time as others do. Pings and
 * samples have the one that whoever asked for them was answered.
 */
export function toldEventId(event: StreamEvent, type: ToldType): string {
  const asked = askedId(event);
  if (asked !== undefined) return asked;
  const hash = createHash('sha1').update(event.id).update(type).digest('hex');
  return (
    event.recordedAt.getTime().toString(16).padStart(12, '0') +
    (event.revision & 0xffff).toString(16).padStart(4, '0') +
    hash.slice(0, 8)
  );
}

function askedId(event: StreamEvent): string | undefined {
  if (event.type !== 'WebhookPinged' && event.type !== 'SampleTriggered') return undefined;
  const { type, data } = event as StreamEvent<
    Extract<WebhooksEvent, { type: 'WebhookPinged' | 'SampleTriggered' }>
  >;
  return type === 'WebhookPinged' ? data.ping_id : data.sample_id;
}
