import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import type { StampCommand } from '#contracts';
import type { EventStore, RecordedEvent } from '#event-store';
import type { StampDecision } from './decide.js';
import { Stampings, ownStep } from './stampings.js';

const NOW = new Date('2026-11-27T18:00:00.000Z');
const command = {
  ...{ id: 'c', type: 'stamping.stamp', key: 'inv.1', correlationId: 'c', actor: 'key:1' },
  tenant: { organizationId: 'o', livemode: true },
} as unknown as StampCommand;
const seal: StampDecision = {
  ...{ type: 'seal', now: NOW, xmlKey: 'x', sello: 's', noCertificado: '1', pac: 'sw' },
};
const settings = { pacs: { retryMs: 5_000, settleMs: 120_000, surplus: 'cancel' } } as never;

/** As the port says: the same ids at the same revision again are answered as the first time. */
function memoryStore(): EventStore {
  const events: RecordedEvent[] = [];
  const append: EventStore['append'] = async (_stream, expected, added, metadata) => {
    const isThere = added.every(({ id }, index) => events[expected + 1 + index]?.id === id);
    if (!isThere && expected !== events.length - 1)
      return { kind: 'conflict', actualRevision: events.length - 1 };
    if (!isThere)
      for (const { id, type, data } of added) {
        const revision = events.length;
        events.push({ id, type, data, metadata, revision, position: BigInt(revision) } as never);
      }
    const revision = expected + added.length;
    return { kind: 'appended', revision, position: readPosition(BigInt(revision)) };
  };
  return { append, read: async (_stream: string, from = 0) => events.slice(from) } as unknown as EventStore;
}

describe('a command that is delivered twice, to two processes', () => {
  it('has its attempt in the first one alone, though both write down the very same', async () => {
    const store = memoryStore();
    const [one, two] = [new Stampings(store, settings), new Stampings(store, settings)];
    const first = await one.handle(ownStep(command, 'seal'), seal, { expectNew: true });
    const second = await two.handle(ownStep(command, 'seal'), seal, { expectNew: true });
    expect([first, second]).toMatchObject([{ value: { changed: true } }, { value: { changed: false } }]);
  });

  it('and so has every attempt after that', async () => {
    const store = memoryStore();
    const [one, two] = [new Stampings(store, settings), new Stampings(store, settings)];
    await one.handle(ownStep(command, 'seal'), seal, { expectNew: true });
    await two.state(command.key, command.tenant);
    const send: StampDecision = { type: 'send', now: NOW, to: 'sw', attempt: 2 };
    const first = await one.handle(ownStep(command, 'send-2'), send);
    const second = await two.handle(ownStep(command, 'send-2'), send);
    expect([first, second]).toMatchObject([{ value: { changed: true } }, { value: { changed: false } }]);
  });
});
