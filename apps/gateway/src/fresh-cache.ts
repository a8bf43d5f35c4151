import { LRUCache } from 'lru-cache';

/**
 * A cache that is never older than what this process has written: after `forget`, a value whose loading
 * began before it is given to its caller but not kept. Writes of other processes are seen within `ttlMs`.
 */
export class FreshCache<Value extends object> {
  private readonly values: LRUCache<string, Value>;
  private generation = 0;

  constructor(options: { readonly max: number; readonly ttlMs: number }) {
    this.values = new LRUCache({ max: options.max, ttl: options.ttlMs });
  }

  async get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const known = this.values.get(key);
    if (known) return known;
    const { generation } = this;
    const value = await load();
    // What is not found is not kept: a key or an organization made a moment later must be found.
    if (value && generation === this.generation) this.values.set(key, value);
    return value;
  }

  forget(): void {
    this.generation += 1;
    this.values.clear();
  }
}
