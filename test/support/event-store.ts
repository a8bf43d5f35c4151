import { randomUUID } from 'node:crypto';

export interface TestEventStore {
  /** What the environment of the service says of it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * The event store of a story: PostgreSQL; or with TIMBRA_TEST_EVENT_STORE=eventstoredb, so that every story can
 * be run on it, the server of EVENTSTOREDB_URL, and where that is not set the double.
 */
export async function testEventStore(kind = process.env['TIMBRA_TEST_EVENT_STORE']): Promise<TestEventStore> {
  if (kind !== 'eventstoredb') return { env: {}, stop: () => Promise.resolve() };
  const env = { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_PREFIX: `test-${randomUUID()}` };
  const real = process.env['EVENTSTOREDB_URL'];
  if (real) return { env: { ...env, EVENTSTOREDB_URL: real }, stop: () => Promise.resolve() };
  const { EventStoreDbDouble } = await import('#event-store/testing/eventstoredb/double');
  const double = await EventStoreDbDouble.start();
  return { env: { ...env, EVENTSTOREDB_URL: double.url }, stop: () => double.stop() };
}
