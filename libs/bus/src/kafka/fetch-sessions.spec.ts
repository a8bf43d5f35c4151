import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fetchInSessions, FetchSession, type FetchAsked, type SessionFields } from './fetch-sessions.js';

const SESSION_NOT_FOUND = 70;
const INVALID_EPOCH = 71;

/** Where each partition is read from: `offset` by `topic/partition`. */
type Places = Record<string, number>;

const asking = (places: Places): FetchAsked => {
  const topics = new Map<string, { partition: number; fetchOffset: string; maxBytes: number }[]>();
  for (const [place, offset] of Object.entries(places)) {
    const [topic = '', partition] = place.split('/');
    const partitions = topics.get(topic) ?? [];
    topics.set(topic, partitions);
    partitions.push({ partition: Number(partition), fetchOffset: `${offset}`, maxBytes: 100 });
  }
  return { topics: [...topics].map(([topic, partitions]) => ({ topic, partitions })) };
};

const placesOf = ({ topics }: FetchAsked): Places =>
  Object.fromEntries(
    topics.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, fetchOffset }) => [`${topic}/${partition}`, Number(fetchOffset)]),
    ),
  );

/** A broker as KIP-227 has it: the places it reads for each request, and what was named in it. */
class Broker {
  readonly sessions = new Map<number, { epoch: number; places: Places }>();
  read: Places = {};
  named: Places = {};
  requests = 0;
  hasRoom = true;
  /** What becomes of the next request: it does not arrive, or its answer does not. */
  fails: 'asking' | 'answering' | undefined;
  private lastId = 0;

  readonly answer = async (asked: FetchAsked, fields: SessionFields) => {
    const fails = this.fails;
    this.fails = undefined;
    if (fails === 'asking') throw new Error('connection closed');
    const answer = this.take(asked, fields);
    if (fails === 'answering') throw new Error('connection closed');
    return answer;
  };

  private take(asked: FetchAsked, { sessionId, sessionEpoch, forgottenTopics }: SessionFields) {
    this.requests += 1;
    this.named = placesOf(asked);
    if (sessionEpoch === 0) {
      this.sessions.delete(sessionId);
      this.read = this.named;
      if (!this.hasRoom) return { errorCode: 0, sessionId: 0 };
      this.lastId += 1;
      this.sessions.set(this.lastId, { epoch: 1, places: { ...this.named } });
      return { errorCode: 0, sessionId: this.lastId };
    }
    const session = this.sessions.get(sessionId);
    if (!session) return { errorCode: SESSION_NOT_FOUND, sessionId: 0 };
    if (session.epoch !== sessionEpoch) return { errorCode: INVALID_EPOCH, sessionId };
    session.epoch = sessionEpoch === 2 ** 31 - 1 ? 1 : sessionEpoch + 1;
    Object.assign(session.places, this.named);
    for (const { topic, partitions } of forgottenTopics)
      for (const partition of partitions) delete session.places[`${topic}/${partition}`];
    this.read = { ...session.places };
    return { errorCode: 0, sessionId };
  }
}

function consumer() {
  const broker = new Broker();
  const session = new FetchSession();
  return { broker, fetch: (places: Places) => session.fetch(asking(places), broker.answer) };
}

