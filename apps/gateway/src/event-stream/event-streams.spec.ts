import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ToldEvent } from '#contracts';
import { until } from '#bus/testing/until';
import { EventStreams, STREAM_LIMITS, STREAM_TIMES, type StreamParts } from './event-streams.js';
import type { NextEvents } from './next-events.js';

const OURS = 'a'.repeat(24);
const THEIRS = 'b'.repeat(24);
const BEFORE_ALL = '0'.repeat(24);
const TIMES = { ...STREAM_TIMES, pollMs: 5, mostMs: 10 };

const idOf = (number: number): string => number.toString(16).padStart(24, '0');

/** Told events in memory. Counts what it is asked. */
class FakeEvents implements NextEvents {
  readonly told = new Map<string, ToldEvent[]>();
  asked = 0;
  rendered = 0;
  fault: Error | undefined;

  tell(organizationId: string, type = 'invoice.created'): string {
    const known = this.told.get(organizationId) ?? [];
    const id = idOf(known.length + 1);
    const place = { stream: `invoice-${id}`, revision: 0, resource_id: id };
    this.told.set(organizationId, [...known, { id, type, created_at: '2026-11-26T12:00:00.000Z', ...place }]);
    return id;
  }
  /** Events up to this one are no longer kept. */
  forget(organizationId: string, last: string): void {
    this.oldest = last;
    const known = this.told.get(organizationId) ?? [];
    this.told.set(
      organizationId,
      known.filter(({ id }) => id > last),
    );
  }
  async newest(organizationId: string): Promise<string> {
    return this.told.get(organizationId)?.at(-1)?.id ?? BEFORE_ALL;
  }
  async following(organizationId: string, after: string, limit: number): Promise<ToldEvent[]> {
    this.asked += 1;
    if (this.fault) throw this.fault;
    const known = this.told.get(organizationId) ?? [];
    const at = known.findLastIndex(({ id }) => id <= after);
    return known.slice(at + 1, at + 1 + limit);
  }
  isKept(place: string): boolean {
    return place >= this.oldest;
  }
  oldest = '';
  async bodyOf(organizationId: string, event: ToldEvent): Promise<string> {
    this.rendered += 1;
    return JSON.stringify({ id: event.id, type: event.type, organization: organizationId, more: this.more });
  }
  more = '';
}

let events: FakeEvents;
let faults: unknown[];
let streams: EventStreams;

const start = (parts: Partial<StreamParts> = {}): EventStreams =>
  (streams = new EventStreams({
    events,
    onFault: (error) => void faults.push(error),
    times: TIMES,
    ...parts,
  }));

beforeEach(() => {
  events = new FakeEvents();
  faults = [];
  start();
});
afterEach(() => streams.onModuleDestroy());

interface Received {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

/** A client that reads everything at once. */
async function listen(
  organizationId = OURS,
  asked: { after?: string; types?: string[]; mayGoOn?: () => Promise<boolean> } = {},
) {
  const stream = await streams.listen({
    ...{ organizationId, after: undefined, types: undefined, mayGoOn: async () => true },
    ...asked,
  });
  let text = '';
  let ended = false;
  stream.on('data', (chunk: Buffer) => (text += chunk.toString())).on('close', () => (ended = true));
  const frames = (): Received[] =>
    text
      .split('\n\n')
      .slice(0, -1)
      .map((frame) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
        return { id: field('id'), event: field('event'), data: field('data') };
      });
  return {
    stream,
    text: () => text,
    frames,
    ended: () => ended,
    types: () => frames().flatMap(({ event }) => (event === undefined ? [] : [event])),
    ids: () => frames().flatMap(({ event, id }) => (event?.includes('.') ? [id] : [])),
  };
}

