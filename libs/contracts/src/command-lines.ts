import type { CommandLine, StreamPrefix } from './messages.js';
import { STREAM_OWNERS, type OwningLine } from './stream-owners.js';

/** The compiler holds it against the catalogue: none is missing, none is too many. */
const lines = {
  organizations: true,
  customers: true,
  // By customers, too.
  products: true,
  invoicing: true,
  stamping: true,
  cancellation: true,
  notifications: true,
  webhooks: true,
  receipts: true,
  reception: true,
  // Questions to the owner of what the API reads.
  gateway: true,
} as const satisfies Record<CommandLine, true>;

/** Where commands go: each line is handled by one service, and has a Kafka topic of its own. */
export const COMMAND_LINES = Object.keys(lines) as readonly (keyof typeof lines)[];

const streams = { ...STREAM_OWNERS, gateway: [] } as const satisfies Record<
  CommandLine,
  readonly StreamPrefix[]
>;

type Unowned = Exclude<StreamPrefix, (typeof streams)[CommandLine][number]>;

/** How the streams of a line begin; none for a line that only answers questions, or is none of ours. */
export const streamsOfLine = (line: string): readonly StreamPrefix[] =>
  new Map<string, readonly StreamPrefix[]>(Object.entries(streams satisfies NoneOf<Unowned>)).get(line) ?? [];

/** How the streams of every kind begin; each belongs to one line. */
export const STREAM_PREFIXES: readonly StreamPrefix[] = COMMAND_LINES.flatMap(streamsOfLine);

const owningLines = Object.keys(STREAM_OWNERS) as readonly OwningLine[];

/** The line that writes the streams whose names begin so; undefined: this program knows no such streams. */
export const lineOfStreams = (prefix: string): OwningLine | undefined =>
  owningLines.find((line) => streamsOfLine(line).some((begins) => begins === prefix));

/** The line that writes a stream; undefined: this program knows no such streams. */
export const lineOfStream = (streamId: string): OwningLine | undefined =>
  owningLines.find((line) => streamsOfLine(line).some((begins) => streamId.startsWith(begins)));

/** Compiles while no stream is without a line that writes it. */
type NoneOf<Left> = [Left] extends [never] ? unknown : never;
