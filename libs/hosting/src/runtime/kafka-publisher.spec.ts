import { expect, it } from '@jest/globals';
import { loadConfig } from '../config/config.js';
import { silent } from '../testing/bench.js';
import type { FeedParts } from './runtime.js';
import { kafkaPublisher } from './kafka-publisher.js';

const parts = (env: Readonly<Record<string, string>>): FeedParts =>
  ({ config: loadConfig(env), log: silent, pool: {}, store: {} }) as unknown as FeedParts;

it('there is a publisher where there is a Kafka, and none in the embedded topology without one', () => {
  expect(kafkaPublisher(parts({}))).toEqual([]);
  expect(kafkaPublisher(parts({ TIMBRA_KAFKA: 'localhost:9092' }))).toMatchObject([{ name: 'publisher' }]);
});
