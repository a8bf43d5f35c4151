import type { Position } from '#kernel';

/** A part of the log that holds nothing of ours: after the event at `start`, up to and including `end`. */
export interface Gap {
  readonly start: Position;
  /** The stream of the event of ours that lies at `start`, where it is known that one does. */
  readonly stream: string | undefined;
  readonly end: Position;
}

const MAX_GAPS = 1_000;

/** Where other applications have written a lot, in order: nobody needs to search there again. */
export class Gaps {
  private readonly gaps: Gap[] = [];

  add(gap: Gap): void {
    if (gap.end <= gap.start) return;
    const at = this.gaps.findIndex(({ end }) => end >= gap.start);
    const place = at === -1 ? this.gaps.length : at;
    const overlapping = this.gaps.slice(place).findIndex(({ start }) => start > gap.end);
    const count = overlapping === -1 ? this.gaps.length - place : overlapping;
    const joined = this.gaps.slice(place, place + count).reduce(join, gap);
    this.gaps.splice(place, count, joined);
    if (this.gaps.length > MAX_GAPS) this.gaps.shift();
  }

  /** From where to read for what comes after a position. */
  skip(position: Position): Position {
    const gap = this.gaps.find(({ start, end }) => start <= position && position < end);
    return gap ? gap.end : position;
  }

  /** The next gap that begins after a position. */
  after(position: Position): Gap | undefined {
    return this.gaps.find(({ start }) => start > position);
  }
}

const join = (one: Gap, other: Gap): Gap => ({
  start: one.start < other.start ? one.start : other.start,
  stream: one.start < other.start || (one.start === other.start && one.stream) ? one.stream : other.stream,
  end: one.end > other.end ? one.end : other.end,
});
