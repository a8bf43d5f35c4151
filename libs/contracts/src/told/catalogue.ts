import type { StreamEvent } from '#kernel';
import type { EventOf, StreamPrefix } from '../messages.js';
import { toldOfGlobals } from './globals-lines.js';
import { toldOfInvoices } from './invoice-lines.js';
import type { Before, ToldLine, ToldLines } from './lines.js';
import { toldOfPetitions } from './petition-lines.js';
import { toldOfReceipts } from './receipt-lines.js';
import {
  toldOfArchives,
  toldOfCustomers,
  toldOfProducts,
  toldOfSuppliers,
  toldOfWebhooks,
} from './record-lines.js';
import { toldOfRetentions } from './retention-lines.js';
import type { ToldType } from './types.js';

/** The streams that organizations are told of. */
export const TOLD_STREAMS = [
  ...([
    'invoice-',
    'retention-',
    'receipt-',
    'customer-',
    'product-',
    'supplier-',
    'archive-',
    'petition-',
    'webhooks-',
    'globals-',
  ] as const),
];
export type ToldStream = (typeof TOLD_STREAMS)[number];

/** What is told of the events of each kind of stream: one that is missing, or has another's lines, does not compile. */
const catalogue: { readonly [Prefix in ToldStream & StreamPrefix]: ToldLines<EventOf<Prefix>> } = {
  'invoice-': toldOfInvoices,
  'retention-': toldOfRetentions,
  'receipt-': toldOfReceipts,
  'customer-': toldOfCustomers,
  'product-': toldOfProducts,
  'supplier-': toldOfSuppliers,
  'archive-': toldOfArchives,
  'petition-': toldOfPetitions,
  'webhooks-': toldOfWebhooks,
  'globals-': toldOfGlobals,
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
