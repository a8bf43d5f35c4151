import type { EventOf, StreamPrefix } from '../messages.js';
import { downloadLines } from './download-lines.js';
import { globalsLines } from './globals-lines.js';
import { invoiceLines } from './invoice-lines.js';
import type { Line, Lines } from './lines.js';
import { petitionLines, petitionListLines } from './petition-lines.js';
import { retentionLines } from './retention-lines.js';
import { receiptClaimLines, receiptImportLines, receiptLines } from './receipt-lines.js';
import {
  archiveLines,
  cancellationLines,
  customerLines,
  inboundMailLines,
  mailLines,
  organizationLines,
  productLines,
  supplierLines,
  stampingLines,
  userLines,
  webhookLines,
} from './record-lines.js';

/** Aggregates with public events, by the name that their topic ends with. */
export const PUBLIC_AGGREGATES = [
  ...([
    'invoice',
    'retention',
    'receipt',
    'customer',
    'product',
    'supplier',
    'organization',
    'mail',
    'zip-request',
    'cancellation-request',
  ] as const),
];
export type PublicAggregate = (typeof PUBLIC_AGGREGATES)[number];

/** What becomes of the events of one kind of stream. */
export interface StreamCatalogue {
  /** Prefix of the streams; the rest of a stream's name is the subject of its events. */
  readonly stream: string;
  /** undefined: nothing of it is public. */
  readonly aggregate: PublicAggregate | undefined;
  /** false: it stands above the environments. */
  readonly inEnvironment: boolean;
  /** By type of domain event. */
  readonly lines: Readonly<Record<string, Line<unknown>>>;
}

type Aggregate = Omit<StreamCatalogue, 'stream' | 'lines'>;

/** What becomes of the events of every kind of stream: one that is missing, or has another's lines, does not compile. */
const catalogue: { readonly [Prefix in StreamPrefix]: Aggregate & { lines: Lines<EventOf<Prefix>> } } = {
  'invoice-': { aggregate: 'invoice', inEnvironment: true, lines: invoiceLines },
  'retention-': { aggregate: 'retention', inEnvironment: true, lines: retentionLines },
  'customer-': { aggregate: 'customer', inEnvironment: true, lines: customerLines },
  'product-': { aggregate: 'product', inEnvironment: true, lines: productLines },
  'supplier-': { aggregate: 'supplier', inEnvironment: true, lines: supplierLines },
  'organization-': { aggregate: 'organization', inEnvironment: false, lines: organizationLines },
  'user-': { aggregate: undefined, inEnvironment: false, lines: userLines },
  'stamping-': { aggregate: undefined, inEnvironment: true, lines: stampingLines },
  'cancellation-': { aggregate: undefined, inEnvironment: true, lines: cancellationLines },
  'petition-': { aggregate: 'cancellation-request', inEnvironment: true, lines: petitionLines },
  'petitions-': { aggregate: undefined, inEnvironment: true, lines: petitionListLines },
  'mail-': { aggregate: 'mail', inEnvironment: true, lines: mailLines },
  'archive-': { aggregate: 'zip-request', inEnvironment: true, lines: archiveLines },
  'webhooks-': { aggregate: undefined, inEnvironment: true, lines: webhookLines },
  'receipt-': { aggregate: 'receipt', inEnvironment: true, lines: receiptLines },
  'claim-': { aggregate: undefined, inEnvironment: true, lines: receiptClaimLines },
  'globals-': { aggregate: undefined, inEnvironment: true, lines: globalsLines },
  'import-': { aggregate: undefined, inEnvironment: true, lines: receiptImportLines },
  'download-': { aggregate: undefined, inEnvironment: true, lines: downloadLines },
  'inbound-mail-': { aggregate: undefined, inEnvironment: true, lines: inboundMailLines },
};

/**
 * Every domain event of every service: published as what, or why not. The lines without the types of their data, which
 * is what the stream's events carry.
 */
export const EVENT_CATALOGUE: readonly StreamCatalogue[] = Object.entries(catalogue).map(
  ([stream, { lines, ...rest }]) => ({ stream, ...rest, lines: lines as StreamCatalogue['lines'] }),
);

/** How the streams begin of which something is public. */
export const PUBLIC_STREAMS: readonly string[] = EVENT_CATALOGUE.flatMap(({ stream, aggregate }) =>
  aggregate === undefined ? [] : [stream],
);
