import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { monotonicMs } from '#kernel';
import { gate } from '../contract.js';
import {
  fetchKnown,
  heartbeat,
  heartbeatSentAt,
  isOutdated,
  mendConsumerGroups,
  type Group,
} from './group-internals.js';

/** A member of a group whose coordinator answers when the test lets it. */
function member() {
  const answers = gate();
  const emitted: object[] = [];
  const group = {
    ...{ groupId: 'g', memberId: 'm', generationId: 1, beats: 0 },
    coordinator: {
      async heartbeat() {
        group.beats += 1;
        await answers.opened;
      },
    },
    instrumentationEmitter: { emit: (_: string, payload: object) => void emitted.push(payload) },
  };
  return { group: group as typeof group & Group, answers, emitted };
}

describe('heartbeats', () => {
  it('say when they were sent, not when they were answered', async () => {
    const { group, answers, emitted } = member();
    const before = monotonicMs();
    const beating = heartbeat(group, 1_000);
    const sent = monotonicMs();
    await new Promise((resolve) => setTimeout(resolve, 20));
    answers.open();
    await beating;
    const at = heartbeatSentAt(emitted[0]!)!;
    expect(at >= before && at <= sent).toBe(true);
  });

  it('are one at a time, not before they are due, and at once in a new generation', async () => {
    const { group, answers } = member();
    answers.open();
    await Promise.all([heartbeat(group, 60_000), heartbeat(group, 60_000)]);
    await heartbeat(group, 60_000);
    expect(group.beats).toBe(1);
    group.generationId = 2;
    await heartbeat(group, 60_000);
    expect(group.beats).toBe(2);
    await heartbeat(group, 0);
    expect(group.beats).toBe(3);
  });

  it('of the generation before say nothing', async () => {
    const { group, answers, emitted } = member();
    const beating = heartbeat(group, 1_000);
    group.generationId = 2;
    answers.open();
    await beating;
    expect(emitted).toEqual([]);
  });
});

describe('batches', () => {
  it('are outdated once the group has changed, fetched or on their way', async () => {
    const { group } = member();
    const [early, late] = [{}, {}];
    await fetchKnown(group, async () => [early]);
    expect(isOutdated(early)).toBe(false);
    const arriving = gate();
    const fetching = fetchKnown(group, async () => {
      await arriving.opened;
      return [late];
    });
    group.generationId = 2;
    arriving.open();
    await fetching;
    expect([isOutdated(early), isOutdated(late), isOutdated({})]).toEqual([true, true, false]);
  });
});

describe('the consumers of kafkajs', () => {
  it('are mended: their group has the methods that this replaces, and uses what it calls', async () => {
    mendConsumerGroups();
    const require = createRequire(import.meta.url);
    const ConsumerGroup = require('kafkajs/src/consumer/consumerGroup') as new (options: object) => Group & {
      heartbeat(options: { interval: number }): Promise<void>;
    };
    const { group: fake, answers } = member();
    answers.open();
    const logger = { namespace: () => logger, debug: () => undefined };
    const group = new ConsumerGroup({ ...fake, logger, topics: [], retry: {}, assigners: [] });
    Object.assign(group, { memberId: 'm', generationId: 1, coordinator: fake.coordinator });
    await group.heartbeat({ interval: 60_000 });
    await group.heartbeat({ interval: 60_000 });
    expect(fake.beats).toBe(1);
  });
});
