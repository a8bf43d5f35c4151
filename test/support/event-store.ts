import { randomUUID } from 'node:crypto';
import type { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { eventStoreChoice, type EventStoreChoice } from '#hosting/config/event-store';

export interface TestEventStore {
  /** What the environment of the service says of it. */
  readonly env: Readonly<Record<string, string>>;
  /** The same, as the service understands it. */
  readonly choice: EventStoreChoice;
  /** In this process, so it survives those that a test kills. Undefined: a real server. */
  readonly double: EventStoreDbDouble | undefined;
  stop(): Promise<void>;
}

const isWanted = (): boolean => process.env['TIMBRA_TEST_EVENT_STORE'] === 'eventstoredb';

/**
 * The event store of a story: PostgreSQL; or with TIMBRA_TEST_EVENT_STORE=eventstoredb, so that every story can
 * be run on it, the server of EVENTSTOREDB_URL, and where that is not set the double.
 */
export async function testEventStore(): Promise<TestEventStore> {
  if (!isWanted()) return postgres;
  const url = process.env['EVENTSTOREDB_URL'];
  return url ? onServer(url) : onDouble();
}

/** The same for a story that holds appends back, which only the double does: it stays on the double, whatever the URL. */
export const heldEventStore = (): Promise<TestEventStore> =>
  isWanted() ? onDouble() : Promise.resolve(postgres);

const postgres: TestEventStore = {
  env: {},
  choice: { kind: 'postgres' },
  double: undefined,
  stop: () => Promise.resolve(),
};

/** Streams of its own, where a server is shared by many stories. */
function onServer(url: string): TestEventStore {
  const env = {
    TIMBRA_EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_PREFIX: `test-${randomUUID()}`,
    EVENTSTOREDB_URL: url,
  };
  return { env, choice: eventStoreChoice(env), double: undefined, stop: () => Promise.resolve() };
}

async function onDouble(): Promise<TestEventStore> {
  const { EventStoreDbDouble } = await import('#event-store/testing/eventstoredb/double');
  const double = await EventStoreDbDouble.start();
  return { ...onServer(double.url), double, stop: () => double.stop() };
}
