import type { PartitionLog } from '#bus';

/** The name of the checkpoint that a consumer keeps for one partition: `invoicing.process@stamping/3`. */
export const laneName = (
  consumer: string,
  { aggregate, partition }: Pick<PartitionLog, 'aggregate' | 'partition'>,
): string => `${consumer}@${aggregate}/${partition}`;

/** The name of the checkpoint for the streams of its own process, where a consumer also has lanes: `invoicing.process@own`. */
export const ownLaneName = (consumer: string): string => `${consumer}@own`;
