import { LRUCache } from 'lru-cache';

/**
 * How long a gateway may keep what the services own. Where others run beside it, a write through another one must
 * be seen by the next request through this one: then nothing is kept.
 */
export const keptMs = (soleInstance: boolean): number => (soleInstance ? 2_000 : 0);

/**
 * A cache that is never older than what this process has written: after `forget`, a value whose loading
 * began before it is given to its caller but not kept. With `ttlMs` 0 it keeps nothing.
 *
 * Who asks for a key that is being loaded gets what is loaded next, with all others that ask until then: a value read
 * after they asked, by two loads where many ask at once. So `load` must depend on the key alone.
 */
export class FreshCache<Value extends object> {
  private readonly values: LRUCache<string, Value>;
  private readonly loads = new Map<string, Loads<Value>>();
  private generation = 0;

  constructor(private readonly options: { readonly max: number; readonly ttlMs: number }) {
    this.values = new LRUCache({ max: options.max, ttl: options.ttlMs });
  }

  async get(key: string, load: Load<Value>): Promise<Value | undefined> {
    const known = this.values.get(key);
    if (known) return known;
    const loads = this.loads.get(key);
    if (!loads) return this.begin(key, load);
    const again = () => this.get(key, load);
    return (loads.next ??= loads.underWay.then(again, again));
  }

  forget(): void {
    this.generation += 1;
    this.values.clear();
  }

  private begin(key: string, load: Load<Value>): Promise<Value | undefined> {
    const underWay = this.load(key, load);
    this.loads.set(key, { underWay, next: undefined });
    // Before those that wait ask again: they are told later.
    const end = () => this.loads.delete(key);
    underWay.then(end, end);
    return underWay;
  }

  private async load(key: string, load: Load<Value>): Promise<Value | undefined> {
    const { generation } = this;
    const value = await load();
    // What is not found is not kept: a key or an organization made a moment later must be found.
    if (value && this.options.ttlMs > 0 && generation === this.generation) this.values.set(key, value);
    return value;
  }
}

type Load<Value> = () => Promise<Value | undefined>;

interface Loads<Value> {
  readonly underWay: Promise<Value | undefined>;
  /** Begins when that has ended, for all who asked meanwhile. */
  next: Promise<Value | undefined> | undefined;
}
