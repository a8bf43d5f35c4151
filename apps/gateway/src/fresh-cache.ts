import { LRUCache } from 'lru-cache';

/**
 * How long a gateway may keep what the services own. Where others run beside it, a write through another one must
 * be seen by the next request through this one: then nothing is kept.
 */
export const keptMs = (soleInstance: boolean): number => (soleInstance ? 2_000 : 0);

/**
 * A cache that is never older than what this process has written: after `forget`, a value whose loading
 * began before it is given to its caller but not kept. With `ttlMs` 0 it keeps nothing.
 */
export class FreshCache<Value extends object> {
  private readonly values: LRUCache<string, Value>;
  private generation = 0;

  constructor(private readonly options: { readonly max: number; readonly ttlMs: number }) {
    this.values = new LRUCache({ max: options.max, ttl: options.ttlMs });
  }

  async get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const known = this.values.get(key);
    if (known) return known;
    const { generation } = this;
    const value = await load();
    // What is not found is not kept: a key or an organization made a moment later must be found.
    if (value && this.options.ttlMs > 0 && generation === this.generation) this.values.set(key, value);
    return value;
  }

  forget(): void {
    this.generation += 1;
    this.values.clear();
  }
}
