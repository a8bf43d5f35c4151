import { afterEach, expect, it } from '@jest/globals';
import type { Admin, Consumer, Producer } from 'kafkajs';
import { kafkaClient } from './settings.js';
import { freshCluster, silent } from './testing/cluster.js';
import { until } from '../testing/until.js';

const PARTITIONS = 40;
/** Bytes of an answer without partitions; and fewer than one has that names them all. */
const OF_NONE = 60;
const OF_ALL = PARTITIONS * 30;

const open: { disconnect(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.disconnect()));
});

async function connected<One extends Admin | Consumer | Producer>(one: One): Promise<One> {
  open.push(one);
  await one.connect();
  return one;
}

it('a broker names in its answers only the partitions that have something new', async () => {
  const { settings } = await freshCluster([]);
  const kafka = kafkaClient(settings, 'test', silent);
  const topic = `${settings.prefix}.many`;
  const admin = await connected(kafka.admin());
  await admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS }], waitForLeaders: true });
  const consumer = await connected(
    kafka.consumer({ groupId: `${settings.prefix}.one`, maxWaitTimeInMs: 100 }),
  );
  const answers: number[] = [];
  consumer.on(consumer.events.REQUEST, ({ payload }) => {
    if (payload.apiName === 'Fetch') answers.push(payload.size);
  });
  const got: string[] = [];
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ partition, message }) => void got.push(`${partition} ${message.value?.toString()}`),
  });
  await until(() => answers.length >= 3);
  // The first names them all; then there is nothing to say.
  expect(answers[0]).toBeGreaterThan(OF_ALL);
  expect(Math.max(...answers.slice(1))).toBeLessThan(OF_NONE);

  const producer = await connected(kafka.producer());
  for (const [partition, value] of [
    [7, 'a'],
    [7, 'b'],
    [31, 'c'],
  ] as const)
    await producer.send({ topic, messages: [{ partition, value }] });
  await until(() => got.length === 3);
  // In their order within a partition; between partitions there is none.
  expect(got.filter((one) => one.startsWith('7'))).toEqual(['7 a', '7 b']);
  expect(Math.max(...answers.slice(1))).toBeLessThan(OF_ALL);

  // What is not read is forgotten by the broker, and read on from where it was.
  consumer.pause([{ topic, partitions: [7] }]);
  const paused = answers.length;
  await until(() => answers.length >= paused + 2);
  await producer.send({ topic, messages: [{ partition: 7, value: 'd' }] });
  await producer.send({ topic, messages: [{ partition: 8, value: 'e' }] });
  await until(() => got.length === 4);
  consumer.resume([{ topic, partitions: [7] }]);
  await until(() => got.length === 5);
  expect(got.slice(3)).toEqual(['8 e', '7 d']);
  // Back to an earlier offset: what was answered before is answered again.
  consumer.seek({ topic, partition: 7, offset: '1' });
  await until(() => got.length === 7);
  expect(got.slice(5)).toEqual(['7 b', '7 d']);
});
