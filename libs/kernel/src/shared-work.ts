/**
 * Work that several may ask for at once, done once: who asks for a key while its work is under way gets the same result, or the same
 * error. Nothing is remembered beyond that.
 */
export class SharedWork<Key, Result> {
  private readonly underWay = new Map<Key, Promise<Result>>();

  /** How much work is under way. */
  get size(): number {
    return this.underWay.size;
  }

  /** Whether work for a key is under way. */
  has(key: Key): boolean {
    return this.underWay.has(key);
  }

  /** @param work is begun where none is under way for the key */
  do(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.underWay.get(key);
    if (before) return before;
    const begun = work().finally(() => this.underWay.delete(key));
    this.underWay.set(key, begun);
    return begun;
  }
}
