import { expect, it } from '@jest/globals';
import { STREAM_PREFIXES } from '#contracts';
import { aggregateOfStream, domainTopic, domainTopics } from './topics.js';

it('there is a topic for each kind of stream, with a week of messages as large as commands', () => {
  const topics = domainTopics('timbra', 12);
  expect(topics).toHaveLength(STREAM_PREFIXES.length);
  expect(topics).toContainEqual({
    topic: 'timbra.domain.inbound-mail',
    partitions: 12,
    config: { 'cleanup.policy': 'delete', 'retention.ms': '604800000', 'max.message.bytes': '33554432' },
  });
});

it('the kinds of streams differ, and none begins as another does', () => {
  for (const one of STREAM_PREFIXES)
    expect(STREAM_PREFIXES.filter((other) => one.startsWith(other))).toEqual([one]);
});

it.each([
  ['invoice-0197', 'invoice'],
  ['inbound-mail-0197', 'inbound-mail'],
  ['petition-1', 'petition'],
  ['petitions-1', 'petitions'],
  // Of a retention, but a stamping.
  ['stamping-retention-0197.1', 'stamping'],
])('events of %s go to %s', (stream, aggregate) => {
  expect(aggregateOfStream(stream)).toBe(aggregate);
  expect(domainTopic('timbra', aggregate)).toBe(`timbra.domain.${aggregate}`);
});

it('a stream of no known kind has no topic', () => {
  expect(() => aggregateOfStream('thing-1')).toThrow(RangeError);
});
