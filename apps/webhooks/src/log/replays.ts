import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { field, monotonicMs, ok, refuse, systemNow, type Result, type Tenant } from '#kernel';
import { ANY_EVENT, CONTRACT_EVENT_TYPES, webhooksKey, type Webhook } from '#contracts';
import { POOL } from '#hosting';
import { Wake } from '../deliveries/wake.js';
import { Endpoints } from '../endpoint/endpoints.js';

/** So many events are delivered once more by one request: more of them are asked for in parts. */
export const MOST_EVENTS = 10_000;
/** How long each of them is tried. */
const TRIED_HOURS = 72;
const COLLECTED_MS = 5_000;
const LOOK_MS = 50;

/** Of when the events are: from an instant on, and before another one. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Takes up the events of a period that an endpoint wants, in their order. What waits for its next attempt is due at once
 * instead: an event waits once for an endpoint. None is taken where they are too many. $1 endpoint, $2 and $3 tenant,
 * $4 types, $5 and $6 period, $7 whether to leave out what was delivered, $8 now.
 */
const TAKE_UP = `
  WITH picked AS MATERIALIZED (
    SELECT e.id, e.seq, e.resource_id FROM webhooks.events e
    WHERE e.organization_id = $2 AND e.livemode = $3 AND e.type = ANY($4)
      AND e.created_at >= $5 AND e.created_at < $6
      AND NOT ($7 AND EXISTS (
        SELECT FROM webhooks.attempts a
        WHERE a.event_id = e.id AND a.endpoint_id = $1 AND a.finished_at IS NOT NULL AND a.error IS NULL))
    ORDER BY e.seq LIMIT ${MOST_EVENTS + 1}
  ), counted AS (
    SELECT count(*)::int AS found FROM picked
  ), hastened AS (
    UPDATE webhooks.deliveries d SET due_at = $8
    FROM picked p, counted c
    WHERE c.found <= ${MOST_EVENTS} AND d.endpoint_id = $1 AND d.event_id = p.id AND d.kind <> 'manual'
      AND d.due_at > $8 AND (d.leased_until IS NULL OR d.leased_until < now())
  ), queued AS (
    INSERT INTO webhooks.deliveries (endpoint_id, event_id, organization_id, livemode, resource_id, kind, due_at, expires_at)
    SELECT $1, p.id, $2, $3, p.resource_id, 'replay', $8, $8::timestamptz + interval '${TRIED_HOURS} hours'
    FROM picked p, counted c WHERE c.found <= ${MOST_EVENTS} ORDER BY p.seq
    ON CONFLICT (endpoint_id, event_id) WHERE kind <> 'manual' DO NOTHING
  )
  SELECT found FROM counted`;

const tooMany = {
  es: 'El periodo tiene más de {max} eventos. Divídalo en periodos más cortos.',
  en: 'The period has more than {max} events. Split it into shorter ones.',
};

/** Deliveries of many events once more. */
@Injectable()
export class Replays {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly endpoints: Endpoints,
    private readonly wake: Wake,
  ) {}

  /**
   * Delivers the events of a period that an endpoint wants; `undelivered`: those alone that it never took. Answered with how
   * many there are. Refused: webhook_not_found, webhook_disabled, date_range_too_large.
   */
  async takeUp(
    tenant: Tenant,
    webhookId: string,
    { from, to }: Period,
    { undelivered, path }: { readonly undelivered: boolean; readonly path: string },
  ): Promise<Result<number>> {
    const webhooks = await this.endpoints.state(webhooksKey(tenant), tenant);
    const webhook = webhooks.find(({ id }) => id === webhookId);
    if (!webhook) return refuse('webhook_not_found');
    if (webhook.status === 'disabled') return refuse('webhook_disabled');
    await this.waitForCollector(webhook);
    const { rows } = await this.pool.query<{ found: number }>(TAKE_UP, [
      ...[webhookId, tenant.organizationId, tenant.livemode, typesOf(webhook), from, to],
      ...[undelivered, systemNow().toISOString()],
    ]);
    const found = rows[0]?.found ?? 0;
    if (found > MOST_EVENTS) return refuseTooMany(path);
    if (found > 0) this.wake.wake();
    return ok(found);
  }

  /** When it ends what waits for an endpoint that was disabled and is enabled again, it must not end this. */
  private async waitForCollector({ id, updated_at, status }: Webhook): Promise<void> {
    const deadline = monotonicMs() + COLLECTED_MS;
    for (;;) {
      const { rows } = await this.pool.query<{ doc: Webhook }>(
        'SELECT doc FROM webhooks.endpoints WHERE id = $1',
        [id],
      );
      const collected = rows[0]?.doc;
      if (collected?.updated_at === updated_at && collected.status === status) return;
      if (monotonicMs() > deadline) throw new Error(`the collector does not show the endpoint ${id} yet`);
      await sleep(LOOK_MS);
    }
  }
}

/** The types that it wants, `*` written out. */
const typesOf = ({ enabled_events }: Webhook): readonly string[] =>
  enabled_events.flatMap((type) => (type === ANY_EVENT ? CONTRACT_EVENT_TYPES : [type]));

const refuseTooMany = (path: string) =>
  refuse('date_range_too_large', {
    ...{ path, location: 'body', params: { limit: MOST_EVENTS } },
    details: [
      field(path, 'invalid_value', { location: 'body', message: tooMany, params: { max: MOST_EVENTS } }),
    ],
  });
