import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { InProcessBus } from '#bus';
import { StartupError } from '../postgres/startup-error.js';
import { silent } from '../testing/bench.js';
import { messageSealing, openBus, type BusOptions } from './bus.js';

const keys = [randomBytes(32)];
const options: BusOptions = {
  ...{ keys, instance: 'one', log: silent, patienceMs: 0 },
  clock: { read: () => undefined, ask: async () => 0 },
  outcomes: {
    look: async () => ({ kind: 'new' }),
    refuse: async (_, refused) => ({ kind: 'refused', refused }),
    sweep: async () => undefined,
  },
};

describe('the bus of a process', () => {
  it('is its own without Kafka', async () => {
    expect(await openBus(undefined, options)).toBeInstanceOf(InProcessBus);
  });

  it('says in a sentence that Kafka is not there', async () => {
    const nowhere = {
      ...{ brokers: ['127.0.0.1:1'], prefix: 'timbra', tls: undefined, sasl: undefined },
      ...{ partitions: 3, replication: undefined, sessionMs: 10_000 },
    };
    const opening = openBus(nowhere, options);
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow('The Kafka of TIMBRA_KAFKA does not answer');
  });
});

describe('the sealing of messages', () => {
  const plain = Buffer.from('{"link":"https://example.com/secret"}');

  it('opens what any process with the same key has sealed', () => {
    const sealed = messageSealing(keys).seal(plain, 'command 1');
    expect(sealed.toString('latin1')).not.toContain('secret');
    expect(messageSealing(keys).open(sealed, 'command 1')).toEqual(plain);
  });

  it('opens nothing that was changed, moved or sealed otherwise', () => {
    const { seal, open } = messageSealing(keys);
    const sealed = seal(plain, 'command 1');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(() => open(changed, 'command 1')).toThrow();
    expect(() => open(sealed, 'command 2')).toThrow();
    expect(() => open(plain, 'command 1')).toThrow();
    expect(() => messageSealing([randomBytes(32)]).open(sealed, 'command 1')).toThrow();
  });
});
