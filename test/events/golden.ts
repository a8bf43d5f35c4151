import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { customerDecider } from '#apps/customers/src/customer/decide';
import * as product from '#apps/customers/src/product/product';
import { supplierDecider } from '#apps/customers/src/supplier/decide';
import { cancellationDecider } from '#apps/cancellation/src/cancellation/decide';
import { petitionDecider } from '#apps/cancellation/src/petition/decide';
import { petitionListDecider } from '#apps/cancellation/src/petition/petition-list';
import { gatewayService } from '#apps/gateway/src/service';
import { invoiceDecider } from '#apps/invoicing/src/invoice/decide';
import { retentionDecider } from '#apps/invoicing/src/retention/decide';
import { archiveDecider } from '#apps/notifications/src/archives/decide';
import { mailDecider } from '#apps/notifications/src/mail/decide';
import { organizationDecider } from '#apps/organizations/src/organization/decide';
import { userDecider } from '#apps/organizations/src/user/user';
import { globalsDecider } from '#apps/receipts/src/automatic/decide';
import { claimDecider } from '#apps/receipts/src/claim/decide';
import { importDecider } from '#apps/receipts/src/imports/import';
import { mailDecider as inboundMailDecider } from '#apps/reception/src/mail/mail';
import { receiptDecider } from '#apps/receipts/src/receipt/decide';
import { downloadDecider } from '#apps/reception/src/downloads/decide';
import { stampingDecider } from '#apps/stamping/src/stamping/decide';
import { endpointsDecider } from '#apps/webhooks/src/endpoint/decide';
import { allServices } from '#apps/standalone/src/services';
import { type Decider, type DomainEvent, fold, readPosition } from '#kernel';
import { upcasters } from '#contracts';
import type { Projection } from '#eventing';
import { liftEvent, storedType, type RecordedEvent } from '#event-store';

/**
 * Old histories, as they were recorded once and for all: what is stored for ten years has to be read for ten years.
 * Each is folded by today's code to the state, and the row of its read model, that it led to when it was recorded.
 */
export interface GoldenHistory {
  readonly stream: string;
  readonly events: readonly GoldenEvent[];
  readonly state: unknown;
  /** null where there is no read model of it, or no row. */
  readonly row: Row | null;
}

export type Row = Readonly<Record<string, unknown>>;

export type GoldenEvent = Omit<RecordedEvent, 'position' | 'recordedAt' | 'streamId'> & {
  readonly recordedAt: string;
};

type Folder = Pick<Decider<unknown, never, DomainEvent>, 'initial' | 'evolve'>;
const deciders = Object.entries({
  invoice: invoiceDecider,
  customer: customerDecider,
  product: { initial: product.absent, evolve: product.evolve },
  supplier: supplierDecider,
  organization: organizationDecider,
  user: userDecider,
  stamping: stampingDecider,
  cancellation: cancellationDecider,
  petition: petitionDecider,
  petitions: petitionListDecider,
  mail: mailDecider,
  archive: archiveDecider,
  webhooks: endpointsDecider({ limit: 20 }),
  receipt: receiptDecider,
  claim: claimDecider,
  import: importDecider,
  'inbound-mail': inboundMailDecider,
  download: downloadDecider,
  retention: retentionDecider,
  globals: globalsDecider,
}).map(([name, decider]) => ({ name, prefix: `${name}-`, decider: decider as unknown as Folder }));

const FOLDER = resolve(import.meta.dirname, '../golden');

/** Of what the API reads, and of what services keep for themselves. */
const apiRows: readonly Projection[] = gatewayService.projections;
const ownRows = allServices
  .filter((service) => service !== gatewayService)
  .flatMap(({ projections }) => projections);

/**
 * What today's code makes of a history: each event in its present shape, the state, the row that the API reads, and the
 * rows that services keep of their own.
 */
