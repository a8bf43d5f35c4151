import { InProcessBus } from '#bus';
import { MemoryFeed } from '../lanes/testing/memory-feed.js';
import { BusStreams } from './bus-streams.js';
import { serveStreams } from './serve-streams.js';
import { streamsContract } from './streams-contract.js';

streamsContract('a store in memory', async () => {
  const store = new MemoryFeed();
  return {
    reader: store,
    append: async (stream, ...data) => store.append(stream, ...data),
    dispose: async () => undefined,
  };
});

streamsContract('BusStreams', async (bounds) => {
  const [store, bus] = [new MemoryFeed(), new InProcessBus()];
  serveStreams({ bus, store, owns: ['petition-', 'petitions-'], bounds });
  return {
    reader: new BusStreams({ bus, lift: (event) => event }),
    append: async (stream, ...data) => store.append(stream, ...data),
    dispose: () => bus.stop(),
  };
});
