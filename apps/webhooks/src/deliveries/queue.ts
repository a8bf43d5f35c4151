import type pg from 'pg';
import { newId, Rounds, type SystemNow } from '#kernel';
import type { Webhook } from '#contracts';
import type { Claimed, Result } from './claimed.js';
import { foldHealth } from './health.js';
import type { Room } from './rooms.js';
import { CLAIM, NEXT_DUE, RELEASE, STORE_RESULTS } from './statements.js';

export interface QueueOptions {
  readonly pool: pg.Pool;
  readonly systemNow: SystemNow;
  /** Names this process in leases. */
  readonly instance: string;
  readonly leaseMs: number;
}

interface Row {
  readonly id: string;
  readonly attempt_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly kind: Claimed['kind'];
  readonly attempts: number;
  readonly due_at: Date;
  readonly expires_at: Date;
  readonly doc: Webhook;
}

/** Counts that come with every row, also where nothing was claimed. */
interface Counts {
  readonly interrupted: number;
  readonly given_up: number;
}

type ClaimRow = Counts & (Row | { readonly id: null });

/** What a claim has found. */
export interface Claim {
  readonly claimed: readonly Claimed[];
  /** Attempts of before that were cut off. */
  readonly interrupted: number;
  /** Deliveries whose time was over. */
  readonly givenUp: number;
}

/** How many results one statement stores, and how long it waits for more: nobody waits for it but the endpoint's next. */
const AT_ONCE = 500;
const GATHER_MS = 10;

/** The table of deliveries, as one process works on it with others. */
export class Queue {
  private readonly results: Rounds<Result, void>;

  constructor(private readonly options: QueueOptions) {
    this.results = new Rounds((results) => this.store(results), { most: AT_ONCE, gatherMs: () => GATHER_MS });
  }

  /** Takes what is due, where there is room; the attempts are recorded. */
  async claim(room: Room): Promise<Claim> {
    const { pool, systemNow, instance, leaseMs } = this.options;
    const now = systemNow();
    const { rows } = await pool.query<ClaimRow>({
      name: 'claim-deliveries',
      text: CLAIM,
      values: [
        ...[
          instance,
          now.toISOString(),
          leaseMs,
          Array.from({ length: room.all }, () => newId(now.getTime())),
        ],
        ...[JSON.stringify(room.endpoints), JSON.stringify(room.organizations)],
        ...[room.otherEndpoints, room.otherOrganizations],
      ],
    });
    const [{ interrupted, given_up: givenUp } = { interrupted: 0, given_up: 0 }] = rows;
    return { claimed: rows.flatMap((row) => (row.id === null ? [] : claimedOf(row))), interrupted, givenUp };
  }

  /** Stores a result, with those of others; rejects where the database could not. */
  finish(result: Result): Promise<void> {
    return this.results.add(result);
  }

  /** What is leased to this process, or, where it is the only one, to any before it, is free for all. */
  async release(): Promise<void> {
    await this.options.pool.query(RELEASE, [this.options.instance]);
  }

  async releaseAll(): Promise<void> {
    await this.options.pool.query(
      'UPDATE webhooks.deliveries SET leased_by = NULL, leased_until = NULL WHERE leased_by IS NOT NULL',
    );
  }

  /** How many endpoints something waits for, and when the first of what is not due yet will be. */
  async next(): Promise<{ waiting: number; next: Date | null }> {
    const { rows } = await this.options.pool.query<{ waiting: number; next: Date | null }>({
      name: 'next-delivery',
      text: NEXT_DUE,
      values: [this.options.systemNow().toISOString()],
    });
    return rows[0] ?? { waiting: 0, next: null };
  }

  async hasEndpoints(): Promise<boolean> {
    const { rows } = await this.options.pool.query<{ there: boolean }>(
      'SELECT EXISTS (SELECT FROM webhooks.endpoints) AS there',
    );
    return rows[0]?.there ?? false;
  }

  private async store(results: readonly Result[]): Promise<void[]> {
    await this.options.pool.query({
      name: 'store-delivery-results',
      text: STORE_RESULTS,
      values: [JSON.stringify(results.map(resultRow)), JSON.stringify(foldHealth(results))],
    });
    return results.map(() => undefined);
  }
}

const claimedOf = (row: Row): Claimed => ({
  ...{ id: row.id, attemptId: row.attempt_id, endpointId: row.endpoint_id, eventId: row.event_id },
  ...{ organizationId: row.organization_id, livemode: row.livemode, kind: row.kind, attempts: row.attempts },
  ...{ dueAt: row.due_at, expiresAt: row.expires_at, webhook: row.doc },
});

const resultRow = ({ claimed, finishedAt, sent, nextAt }: Result) => ({
  ...{ delivery_id: claimed.id, attempt_id: claimed.attemptId, finished_at: finishedAt, next_at: nextAt },
  ...{ status_code: sent.status_code, duration_ms: Math.round(sent.duration_ms) },
  ...{ response_body: storable(sent.response_body), error: storable(sent.error) },
});

/** Text as PostgreSQL takes it: what an endpoint answers is anything. */
const storable = (text: string | null): string | null =>
  text === null ? null : text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
