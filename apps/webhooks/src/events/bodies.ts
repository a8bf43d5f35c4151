import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { packJson, Rounds, unpackJsonBytes } from '#kernel';
import { eventDoc, showsPortal, thinEventDoc } from '#answers';
import { isWebhookNote, WEBHOOKS_STREAM } from '#contracts';
import { NotedStreams, type StreamReader } from '#eventing';
import { POOL, STREAMS } from '#hosting';
import { Portals } from './portals.js';
import { findToldEvents, keepBodies, type StoredToldEvent } from './told-events.js';

/** An event that is not kept any more. */
export class EventGone extends Error {
  override readonly name = 'EventGone';
}

/** Deliveries come many at a time: so many share a statement. */
const AT_ONCE = 100;
const MOST_SIZE = 16 * 1024 * 1024;

/** What deliveries of an event carry. */
@Injectable()
export class Bodies {
  private readonly found: Rounds<string, StoredToldEvent | undefined>;
  private readonly kept: Rounds<{ readonly id: string; readonly body: string }, string | undefined>;

  private readonly streams: NotedStreams;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(STREAMS) store: StreamReader,
    @Inject(Portals) private readonly portals: Pick<Portals, 'portalOf'>,
  ) {
    this.streams = new NotedStreams({ store, prefix: WEBHOOKS_STREAM, isNote: isWebhookNote });
    this.found = new Rounds((ids) => findToldEvents(pool, ids), { most: AT_ONCE });
    this.kept = new Rounds((bodies) => keepBodies(pool, bodies), {
      ...{ most: AT_ONCE, mostSize: MOST_SIZE, sizeOf: ({ body }) => body.length },
    });
  }

  /**
   * The body of a delivery, the same for every attempt: the whole one is stored when it is first asked for, and whoever
   * renders it at the same moment gets what was stored first.
   *
   * @throws {EventGone}
   */
  async bodyOf(eventId: string, thin: boolean): Promise<string> {
    const told = await this.found.add(eventId);
    if (!told) throw new EventGone(`event ${eventId} is not kept any more`);
    if (thin) return JSON.stringify(thinEventDoc(told));
    return told.body === null ? this.firstBody(told) : unpacked(told.body);
  }

  private async firstBody(told: StoredToldEvent): Promise<string> {
    const { organization_id: organizationId, livemode } = told;
    const events = await this.streams.read(told.stream, told.revision);
    const tenant = { organizationId, livemode };
    const portal = showsPortal(told) ? await this.portals.portalOf(tenant) : null;
    const rendered = JSON.stringify(eventDoc(told, tenant, events, portal));
    const stored = await this.kept.add({ id: told.id, body: await packJson(rendered) });
    if (!stored) throw new EventGone(`event ${told.id} is not kept any more`);
    return unpacked(stored);
  }
}

const unpacked = async (stored: string): Promise<string> => (await unpackJsonBytes(stored)).toString();
