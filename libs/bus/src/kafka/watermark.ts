/**
 * Which messages of one partition are finished, while they finish in any order. Everything below `low` is: it may
 * be committed. A message that comes again, since commits lag behind, is known.
 */
export class Watermark {
  /** In the order of their offsets: they are taken so. */
  private readonly unfinished = new Set<bigint>();
  private next: bigint | undefined;
  /** The partition is another process's now: what has not begun is left to it, and nothing is committed. */
  lost = false;

  /**
   * Notes that a message has come; false when it has come before, and is under way or finished. After a gap, others
   * have handled what was before it, in a time when the partition was theirs: what is unfinished here is theirs too.
   */
  take(offset: bigint): boolean {
    if (this.next !== undefined && offset < this.next) return false;
    if (this.next !== undefined && offset > this.next) this.unfinished.clear();
    this.unfinished.add(offset);
    this.next = offset + 1n;
    return true;
  }

  finish(offset: bigint): void {
    this.unfinished.delete(offset);
  }

  /** The offset to commit: the first that is not finished; undefined before anything has come. */
  get low(): bigint | undefined {
    for (const first of this.unfinished) return first;
    return this.next;
  }
}
