import { START, writePosition, type Position } from '#kernel';

/**
 * Translates positions of one store into those of another one: each becomes the position of the last event at or before it,
 * as the other store has it, so a reader that continues after it gets the same events.
 */
export class Positions {
  private readonly wanted: Position[];
  private readonly found = new Map<Position, Position>();
  private latest: Position = START;

  /** @param wanted those that will be asked for */
  constructor(wanted: Iterable<Position>) {
    this.wanted = [...new Set(wanted)].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** Those that were asked for, nobody has found yet, and come before a position. */
  before(position: Position): readonly Position[] {
    return this.wanted.filter((one) => one < position);
  }

  /** One event in both stores. They come in the order of the feed. */
  note(from: Position, to: Position): void {
    this.settleBelow(from);
    this.latest = to;
  }

  /** After the last event. 0: before the first event. */
  of(position: Position): Position {
    const found = this.found.get(position) ?? (this.wanted.includes(position) ? this.latest : undefined);
    if (found === undefined)
      throw new RangeError(`nobody asked for the position ${writePosition(position)} beforehand`);
    return found;
  }

  private settleBelow(position: Position): void {
    for (let [next] = this.wanted; next !== undefined && next < position; [next] = this.wanted) {
      this.found.set(next, this.latest);
      this.wanted.shift();
    }
  }
}
