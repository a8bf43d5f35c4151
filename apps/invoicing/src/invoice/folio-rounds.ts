import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { Rounds, type Tenant } from '#kernel';
import { EVENT_FOLLOWS } from '#eventing';

/** How many folios are taken in one statement at most: so many names a counter remembers. */
const MOST = 64;
/** Counters that are remembered here; of one that was forgotten, two rounds may be under way. */
const COUNTERS = 5_000;

interface CounterRow {
  readonly next: string;
  readonly holders: readonly string[];
}

/**
 * Next folios: those of one series that are asked for at one time are taken in one statement. An issue that asks again gets the
 * number it has, as long as no later round came to its counter. A counter that somebody holds locked holds up no other.
 */
export class FolioRounds {
  private readonly counters = new LRUCache<string, Rounds<string, number>>({ max: COUNTERS });

  constructor(private readonly pool: pg.Pool) {}

  next(tenant: Tenant, series: string, issue: string): Promise<number> {
    const name = `${tenant.organizationId} ${tenant.livemode} ${series}`;
    let rounds = this.counters.get(name);
    if (!rounds) {
      rounds = new Rounds((issues) => this.take(tenant, series, issues), { most: MOST });
      this.counters.set(name, rounds);
    }
    return rounds.add(issue);
  }

  private async take(tenant: Tenant, series: string, issues: readonly string[]): Promise<number[]> {
    const { rows } = await this.pool.query<CounterRow>({
      name: 'next-folio',
      text: NEXT_FOLIOS,
      values: [tenant.organizationId, tenant.livemode, series, [...new Set(issues)]],
    });
    const { next = '', holders = [] } = rows[0] ?? {};
    // The holders have the numbers below `next`, in their order.
    return issues.map((issue) => {
      const at = holders.indexOf(issue);
      if (at < 0) throw new Error('the counter of a series left out an issue');
      return Number(next) - holders.length + at;
    });
  }
}

/** Gives issues the next numbers of a series, but for those that have one from its last round. */
const NEXT_FOLIOS = `
  INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next, last_holder, holders, held_to)
  VALUES ($1, $2, $3, 1 + cardinality($4::text[]), ($4::text[])[cardinality($4::text[])], $4, 1 + cardinality($4::text[]))
  ON CONFLICT (organization_id, livemode, series) DO UPDATE SET (next, last_holder, holders, held_to) = (
    SELECT c.next + cardinality(fresh),
      coalesce(fresh[cardinality(fresh)], c.last_holder),
      CASE WHEN cardinality(fresh) = cardinality(excluded.holders) THEN fresh ELSE known || fresh END,
      c.next + cardinality(fresh)
    FROM (
      SELECT known, ARRAY(
        SELECT holder FROM unnest(excluded.holders) WITH ORDINALITY AS asked(holder, position)
        WHERE holder <> ALL (known) ORDER BY position) AS fresh
      FROM (
        SELECT CASE
          WHEN c.held_to = c.next AND c.holders[cardinality(c.holders)] = c.last_holder THEN c.holders
          WHEN c.last_holder IS NOT NULL THEN ARRAY[c.last_holder]
          ELSE '{}' END AS known) AS before) AS round)
  RETURNING next, holders, ${EVENT_FOLLOWS}`;