export function foldToday({ stream, events }: Pick<GoldenHistory, 'stream' | 'events'>): {
  readonly events: readonly RecordedEvent[];
  readonly state: unknown;
  readonly row: Row | null;
  readonly own: readonly Row[];
} {
  const present = events.map((event, index) =>
    liftEvent(
      {
        ...event,
        streamId: stream,
        recordedAt: new Date(event.recordedAt),
        position: readPosition(BigInt(index + 1)),
      },
      upcasters,
    ),
  );
  const { decider } = of(stream);
  const rowsBy = (projections: readonly Projection[]): Row[] =>
    projections
      .filter(({ streamPrefix }) => stream.startsWith(streamPrefix))
      .map(({ evolve }) => {
        let row: Parameters<typeof evolve>[0];
        for (const event of present) row = evolve(row, event);
        return row;
      })
      .filter((row) => row !== undefined)
      .map((row) => plain(row) as Row);
  const [row = null] = rowsBy(apiRows);
  return {
    events: present,
    state: plain(
      fold(
        decider,
        present.map(({ type, data }) => ({ type, data })),
      ),
    ),
    row,
    own: rowsBy(ownRows),
  };
}

/** As JSON has it, so that it can be compared with what was recorded. A field that is undefined is told apart. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (inner === undefined ? '(undefined)' : inner)),
  ) as unknown;

function of(stream: string): (typeof deciders)[number] {
  const found = deciders.find(({ prefix }) => stream.startsWith(prefix));
  if (!found) throw new Error(`nobody folds ${stream}`);
  return found;
}

/** What a history should say by today's code: its state, and its row with the columns that it has always had. */
export function resultToday(history: GoldenHistory): Pick<GoldenHistory, 'state' | 'row'> {
  const { state, row, own } = foldToday(history);
  // A column that the API does not read may have gone to a row of the service's own, as it was.
  const all = Object.assign({}, ...own, row) as Row;
  const kept = Object.keys(history.row ?? {}).filter((column) => column in all);
  return {
    state,
    row: row && { ...Object.fromEntries(kept.map((column) => [column, all[column]])), ...row },
  };
}

async function recordings(): Promise<{ readonly file: string; readonly histories: GoldenHistory[] }[]> {
  const files = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const read = files.map(async (file) => ({
    file,
    histories: JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as GoldenHistory[],
  }));
  return Promise.all(read);
}

/** All recordings: by their folder, and within it by aggregate. */
export async function goldenHistories(): Promise<
  { readonly name: string; readonly history: GoldenHistory }[]
> {
  return (await recordings()).flatMap(({ file, histories }) =>
    histories.map((history) => ({ name: `${file} ${history.stream}`, history })),
  );
}

/** Writes the states and rows of today into the recordings that have others. Their events stay as they are. */
export async function refold(): Promise<void> {
  for (const { file, histories } of await recordings()) {
    const today = histories.map((history) => ({ ...history, ...resultToday(history) }));
    if (!isDeepStrictEqual(today, histories)) await put(join(FOLDER, file), today);
  }
}

/**
 * Records histories into a new folder (what was recorded stays): for each aggregate the fewest streams that show every type of event.
 */
export async function record(name: string, feed: readonly RecordedEvent[]): Promise<void> {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of feed) streams.set(event.streamId, [...(streams.get(event.streamId) ?? []), event]);
  const folder = join(FOLDER, await freeName(name));
  for (const { name: aggregate, prefix } of deciders) {
    const ours = [...streams].filter(([stream]) => stream.startsWith(prefix));
    const seen = new Set<string>();
    const chosen = ours
      .toSorted(([, a], [, b]) => typesOf(b).size - typesOf(a).size)
      .filter(([, events]) => {
        const isNew = [...typesOf(events)].some((type) => !seen.has(type));
        for (const type of typesOf(events)) seen.add(type);
        return isNew;
      })
      .map(([stream, events]) => goldenOf(stream, events));
    await put(join(folder, `${aggregate}.json`), chosen);
  }
}

/** The name, with a number where there is such a folder already. */
async function freeName(name: string): Promise<string> {
  const taken = new Set(await readdir(FOLDER));
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!taken.has(free)) return free;
  }
}

const typesOf = (events: readonly RecordedEvent[]): Set<string> => new Set(events.map(({ type }) => type));

function goldenOf(stream: string, events: readonly RecordedEvent[]): GoldenHistory {
  const golden = events.map(({ id, type, data, revision, recordedAt, metadata }) => ({
    ...{ id, type: storedType(type, upcasters), data, revision },
    ...{ recordedAt: recordedAt.toISOString(), metadata },
  }));
  const { state, row } = foldToday({ stream, events: golden });
  return { stream, events: golden, state, row };
}

/** Writes JSON as the project's formatter would. */
export async function put(file: string, content: unknown): Promise<void> {
  const options = await resolveConfig(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await format(JSON.stringify(content), { ...options, filepath: file }));
}
