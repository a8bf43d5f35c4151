/**
 * Which messages of one partition are finished, while they finish in any order, in one generation of the group: each
 * join begins a new one, at the offset that the group then has. Everything below `low` is finished: it may be
 * committed. A message that comes again, since commits lag behind, is known.
 */
export class Watermark {
  /** In the order of their offsets: they are taken so. */
  private readonly unfinished = new Set<bigint>();
  private next: bigint | undefined;
  /** The generation is over: what has not begun is left to the next one, here or elsewhere, and nothing is committed. */
  lost = false;

  /** Notes that a message has come; false when it has come before, and is under way or finished. */
  take(offset: bigint): boolean {
    if (this.next !== undefined && offset < this.next) return false;
    this.unfinished.add(offset);
    this.next = offset + 1n;
    return true;
  }

  finish(offset: bigint): void {
    this.unfinished.delete(offset);
  }

  /** Whether the log ends before what was taken: a cluster has lost its end, and its offsets are given again. */
  isBeyond(end: bigint): boolean {
    return this.next !== undefined && this.next > end;
  }

  /** The offset to commit: the first that is not finished; undefined before anything has come. */
  get low(): bigint | undefined {
    for (const first of this.unfinished) return first;
    return this.next;
  }
}
