import { AssignerProtocol, type Admin, type GroupDescription } from 'kafkajs';
import type { Logger } from 'pino';
import { partitionOf } from './partitioner.js';

const { MemberAssignment } = AssignerProtocol;

/** The group in which an instance reads its answers: nobody else is in it. */
export const answersGroup = (topic: string, instance: string): string => `${topic}.${instance}`;

export interface AnswerPartitionOptions {
  readonly admin: Pick<Admin, 'listGroups' | 'describeGroups'>;
  readonly topic: string;
  readonly partitions: number;
  readonly instance: string;
  readonly log: Logger;
}

/**
 * The partition of the answers that the fewest other instances read now: who shares one fetches the others' answers too, and
 * throws them away. Of several it is the next one from where the name points, and elsewhere at each further try, so that
 * instances that start at the same time seldom choose the same. By the name alone where the cluster does not let us see the
 * groups.
 */
export async function chooseAnswerPartition(options: AnswerPartitionOptions, tries = 1): Promise<number> {
  const { topic, partitions, instance, log } = options;
  const preferred = partitionOf(tries === 1 ? instance : `${instance} ${tries}`, partitions);
  try {
    return quietest(await countReaders(options), preferred);
  } catch (error) {
    log.debug({ err: error, topic }, 'who reads which answers is not known');
    return preferred;
  }
}

/** Whether another instance reads the same partition, and one that nobody reads is left: both chose at the same moment. */
export async function sharesAnswers(options: AnswerPartitionOptions, partition: number): Promise<boolean> {
  const readers = await countReaders(options).catch(() => undefined);
  return readers !== undefined && readers.includes(0) && readers[partition] !== 0;
}

/** How many other instances read each partition. */
async function countReaders({ admin, topic, partitions, instance }: AnswerPartitionOptions) {
  const { groups } = await admin.listGroups();
  const own = answersGroup(topic, instance);
  const others = groups
    .map(({ groupId }) => groupId)
    .filter((id) => id.startsWith(answersGroup(topic, '')) && id !== own);
  const described = others.length > 0 ? (await admin.describeGroups(others)).groups : [];
  const readers = Array<number>(partitions).fill(0);
  for (const partition of described.flatMap((group) => readBy(group, topic)))
    if (partition < partitions) readers[partition] = (readers[partition] ?? 0) + 1;
  return readers;
}

const readBy = ({ members }: GroupDescription, topic: string): number[] =>
  members.flatMap(
    ({ memberAssignment }) => MemberAssignment.decode(memberAssignment)?.assignment[topic] ?? [],
  );

/** @param readers how many read each */
export function quietest(readers: readonly number[], preferred: number): number {
  const fromPreferred = readers.map((_, n) => (preferred + n) % readers.length);
  return fromPreferred.reduce(
    (best, one) => ((readers[one] ?? 0) < (readers[best] ?? 0) ? one : best),
    preferred,
  );
}