describe('a stream of events', () => {
  it('gives each event with its id, its type and its body, in order, from when it was opened', async () => {
    events.tell(OURS);
    const client = await listen();
    const [two, three] = [events.tell(OURS, 'customer.created'), events.tell(OURS)];
    await until(() => client.ids().length === 2);
    expect(client.text().startsWith('retry: 2000\n\n')).toBe(true);
    expect(client.frames().slice(1)).toEqual([
      { id: idOf(1), event: 'ready', data: '{"livemode":false}' },
      ...[
        [two, 'customer.created'],
        [three, 'invoice.created'],
      ].map(([id, event]) => ({
        ...{ id, event },
        data: JSON.stringify({ id, type: event, organization: OURS, more: '' }),
      })),
    ]);
  });

  it('resumes after an event, however many came meanwhile', async () => {
    const ids = Array.from({ length: 180 }, () => events.tell(OURS));
    const client = await listen(OURS, { after: idOf(20) });
    await until(() => client.ids().length === 160);
    expect(client.ids()).toEqual(ids.slice(20));
  });

  it('resumes where it was told to be ready, when nothing had ever happened', async () => {
    const first = await listen();
    await until(() => first.types().includes('ready'));
    const place = first.frames()[1]?.id;
    first.stream.destroy();
    const id = events.tell(OURS);
    const second = await listen(OURS, { after: String(place) });
    await until(() => second.ids().length === 1);
    expect(second.ids()).toEqual([id]);
  });

  it('says so where events after the one to resume after are no longer kept, and gives those that are', async () => {
    for (let times = 0; times < 5; times += 1) events.tell(OURS);
    events.forget(OURS, idOf(3));
    const client = await listen(OURS, { after: idOf(1) });
    await until(() => client.ids().length === 2);
    expect(client.types()).toEqual(['ready', 'reset', 'invoice.created', 'invoice.created']);
    expect(client.ids()).toEqual([idOf(4), idOf(5)]);
    const reset = client.frames().find(({ event }) => event === 'reset');
    expect([reset?.id, JSON.parse(reset?.data ?? '')]).toEqual([
      idOf(1),
      { last_event_id: idOf(1), message: expect.stringContaining('no longer kept') },
    ]);
    expect((await listen(OURS, { after: idOf(3) })).types()).not.toContain('reset');
  });

  it('leaves out the types that are not wanted, renders none of them, and tells how far it is', async () => {
    start({ times: { ...TIMES, heartbeatMs: 5 } });
    const client = await listen(OURS, { types: ['invoice.canceled'] });
    events.tell(OURS);
    const last = events.tell(OURS, 'customer.created');
    await until(() => client.frames().some(({ id, event }) => id === last && event === undefined));
    expect(client.ids()).toEqual([]);
    expect(events.rendered).toBe(0);
  });

  it('shows nothing of other organizations', async () => {
    const [ours, theirs] = [await listen(OURS), await listen(THEIRS)];
    events.tell(THEIRS);
    await until(() => theirs.ids().length === 1);
    const id = events.tell(OURS);
    await until(() => ours.ids().length === 1);
    expect(ours.ids()).toEqual([id]);
    expect(ours.text()).not.toContain(THEIRS);
  });

  it('asks once and renders once for all who are as far, and nothing when nobody listens', async () => {
    const clients = await Promise.all([listen(), listen(), listen()]);
    await until(() => events.asked > 0);
    const asked = events.asked;
    events.tell(OURS);
    await until(() => clients.every((client) => client.ids().length === 1));
    expect(events.rendered).toBe(1);
    expect(events.asked - asked).toBeLessThan(20);
    for (const { stream } of clients) stream.destroy();
    await until(() => clients.every((client) => client.ended()));
    const after = events.asked;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(events.asked).toBeLessThanOrEqual(after + 1);
  });

  it('goes on after faults, and loses nothing', async () => {
    const client = await listen();
    await until(() => events.asked > 0);
    events.fault = new Error('the bus is away');
    await until(() => faults.length > 2);
    const id = events.tell(OURS);
    events.fault = undefined;
    await until(() => client.ids().length === 1);
    expect(client.ids()).toEqual([id]);
  });
});

describe('a client that reads slowly', () => {
  it('holds a bounded part in memory, delays nobody, and gets all in order once it reads', async () => {
    events.more = 'x'.repeat(50_000);
    const slow = await streams.listen({
      ...{ organizationId: OURS, after: undefined, types: undefined, mayGoOn: async () => true },
    });
    const quick = await listen();
    const ids = Array.from({ length: 100 }, () => events.tell(OURS));
    await until(() => quick.ids().length === 100);
    expect(slow.readableLength).toBeGreaterThan(100_000);
    expect(slow.readableLength).toBeLessThan(400_000);
    let text = '';
    slow.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const got = () => [...text.matchAll(/^id: (.*)\nevent: invoice/gm)].map(([, id]) => id);
    await until(() => got().length === 100);
    expect(got()).toEqual(ids);
  });

  it('does not hold up a stop', async () => {
    events.more = 'x'.repeat(500_000);
    events.tell(OURS);
    const slow = await streams.listen({
      ...{ organizationId: OURS, after: BEFORE_ALL, types: undefined, mayGoOn: async () => true },
    });
    await until(() => slow.readableLength > 400_000);
    streams.onModuleDestroy();
    await until(() => slow.destroyed);
  });
});

describe('limits of streams', () => {
  const refusedWith = (opening: Promise<unknown>) =>
    opening.then(
      () => 'opened',
      (error: { refusal?: { code: string } }) => error.refusal?.code,
    );

  it('are five of an organization, also of a crowd that comes at once, and a place is free again at the end', async () => {
    const crowd = await Promise.allSettled(Array.from({ length: 12 }, () => listen()));
    const opened = crowd.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(opened.length).toBe(STREAM_LIMITS.each);
    expect(await refusedWith(listen())).toBe('rate_limit_exceeded');
    expect(await refusedWith(listen(THEIRS))).toBe('opened');
    opened[0]?.stream.destroy();
    await until(() => opened[0]?.ended() === true);
    expect(await refusedWith(listen())).toBe('opened');
  });

  it('are so many in all', async () => {
    start({ limits: { each: 5, total: 2 } });
    await Promise.all([listen(OURS), listen(THEIRS)]);
    expect(await refusedWith(listen('c'.repeat(24)))).toBe('service_unavailable');
  });

  it('give a place back where the beginning failed', async () => {
    events.newest = async () => {
      throw new Error('the bus is away');
    };
    for (let times = 0; times < 7; times += 1) await expect(listen()).rejects.toThrow('the bus is away');
  });
});

describe('an end', () => {
  it('comes when its caller may not listen any more, or can not be judged', async () => {
    start({ times: { ...TIMES, judgeMs: 5 } });
    let may = true;
    const client = await listen(OURS, { mayGoOn: async () => may });
    const unjudged = await listen(OURS, { mayGoOn: () => Promise.reject(new Error('no database')) });
    await until(() => unjudged.ended());
    expect(client.ended()).toBe(false);
    may = false;
    await until(() => client.ended());
  });

  it('comes with the end of the process, and nobody begins after it', async () => {
    const client = await listen();
    streams.onModuleDestroy();
    await until(() => client.ended());
    await expect(listen()).rejects.toMatchObject({ refusal: { code: 'service_unavailable' } });
  });
});
