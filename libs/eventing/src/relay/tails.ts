/**
 * The tail of a partition is the position of its last event: what the next event's message names as the one before it.
 * Partitions are named `invoice/3`.
 */
export interface Tails {
  /** Up to this position every event has been looked at. */
  readonly noted: bigint;
  /** How many partitions each topic has: with another number, each event may belong to another one. */
  readonly partitions: Readonly<Record<string, number>>;
  /** Each is right for some position from `noted` on. A partition that is missing has no event so far. */
  readonly last: ReadonlyMap<string, bigint>;
}

export const partitionName = (aggregate: string, partition: number): string => `${aggregate}/${partition}`;

/** Nothing has been looked at. */
export const noTails = (partitions: Tails['partitions'] = {}): Tails => ({
  ...{ noted: 0n, partitions, last: new Map() },
});

/** What is known where the topics have so many partitions: nothing, if they had other numbers of them. */
export function tailsFor(tails: Tails, partitions: Tails['partitions']): Tails {
  const names = new Set([...Object.keys(tails.partitions), ...Object.keys(partitions)]);
  const isSame = [...names].every((name) => tails.partitions[name] === partitions[name]);
  return isSame ? tails : noTails(partitions);
}

/** What several shards know, together; nothing, where they know different numbers of partitions. */
export function joinTails(all: readonly Tails[]): Tails {
  const [first, ...others] = all;
  if (!first) return noTails();
  if (others.some((other) => tailsFor(other, first.partitions) !== other)) return noTails();
  const noted = all.reduce((lowest, tails) => (tails.noted < lowest ? tails.noted : lowest), first.noted);
  return { ...first, noted, last: new Map(all.flatMap(({ last }) => [...last])) };
}

/** Moves tails along a batch of events, without changing what was known before it. */
export class TailsAhead {
  private readonly moved = new Map<string, bigint>();

  constructor(private readonly before: ReadonlyMap<string, bigint>) {}

  /**
   * Passes an event. Returns the position of the event before it in its partition, 0n if there is none; undefined if the
   * event had been passed already.
   */
  pass(partition: string, position: bigint): bigint | undefined {
    const tail = this.moved.get(partition) ?? this.before.get(partition) ?? 0n;
    if (position <= tail) return undefined;
    this.moved.set(partition, position);
    return tail;
  }

  get changes(): ReadonlyMap<string, bigint> {
    return this.moved;
  }
}

interface Written {
  readonly noted: string;
  readonly partitions: Readonly<Record<string, number>>;
  readonly last: Readonly<Record<string, string>>;
}

/** As the checkpoint keeps them. */
export function writeTails({ noted, partitions, last }: Tails): string {
  const texts = [...last].map(([partition, position]) => [partition, String(position)] as const);
  const written: Written = { noted: String(noted), partitions, last: Object.fromEntries(texts) };
  return JSON.stringify(written);
}

/** @param text what `writeTails` gave; undefined: nothing was written yet, or by the release before */
export function readTails(text: string | undefined): Tails {
  if (text === undefined) return noTails();
  const { noted, partitions, last }: Written = JSON.parse(text);
  const positions = Object.entries(last).map(([partition, position]) => [partition, BigInt(position)] as const);
  return { noted: BigInt(noted), partitions, last: new Map(positions) };
}
