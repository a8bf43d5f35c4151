import { describe, expect } from '@jest/globals';
import { check, type Verdict } from './checker.js';
import type { MailCopy } from './books.js';
import type { Refusal } from './fiscal.js';
import { Load, type LoadOptions } from './load.js';
import type { World } from './world.js';

/** Whether the long versions run: npm run test:failures. */
export const LONG = process.env['TIMBRA_FAILURES'] === 'long';
/** What runs in the long version only. */
export const whenLong = LONG ? describe : describe.skip;
export const SEED = Number(process.env['TIMBRA_FAILURES_SEED'] ?? 20_261_121);

export interface AfterOptions {
  readonly copies?: () => readonly MailCopy[];
  readonly extraCopies?: number;
  readonly settleMs?: number;
  /** Refusals that others than the loads were answered. */
  readonly refusals?: readonly Refusal[];
}

/** A world under load, scenario after scenario, with the checker after each: of everything that was ever promised. */
export class Chapters {
  private readonly loads: Load[] = [];

  constructor(
    readonly world: World,
    private readonly after: AfterOptions = {},
  ) {}

  /** Clients that begin now. Their requests go to the gateways that are up at each moment. */
  load(options: Partial<LoadOptions> = {}): Load {
    const load = new Load({
      ...{ gateways: this.world.gateways, key: this.world.demo.test_key },
      // Another seed for each: their external ids must differ.
      seed: SEED + this.loads.length * 1_000_003,
      ...options,
    });
    this.loads.push(load);
    return load;
  }

  /** Stops all loads, waits until all is quiet, and expects the checker to be content. */
  async check(more: AfterOptions = {}): Promise<Verdict> {
    await Promise.all(this.loads.map((load) => load.stop()));
    expect(this.world.lost).toEqual([]);
    const promised = this.loads.flatMap((load) => load.promised);
    const client = this.loads.at(-1)?.client;
    if (!client) throw new Error('nothing was asked for');
    const verdict = await check({
      ...{ databaseUrl: this.world.databaseUrl, promised, client },
      eventStore: this.world.eventStore,
      masterKey: this.world.environment['TIMBRA_MASTER_KEY'] ?? '',
      published: { broker: this.world.environment['TIMBRA_KAFKA'] ?? '', prefix: this.world.prefix },
      ...this.after,
      ...more,
      refusals: [...this.loads.flatMap((load) => load.client.journal.refusals), ...(more.refusals ?? [])],
    });
    expect(verdict.complaints).toEqual([]);
    expect(this.loads.flatMap(({ refused }) => refused)).toEqual([]);
    return verdict;
  }
}
