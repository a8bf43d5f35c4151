import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { eventStoreContract } from '../contract.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

eventStoreContract('EventStoreDbEventStore on the double', async () => {
  const double = await EventStoreDbDouble.start();
  const [store, twin] = [
    new EventStoreDbEventStore({ url: double.url }),
    new EventStoreDbEventStore({ url: double.url }),
  ];
  return {
    store,
    twin,
    async dispose() {
      await Promise.all([store.close(), twin.close()]);
      await double.stop();
    },
  };
});

const real = process.env['EVENTSTOREDB_URL'];
if (real) {
  eventStoreContract('EventStoreDbEventStore on EVENTSTOREDB_URL', () => {
    const prefix = `test-${randomUUID()}`;
    const [store, twin] = [
      new EventStoreDbEventStore({ url: real, prefix }),
      new EventStoreDbEventStore({ url: real, prefix }),
    ];
    return Promise.resolve({
      store,
      twin,
      dispose: () => Promise.all([store.close(), twin.close()]).then(() => undefined),
    });
  });
} else {
  describe('EventStoreDbEventStore on a real server', () => {
    it.skip('is not tried: EVENTSTOREDB_URL is not set', () => undefined);
  });
}
