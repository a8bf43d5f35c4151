import { randomBytes } from 'node:crypto';
import { KafkaBus } from '#bus/kafka/kafka-bus';
import { freshCluster, silent } from '#bus/kafka/testing/cluster';
import { messageSealing } from '#hosting/runtime/bus';
import { MemoryFeed } from '../lanes/testing/memory-feed.js';
import { BusStreams } from './bus-streams.js';
import { serveStreams } from './serve-streams.js';
import { streamsContract } from './streams-contract.js';

const sealing = messageSealing([randomBytes(32)]);

streamsContract('BusStreams over Kafka', async (bounds) => {
  const { settings } = await freshCluster(['cancellation']);
  const open = (): Promise<KafkaBus> => KafkaBus.open({ settings, log: silent, sealing });
  const [store, owner, asker] = [new MemoryFeed(), await open(), await open()];
  serveStreams({ bus: owner, store, owns: ['petition-', 'petitions-'], bounds });
  await Promise.all([owner.start(), asker.start()]);
  return {
    reader: new BusStreams({ bus: asker, lift: (event) => event, timeoutMs: 30_000 }),
    append: async (stream, ...data) => store.append(stream, ...data),
    dispose: async () => void (await Promise.all([owner.stop(), asker.stop()])),
  };
});
