import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as esdb from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { EventStoreDbDouble } from './double.js';

/** The double as the unchanged client sees it: what the client makes of the answers must be what they mean. */
describe('EventStoreDbDouble', () => {
  let double: EventStoreDbDouble;
  let client: esdb.EventStoreDBClient;
  beforeEach(async () => {
    double = await EventStoreDbDouble.start();
    client = esdb.EventStoreDBClient.connectionString(double.url);
  });
  afterEach(async () => {
    await client.dispose();
    await double.stop();
  });

  const event = (data: unknown = 1, id: string = randomUUID()) =>
    esdb.jsonEvent({ id, type: 'Happened', data: { data } });
  const all = async (stream: AsyncIterable<esdb.ResolvedEvent>) => {
    const events: esdb.ResolvedEvent[] = [];
    for await (const one of stream) events.push(one);
    return events;
  };

  it('keeps to expected revisions', async () => {
    const append = (revision: esdb.AppendExpectedRevision) =>
      client.appendToStream('s-1', event(), { expectedRevision: revision });
    await expect(append(esdb.STREAM_EXISTS)).rejects.toBeInstanceOf(esdb.WrongExpectedVersionError);
    expect(await append(esdb.NO_STREAM)).toMatchObject({ success: true, nextExpectedRevision: 0n });
    expect(await append(0n)).toMatchObject({ nextExpectedRevision: 1n });
    expect(await append(esdb.ANY)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await append(esdb.STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 3n });
    for (const wrong of [esdb.NO_STREAM, 0n, 9n] as const)
      await expect(append(wrong)).rejects.toMatchObject({ actualVersion: 3n, expectedVersion: wrong });
  });

  it.each([esdb.NO_STREAM, esdb.ANY] as const)(
    'recognises a repeated append at %s',
    async (expectedRevision) => {
      const events = [event('a'), event('b')];
      const first = await client.appendToStream('s-1', events, { expectedRevision });
      await client.appendToStream('s-1', event('c'));
      expect(await client.appendToStream('s-1', events, { expectedRevision })).toEqual(first);
      expect(await all(client.readStream('s-1'))).toHaveLength(3);
    },
  );

  it('refuses a repetition of a part, and what is too large', async () => {
    const [a, b] = [event('a'), event('b')];
    await client.appendToStream('s-1', a, { expectedRevision: esdb.NO_STREAM });
    await expect(
      client.appendToStream('s-1', [a, b], { expectedRevision: esdb.NO_STREAM }),
    ).rejects.toBeInstanceOf(esdb.WrongExpectedVersionError);
    await expect(client.appendToStream('s-2', event('x'.repeat(1024 * 1024)))).rejects.toBeInstanceOf(
      esdb.MaxAppendSizeExceededError,
    );
    await expect(all(client.readStream('s-2'))).rejects.toBeInstanceOf(esdb.StreamNotFoundError);
  });

  it('appends nothing of a request whose connection ends before it does', async () => {
    for (let n = 0; n < 20; n += 1) {
      await beginAppend(double, `s-${n}`);
      await expect(all(client.readStream(`s-${n}`))).rejects.toBeInstanceOf(esdb.StreamNotFoundError);
    }
  });

  it('has its own events between ours, and gives each a position that can be read from', async () => {
    for (let n = 0; n < 6; n += 1) await client.appendToStream('s-1', event(n));
    const events = await all(client.readAll());
    expect(events.filter(({ event: one }) => one?.streamId.startsWith('$')).length).toBeGreaterThan(3);
    const positions = events.map(({ event: one }) => one!.position!);
    for (const [index, position] of positions.entries()) {
      expect(position.commit).toBe(position.prepare);
      const rest = await all(client.readAll({ fromPosition: position }));
      expect(rest).toHaveLength(positions.length - index);
    }
    const between = { commit: positions[1]!.commit + 1n, prepare: positions[1]!.commit + 1n };
    await expect(all(client.readAll({ fromPosition: between }))).rejects.toThrow(
      'Unexpected ReadAllResult: InvalidPosition',
    );
    const subscribing = all(client.subscribeToAll({ fromPosition: between }));
    await expect(subscribing).rejects.toThrow('Trying to read from an invalid position.');
    const last = await all(
      client.readAll({ direction: esdb.BACKWARDS, fromPosition: esdb.END, maxCount: 1 }),
    );
    expect(last[0]?.event?.position).toEqual(positions.at(-1));
  });

  it('tells subscribers of what passes the filter, of checkpoints, and that they caught up', async () => {
    await client.appendToStream('a-1', event('old'));
    const checkpoints: bigint[] = [];
    let caughtUp = 0;
    const filter = esdb.streamNameFilter({
      prefixes: ['a-'],
      maxSearchWindow: 5,
      checkpointInterval: 2,
      checkpointReached: (_, { commit }) => void checkpoints.push(commit),
    });
    const subscription = client.subscribeToAll({ filter });
    subscription.on('caughtUp', () => (caughtUp += 1));
    const seen: unknown[] = [];
    for await (const { event: one } of subscription) {
      seen.push((one?.data as { data: unknown }).data);
      if (seen.length === 1) {
        for (let n = 0; n < 30; n += 1) await client.appendToStream('b-1', event(n));
        await client.appendToStream('a-1', event('new'));
      } else break;
    }
    expect(seen).toEqual(['old', 'new']);
    expect(caughtUp).toBe(1);
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    for (const checkpoint of checkpoints) expect(double.log.placeOf(checkpoint)).toBeDefined();
  });
});

/** Sends the options and one event of an append, and ends the connection without saying that it is all. */
async function beginAppend(double: EventStoreDbDouble, stream: string): Promise<void> {
  const { AppendReq } = streamsPb;
  const uuid = new sharedPb.UUID();
  uuid.setString(randomUUID());
  const name = new sharedPb.StreamIdentifier();
  name.setStreamName(Buffer.from(stream));
  const options = new AppendReq.Options().setStreamIdentifier(name).setNoStream(new sharedPb.Empty());
  const message = new AppendReq.ProposedMessage().setId(uuid).setData(Buffer.from('1'));
  message.getMetadataMap().set('type', 'Happened').set('content-type', 'application/json');
  const frames = [new AppendReq().setOptions(options), new AppendReq().setProposedMessage(message)].map(
    (one) => {
      const bytes = one.serializeBinary();
      const head = Buffer.alloc(5);
      head.writeUInt32BE(bytes.length, 1);
      return Buffer.concat([head, bytes]);
    },
  );
  const session = connect(double.url.replace(/^esdb:(.*)\?.*$/, 'http:$1'));
  session.on('error', () => undefined);
  await once(session, 'connect');
  const request = session.request({
    ...{ ':method': 'POST', ':path': '/event_store.client.streams.Streams/Append' },
    ...{ 'content-type': 'application/grpc', te: 'trailers' },
  });
  request.on('error', () => undefined);
  await new Promise((resolve) => request.write(Buffer.concat(frames), resolve));
  session.destroy();
  await once(session, 'close');
}