describe('fetches of a consumer', () => {
  it('name every partition once, then those that have moved, and those that are not read any more', async () => {
    const { broker, fetch } = consumer();
    await fetch({ 'invoice/0': 5, 'invoice/1': 7, 'stamping/0': 1 });
    expect(broker.named).toEqual({ 'invoice/0': 5, 'invoice/1': 7, 'stamping/0': 1 });
    await fetch({ 'invoice/0': 5, 'invoice/1': 7, 'stamping/0': 1 });
    expect(broker.named).toEqual({});
    await fetch({ 'invoice/0': 6, 'invoice/1': 7, 'stamping/0': 1 });
    expect(broker.named).toEqual({ 'invoice/0': 6 });
    await fetch({ 'invoice/0': 6, 'receipt/3': 2 });
    expect(broker.named).toEqual({ 'receipt/3': 2 });
    expect(broker.read).toEqual({ 'invoice/0': 6, 'receipt/3': 2 });
    expect(broker.sessions.size).toBe(1);
  });

  it('are asked again with every partition where the broker has lost the session', async () => {
    const { broker, fetch } = consumer();
    await fetch({ 'invoice/0': 5, 'invoice/1': 7 });
    broker.sessions.clear();
    expect(await fetch({ 'invoice/0': 6, 'invoice/1': 7 })).toMatchObject({ errorCode: 0 });
    expect([broker.requests, broker.read]).toEqual([3, { 'invoice/0': 6, 'invoice/1': 7 }]);
    await fetch({ 'invoice/0': 6, 'invoice/1': 8 });
    expect(broker.named).toEqual({ 'invoice/1': 8 });
  });

  it('name every partition after a failure, and leave no session behind', async () => {
    const { broker, fetch } = consumer();
    for (const fails of ['asking', 'answering'] as const) {
      await fetch({ 'invoice/0': 5, 'invoice/1': 7 });
      broker.fails = fails;
      await expect(fetch({ 'invoice/0': 6, 'invoice/1': 7 })).rejects.toThrow('connection closed');
      await fetch({ 'invoice/0': 6, 'invoice/1': 7 });
      expect([broker.named, broker.sessions.size]).toEqual([{ 'invoice/0': 6, 'invoice/1': 7 }, 1]);
    }
  });

  it('name every partition where the broker has no room for a session, or is too old to know them', async () => {
    const { broker, fetch } = consumer();
    broker.hasRoom = false;
    for (let n = 0; n < 2; n += 1) {
      await fetch({ 'invoice/0': 5 });
      expect(broker.named).toEqual({ 'invoice/0': 5 });
    }
    const old = new FetchSession();
    const asked: FetchAsked[] = [];
    for (let n = 0; n < 2; n += 1)
      await old.fetch(asking({ 'invoice/0': 5 }), async (some) => (asked.push(some), {}));
    expect(asked.map(placesOf)).toEqual([{ 'invoice/0': 5 }, { 'invoice/0': 5 }]);
  });

  it('hand over an error that every partition brought, and begin anew', async () => {
    const session = new FetchSession();
    const fields: SessionFields[] = [];
    const refuse = async (_: FetchAsked, given: SessionFields) => (fields.push(given), { errorCode: -1 });
    expect(await session.fetch(asking({ 'invoice/0': 5 }), refuse)).toEqual({ errorCode: -1 });
    await session.fetch(asking({ 'invoice/0': 5 }), refuse);
    expect(fields).toEqual(Array(2).fill({ sessionId: 0, sessionEpoch: 0, forgottenTopics: [] }));
  });

  it('go on after the last epoch with the first that continues a session', async () => {
    const { broker, fetch } = consumer();
    const session = new FetchSession();
    await fetch({ 'invoice/0': 5 });
    const last = 2 ** 31 - 1;
    Object.assign(session, { id: 1, epoch: last });
    broker.sessions.get(1)!.epoch = last;
    await session.fetch(asking({ 'invoice/0': 6 }), broker.answer);
    await session.fetch(asking({ 'invoice/0': 7 }), broker.answer);
    expect([broker.requests, broker.sessions.get(1)?.epoch]).toEqual([3, 2]);
  });

  it('are read by the broker exactly as they were asked, whatever happens between them', async () => {
    const places = fc.dictionary(
      fc.constantFrom('a/0', 'a/1', 'b/0', 'b/1', 'c/0'),
      fc.integer({ min: 0, max: 3 }),
    );
    const step = fc.record({
      places,
      happens: fc.constantFrom('nothing', 'asking', 'answering', 'lost', 'full', 'another'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { broker, fetch } = consumer();
        for (const { places, happens } of steps) {
          broker.hasRoom = happens !== 'full';
          if (happens === 'lost') broker.sessions.clear();
          // Another fetch of the same consumer that is under way: kafkajs starts a consumer again after a crash.
          const other = happens === 'another' ? fetch({ 'a/0': 9 }) : undefined;
          if (happens === 'asking' || happens === 'answering') {
            broker.fails = happens;
            await expect(fetch(places)).rejects.toThrow();
            continue;
          }
          await fetch(places);
          expect(broker.read).toEqual(places);
          await other;
        }
      }),
    );
  });
});

describe('the brokers of kafkajs', () => {
  it('are given the fields of the session with each fetch', async () => {
    fetchInSessions();
    const require = createRequire(import.meta.url);
    const Broker = require('kafkajs/src/broker') as new (options: object) => {
      lookupRequest: unknown;
      fetch(asked: object): Promise<unknown>;
    };
    const { lookup } = require('kafkajs/src/protocol/requests') as { lookup: (versions: object) => unknown };
    const FETCH = 1;
    const sent: { apiVersion: number; encode(): Promise<{ buffer: Buffer }> }[] = [];
    const connectionPool = {
      send: async ({ request }: { request: (typeof sent)[number] }) => {
        sent.push(request);
        return { errorCode: 0, sessionId: 4_711, responses: [] };
      },
    };
    const broker = new Broker({ connectionPool, logger: { namespace: () => ({}) } });
    broker.lookupRequest = lookup({ [FETCH]: { maxVersion: 17 } });
    for (const offset of [5, 5, 6]) await broker.fetch(asking({ 'invoice/0': offset }));
    // Behind replica, waits, sizes and isolation: the session's id and epoch, and how many topics are named.
    const inSession = async (request: (typeof sent)[number]) => {
      const { buffer } = await request.encode();
      return [17, 21, 25].map((at) => buffer.readInt32BE(at));
    };
    expect(sent.map(({ apiVersion }) => apiVersion)).toEqual([11, 11, 11]);
    expect(await Promise.all(sent.map(inSession))).toEqual([
      [0, 0, 1],
      [4_711, 1, 0],
      [4_711, 2, 1],
    ]);
  });
});
