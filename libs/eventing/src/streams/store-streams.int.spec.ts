import { randomUUID } from 'node:crypto';
import { InProcessBus } from '#bus';
import { metadata, openBench, type Bench } from '#hosting/testing/bench';
import { BusStreams } from './bus-streams.js';
import { serveStreams } from './serve-streams.js';
import { streamsContract, type StreamsBench } from './streams-contract.js';

const appendTo = ({ store }: Bench): StreamsBench['append'] => {
  const revisions = new Map<string, number>();
  return async (stream, ...all) => {
    const revision = revisions.get(stream) ?? -1;
    revisions.set(stream, revision + all.length);
    const events = all.map((data) => ({ id: randomUUID(), type: 'Happened', data }));
    await store.append(stream, revision, events, metadata);
  };
};

streamsContract('PostgreSQL', async () => {
  const bench = await openBench();
  return { reader: bench.store, append: appendTo(bench), dispose: () => bench.dispose() };
});

streamsContract('BusStreams over an owner on PostgreSQL', async (bounds) => {
  const [bench, bus] = [await openBench(), new InProcessBus()];
  serveStreams({ bus, store: bench.store, owns: ['petition-', 'petitions-'], bounds });
  return {
    reader: new BusStreams({ bus, lift: (event) => event }),
    append: appendTo(bench),
    dispose: async () => void (await Promise.all([bus.stop(), bench.dispose()])),
  };
});
