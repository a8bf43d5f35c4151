import { describe, expect, it } from '@jest/globals';
import { AssignerProtocol, type GroupDescription } from 'kafkajs';
import { chooseAnswerPartition, quietest, sharesAnswers } from './answer-partition.js';
import { partitionOf } from './partitioner.js';
import { silent } from './testing/cluster.js';

const TOPIC = 'timbra.answers';

/** A cluster with one group for each reader of answers, and groups of other kinds beside them. */
function cluster(readers: Record<string, number>) {
  const asked: string[][] = [];
  const descriptionOf = (groupId: string, topic: string, partitions: number[]) =>
    ({
      groupId,
      members: [
        {
          memberId: groupId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            ...{ version: 1, assignment: { [topic]: partitions }, userData: Buffer.alloc(0) },
          }),
        },
      ],
    }) as GroupDescription;
  const groups = [
    ...Object.entries(readers).map(([name, partition]) =>
      descriptionOf(`${TOPIC}.${name}`, TOPIC, [partition]),
    ),
    descriptionOf('timbra.invoicing', 'timbra.commands.invoicing', [0, 1, 2]),
    descriptionOf('timbra.answersheets.one', TOPIC, [0]),
    { groupId: `${TOPIC}.gone`, members: [] as GroupDescription['members'] } as GroupDescription,
  ];
  const admin = {
    listGroups: async () => ({
      groups: groups.map(({ groupId }) => ({ groupId, protocolType: 'consumer' })),
    }),
    describeGroups: async (ids: string[]) => {
      asked.push(ids);
      return { groups: groups.filter(({ groupId }) => ids.includes(groupId)) };
    },
  };
  return { admin, asked };
}

const choose = (admin: Parameters<typeof chooseAnswerPartition>[0]['admin'], instance = 'gateway-1') =>
  chooseAnswerPartition({ admin, topic: TOPIC, partitions: 4, instance, log: silent });

describe('the partition of the answers to an instance', () => {
  it.each([
    [[0, 0, 0], 1, 1],
    [[0, 1, 0], 1, 2],
    [[1, 1, 0], 0, 2],
    [[0, 1, 1], 2, 0],
    [[2, 1, 2], 2, 1],
    [[1], 0, 0],
  ])('of %j readers, from partition %i on, is the one of the fewest: %i', (readers, preferred, chosen) =>
    expect(quietest(readers, preferred)).toBe(chosen),
  );

  it('is one that no other instance reads, where there is any', async () => {
    const preferred = partitionOf('gateway-1', 4);
    expect(await choose(cluster({}).admin)).toBe(preferred);
    const others = { a: preferred, b: (preferred + 1) % 4, c: (preferred + 3) % 4 };
    const { admin, asked } = cluster(others);
    expect(await choose(admin)).toBe((preferred + 2) % 4);
    expect(asked).toEqual([['a', 'b', 'c', 'gone'].map((name) => `${TOPIC}.${name}`)]);
  });

  it('is chosen again only where another one is free', async () => {
    const shares = (readers: Record<string, number>) =>
      sharesAnswers(
        { ...cluster(readers), topic: TOPIC, partitions: 2, instance: 'gateway-1', log: silent },
        1,
      );
    expect(await shares({ 'gateway-1': 1, a: 1 })).toBe(true);
    expect(await shares({ 'gateway-1': 1, a: 0 })).toBe(false);
    expect(await shares({ 'gateway-1': 1, a: 1, b: 0 })).toBe(false);
  });

  it('does not count what the instance read before it was started again', async () => {
    const preferred = partitionOf('gateway-1', 4);
    expect(await choose(cluster({ 'gateway-1': preferred }).admin)).toBe(preferred);
  });

  it('is the one of its name where the cluster does not say who reads what', async () => {
    const { admin } = cluster({ a: partitionOf('gateway-1', 4) });
    const forbidden = async () => Promise.reject(new Error('CLUSTER_AUTHORIZATION_FAILED'));
    expect(await choose({ ...admin, listGroups: forbidden })).toBe(partitionOf('gateway-1', 4));
    expect(await choose({ ...admin, describeGroups: forbidden })).toBe(partitionOf('gateway-1', 4));
  });
});
