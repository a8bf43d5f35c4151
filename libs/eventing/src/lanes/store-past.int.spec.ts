import { randomUUID } from 'node:crypto';
import { metadata, openBench } from '#hosting/testing/bench';
import { PAST_PARTITIONS, pastContract } from './past-contract.js';
import { StorePast } from './store-past.js';

pastContract('StorePast over PostgreSQL', async (bounds) => {
  const bench = await openBench();
  const revisions = new Map<string, number>();
  return {
    past: new StorePast(bench.store, PAST_PARTITIONS, bounds),
    append: async (stream, ...all) => {
      const revision = revisions.get(stream) ?? -1;
      revisions.set(stream, revision + all.length);
      const events = all.map((data) => ({ id: randomUUID(), type: 'Happened', data }));
      await bench.store.append(stream, revision, events, metadata);
    },
    dispose: () => bench.dispose(),
  };
});
