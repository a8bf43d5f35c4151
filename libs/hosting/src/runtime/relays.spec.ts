import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { loadConfig } from '../config/config.js';
import { silent } from '../testing/bench.js';
import { openRelays, type RelayParts } from './relays.js';

const services: RelayParts['services'] = [
  { name: 'customers', owns: ['customer-', 'product-'] },
  { name: 'gateway' },
  { name: 'stamping', owns: ['stamping-'] },
];
const open = (env: Readonly<Record<string, string>>) =>
  openRelays({
    ...{ config: loadConfig(env), services, keys: [randomBytes(32)], log: silent },
    ...({ pool: {}, store: {} } as unknown as Pick<RelayParts, 'pool' | 'store'>),
  });

it('there are none by default, nor without a Kafka', () => {
  for (const env of [{}, { TIMBRA_KAFKA: 'localhost:9092' }, { TIMBRA_DOMAIN_EVENTS: 'topics' }]) {
    const { consumers, unrelayed } = open(env);
    expect([consumers, unrelayed]).toEqual([[], []]);
  }
});

it('each service that owns streams has a relay for each shard, of its own streams alone', async () => {
  const env = { TIMBRA_KAFKA: 'localhost:9092', TIMBRA_DOMAIN_EVENTS: 'topics', TIMBRA_DOMAIN_SHARDS: '2' };
  const { consumers, unrelayed, close } = open(env);
  expect(consumers.map(({ name, streams }) => [name, streams])).toEqual([
    ['relay.customers.0of2', ['customer-', 'product-']],
    ['relay.customers.1of2', ['customer-', 'product-']],
    ['relay.stamping.0of2', ['stamping-']],
    ['relay.stamping.1of2', ['stamping-']],
  ]);
  expect(unrelayed.map(({ service }) => service)).toEqual(['customers', 'stamping']);
  await close();
});
