import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { packJson, unpackJsonBytes } from '#kernel';
import { eventDoc, thinEventDoc } from '#answers';
import type { EventStore } from '#event-store';
import { EVENT_STORE, POOL } from '#hosting';
import { findToldEvent, type StoredToldEvent } from './told-events.js';

/** An event that is not kept any more. */
export class EventGone extends Error {
  override readonly name = 'EventGone';
}

/** What deliveries of an event carry. */
@Injectable()
export class Bodies {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'read'>,
  ) {}

  /**
   * The body of a delivery, the same for every attempt: the whole one is stored when it is first asked for, and whoever
   * renders it at the same moment gets what was stored first.
   *
   * @throws {EventGone}
   */
  async bodyOf(eventId: string, thin: boolean): Promise<string> {
    const told = await findToldEvent(this.pool, eventId);
    if (!told) throw new EventGone(`event ${eventId} is not kept any more`);
    if (thin) return JSON.stringify(thinEventDoc(told));
    return told.body === null ? this.firstBody(told) : unpacked(told.body);
  }

  private async firstBody(told: StoredToldEvent): Promise<string> {
    const { organization_id: organizationId, livemode } = told;
    const events = await this.store.read(told.stream);
    const rendered = JSON.stringify(eventDoc(told, { organizationId, livemode }, events));
    const { rows } = await this.pool.query<{ body: string }>({
      name: 'keep-event-body',
      text: 'UPDATE webhooks.events SET body = coalesce(body, $2) WHERE id = $1 RETURNING body',
      values: [told.id, await packJson(rendered)],
    });
    const [stored] = rows;
    if (!stored) throw new EventGone(`event ${told.id} is not kept any more`);
    return unpacked(stored.body);
  }
}

const unpacked = async (stored: string): Promise<string> => (await unpackJsonBytes(stored)).toString();
