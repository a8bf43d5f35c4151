import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import type { AppendListener, EventMetadata, EventStore, NewEvent, RecordedEvent } from './port.js';
import { EventTooNew, liftEvent, withVersions, type Upcasters } from './versions.js';

const upcasters: Upcasters = {
  // Version 2 counts in cents, version 3 says of which currency.
  Paid: [
    ({ pesos }: { pesos: number }) => ({ cents: pesos * 100 }),
    (data: { cents: number }) => ({ ...data, currency: 'MXN' }),
  ],
};

const metadata: EventMetadata = {
  ...{ organizationId: 'o', livemode: false, commandId: 'c', correlationId: 'r', actor: 'a' },
};

/** A store that keeps what it is given, as it is given. */
function plainStore(): EventStore & { readonly events: RecordedEvent[] } {
  const events: RecordedEvent[] = [];
  const listeners = new Set<AppendListener>();
  return {
    events,
    append: async (streamId, expected, added) => {
      for (const [index, event] of added.entries())
        events.push({
          ...event,
          ...{ streamId, metadata, revision: expected + 1 + index },
          ...{ position: readPosition(BigInt(events.length + 1)), recordedAt: new Date(0) },
        });
      const position = readPosition(BigInt(events.length));
      const page = {
        after: readPosition(BigInt(events.length - added.length)),
        events: events.slice(-added.length),
      };
      for (const listener of listeners) listener(position, undefined, page);
      return { kind: 'appended', revision: expected + added.length, position };
    },
    read: async (streamId) => events.filter((event) => event.streamId === streamId),
    readFeed: async (after) => events.filter(({ position }) => position > after),
    readFeedOf: async (prefixes, after) => ({
      events: events.filter(
        ({ position, streamId }) =>
          position > after && prefixes.some((prefix) => streamId.startsWith(prefix)),
      ),
      looked: readPosition(BigInt(events.length)),
    }),
    head: async () => readPosition(BigInt(events.length)),
    onAppended: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
}
const event = (type: string, data: unknown): NewEvent => ({ id: type, type, data });

describe('events of old versions', () => {
  it('are read in their present shape, from streams and from the feed', async () => {
    const plain = plainStore();
    await plain.append('s', -1, [event('Paid', { pesos: 3 })], metadata);
    await plain.append('s', 0, [event('Paid@2', { cents: 300 })], metadata);
    const store = withVersions(plain, upcasters);
    const expected = [
      { type: 'Paid', data: { cents: 300, currency: 'MXN' } },
      { type: 'Paid', data: { cents: 300, currency: 'MXN' } },
    ];
    expect(await store.read('s')).toMatchObject(expected);
    expect(await store.readFeed(0n, 10)).toMatchObject(expected);
    expect(await store.readFeedOf(['s'], 0n, 10)).toMatchObject({ events: expected, looked: 2n });
  });

  it('are marked as they are written, also those that are stored together', async () => {
    const types: string[] = [];
    const appendTogether: EventStore['appendTogether'] = async (leader, followers) => {
      for (const { events } of [leader, ...followers]) types.push(...events.map(({ type }) => type));
      return { leader: { kind: 'conflict', actualRevision: 0 }, followers: [] };
    };
    const store = withVersions({ ...plainStore(), appendTogether }, upcasters);
    const of = (streamId: string, type: string) => ({
      ...{ streamId, metadata, expectedRevision: -1, events: [event(type, {})] },
    });
    await store.appendTogether?.(of('a', 'Paid'), [of('b', 'Packed'), of('c', 'Paid')]);
    expect(types).toEqual(['Paid@3', 'Packed', 'Paid@3']);
    expect('appendTogether' in withVersions(plainStore(), upcasters)).toBe(false);
  });

  it('are handed over in their present shape', async () => {
    const plain = plainStore();
    const handed: unknown[] = [];
    withVersions(plain, upcasters).onAppended((_position, _streams, page) => handed.push(page?.events[0]));
    await plain.append('s', -1, [event('Paid', { pesos: 3 })], metadata);
    expect(handed).toMatchObject([{ type: 'Paid', data: { cents: 300, currency: 'MXN' } }]);
  });

  it('are as they were where their type has had one shape', () => {
    const plain = event('Sent', { to: 'a' });
    expect(liftEvent(plain, upcasters)).toBe(plain);
  });
});

describe('events that are written', () => {
  it('carry their version from the second one on, and are read as they were written', async () => {
    const plain = plainStore();
    const store = withVersions(plain, upcasters);
    const written = [event('Paid', { cents: 5, currency: 'USD' }), event('Sent', { to: 'a' })];
    await store.append('s', -1, written, metadata);
    expect(plain.events.map(({ type }) => type)).toEqual(['Paid@3', 'Sent']);
    expect(await store.read('s')).toMatchObject(written);
  });
});

describe('events of a newer program', () => {
  it.each(['Paid@4', 'Sent@2', 'Sent@new'])('are not misread: %s', async (type) => {
    const plain = plainStore();
    await plain.append('s', -1, [event(type, {})], metadata);
    const store = withVersions(plain, upcasters);
    await expect(store.read('s')).rejects.toThrow(EventTooNew);
    await expect(store.readFeed(0n, 10)).rejects.toThrow(EventTooNew);
  });
});
