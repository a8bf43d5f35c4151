import { readPosition, START, writePosition, type Position } from '#kernel';

/**
 * The tail of a partition is the position of its last event: the message of the next event names it. A relay keeps the
 * tails of its partitions beside its checkpoint. Partitions are named `invoice/3`.
 */
export interface Tails {
  /**
   * Up to this position all events have been looked at. Each tail is right there or at a later position up to which all
   * events of its partition have been written.
   */
  readonly noted: Position;
  /** How many partitions each topic has. With another number, events are in other partitions. */
  readonly partitions: Readonly<Record<string, number>>;
  /** A partition that is missing has no event so far. */
  readonly last: ReadonlyMap<string, Position>;
}

export const partitionName = (aggregate: string, partition: number): string => `${aggregate}/${partition}`;

/** No event has been looked at. */
export const noTails = (partitions: Tails['partitions'] = {}): Tails => ({
  ...{ noted: START, partitions, last: new Map() },
});

/** The tails where the topics have so many partitions: none, if they had other numbers of them. */
export function tailsFor(tails: Tails, partitions: Tails['partitions']): Tails {
  const names = new Set([...Object.keys(tails.partitions), ...Object.keys(partitions)]);
  const isSame = [...names].every((name) => tails.partitions[name] === partitions[name]);
  return isSame ? tails : noTails(partitions);
}

/** The tails of some partitions. */
export const tailsOf = (tails: Tails, includes: (partition: number) => boolean): Tails => ({
  ...tails,
  last: new Map([...tails.last].filter(([name]) => includes(Number(name.split('/')[1])))),
});

/** The tails of all shards of one number. */
export function joinTails([first = noTails(), ...others]: readonly Tails[]): Tails {
  if (others.some((other) => tailsFor(other, first.partitions) !== other)) return noTails();
  const all = [first, ...others];
  const noted = all.map((tails) => tails.noted).reduce((lowest, one) => (one < lowest ? one : lowest));
  return { ...first, noted, last: new Map(all.flatMap(({ last }) => [...last])) };
}

/**
 * Moves the tail of a partition to an event. Returns where it was: the position of the event before this one, 0n if there is
 * none. undefined: it was at this event already, or behind it.
 */
export function moveTail(
  last: Map<string, Position>,
  partition: string,
  position: Position,
): Position | undefined {
  const tail = last.get(partition) ?? START;
  if (position <= tail) return undefined;
  last.set(partition, position);
  return tail;
}

interface TailsAsText {
  readonly noted: string;
  readonly partitions: Readonly<Record<string, number>>;
  readonly last: Readonly<Record<string, string>>;
}

/** As JSON, which the checkpoint keeps. */
export function writeTails({ noted, partitions, last }: Tails): string {
  const texts = [...last].map(([partition, position]) => [partition, writePosition(position)] as const);
  const written: TailsAsText = { noted: writePosition(noted), partitions, last: Object.fromEntries(texts) };
  return JSON.stringify(written);
}

/**
 * The tails that a checkpoint keeps. They may lag behind it; none, where it has none (it is from the release before), or where somebody
 * took it back.
 */
export function readTails(text: string | undefined, checkpoint: Position): Tails {
  if (text === undefined) return noTails();
  const { noted, partitions, last }: TailsAsText = JSON.parse(text);
  if (readPosition(noted) > checkpoint) return noTails();
  const positions = Object.entries(last).map(([name, position]) => [name, readPosition(position)] as const);
  return { noted: readPosition(noted), partitions, last: new Map(positions) };
}
