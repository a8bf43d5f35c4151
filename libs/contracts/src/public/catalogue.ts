import { ARCHIVE_STREAM } from '../archives.js';
import { CANCELLATION_STREAM } from '../cancellation.js';
import { CUSTOMER_STREAM } from '../customers.js';
import { INVOICE_STREAM } from '../invoicing.js';
import { MAIL_STREAM } from '../mail.js';
import { ORGANIZATION_STREAM, USER_STREAM } from '../organizations.js';
import { PRODUCT_STREAM } from '../products.js';
import { STAMPING_STREAM } from '../stamping.js';
import { invoiceLines } from './invoice-lines.js';
import type { Line } from './lines.js';
import {
  archiveLines,
  cancellationLines,
  customerLines,
  mailLines,
  organizationLines,
  productLines,
  stampingLines,
  userLines,
} from './record-lines.js';

/** Aggregates with public events, by the name that their topic ends with. */
export const PUBLIC_AGGREGATES = [
  ...(['invoice', 'customer', 'product', 'organization', 'mail', 'zip-request'] as const),
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

/** The lines without the types of their data, which is what the stream's events carry. */
const catalogue = (
  stream: string,
  aggregate: PublicAggregate | undefined,
  lines: object,
  inEnvironment = true,
): StreamCatalogue => ({
  ...{ stream, aggregate, inEnvironment },
  lines: lines as StreamCatalogue['lines'],
});

/** Every domain event of every service: published as what, or why not. */
export const EVENT_CATALOGUE: readonly StreamCatalogue[] = [
  catalogue(INVOICE_STREAM, 'invoice', invoiceLines),
  catalogue(CUSTOMER_STREAM, 'customer', customerLines),
  catalogue(PRODUCT_STREAM, 'product', productLines),
  catalogue(ORGANIZATION_STREAM, 'organization', organizationLines, false),
  catalogue(USER_STREAM, undefined, userLines, false),
  catalogue(STAMPING_STREAM, undefined, stampingLines),
  catalogue(CANCELLATION_STREAM, undefined, cancellationLines),
  catalogue(MAIL_STREAM, 'mail', mailLines),
  catalogue(ARCHIVE_STREAM, 'zip-request', archiveLines),
];
