import { InProcessBus } from '#bus';
import { BusPast } from './bus-past.js';
import { PAST_PARTITIONS, pastContract } from './past-contract.js';
import { servePast } from './serve-past.js';
import { StorePast } from './store-past.js';
import { MemoryFeed } from './testing/memory-feed.js';

pastContract('StorePast', async (bounds) => {
  const store = new MemoryFeed();
  return {
    past: new StorePast(store, PAST_PARTITIONS, bounds),
    append: async (stream, ...data) => store.append(stream, ...data),
    dispose: async () => undefined,
  };
});

pastContract('BusPast', async (bounds) => {
  const [store, bus] = [new MemoryFeed(), new InProcessBus()];
  servePast({ bus, store, owns: ['petition-', 'petitions-'], bounds });
  return {
    past: new BusPast({ bus, partitions: () => PAST_PARTITIONS, lift: (event) => event }),
    append: async (stream, ...data) => store.append(stream, ...data),
    dispose: () => bus.stop(),
  };
});
