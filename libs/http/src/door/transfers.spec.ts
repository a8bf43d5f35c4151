import { describe, expect, it, jest } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventEmitter } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { until } from '#bus/testing/until';
import { readNothing } from '../body-parser.js';
import { prepareAnswer } from './answers.js';
import { Bodies } from './bodies.js';
import { watchReader } from './connections.js';
import { Pace } from './pace.js';

/** A pace with a clock of its own. */
function clockedPace() {
  let now = 0;
  const pace = new Pace({ idleMs: 10_000, graceMs: 20_000, bytesPerSecond: 1_000 }, () => now);
  const pass = (ms: number) => {
    now += ms;
    pace.look();
  };
  return { pace, pass };
}

describe('a body', () => {
  const read = (payload: Readable, over: Partial<Parameters<Bodies['read']>[1]> = {}) => {
    const { pace, pass } = clockedPace();
    const makeRoom = jest.fn(() => Promise.resolve());
    const call = {
      announced: undefined,
      limit: 1_000_000,
      makeRoom,
      goOn: () => undefined,
      stop: () => undefined,
      ...over,
    };
    return { body: new Bodies(pace).read(payload, call), pass, makeRoom };
  };
  const nextTurn = () => new Promise(setImmediate);

  it('that stops is given up', async () => {
    const payload = new PassThrough();
    const { body, pass } = read(payload);
    payload.write('{"a"');
    await nextTurn();
    pass(9_000);
    payload.write(':');
    await nextTurn();
    pass(9_000);
    pass(10_001);
    await expect(body).rejects.toMatchObject({ refusal: { code: 'request_timeout' } });
  });

  it('that drips is given up after a time of grace', async () => {
    const payload = new PassThrough();
    const { body, pass } = read(payload);
    const seen = expect(body).rejects.toMatchObject({ refusal: { code: 'request_timeout' } });
    for (let n = 0; n < 6; n += 1) {
      payload.write('x');
      await nextTurn();
      pass(5_000);
    }
    await seen;
  });

  it('that nobody asked for is given up where it neither comes nor ends', async () => {
    const { pace, pass } = clockedPace();
    const answered = new Promise((resolve) =>
      readNothing({} as FastifyRequest, new PassThrough(), resolve, pace),
    );
    pass(10_001);
    expect(await answered).toMatchObject({ refusal: { code: 'request_timeout' } });
  });

  it('that keeps its pace is given up once it has had all its time', async () => {
    let now = 0;
    const pace = new Pace({ idleMs: 10_000, graceMs: 0, bytesPerSecond: 1, totalMs: 30_000 }, () => now);
    const payload = new PassThrough();
    const call = {
      ...{ announced: undefined, limit: 1_000_000, makeRoom: () => Promise.resolve() },
      ...{ goOn: () => undefined, stop: () => undefined },
    };
    const body = new Bodies(pace).read(payload, call);
    const seen = expect(body).rejects.toMatchObject({ refusal: { code: 'request_timeout' } });
    for (; now <= 30_000; now += 5_000) {
      payload.write('x'.repeat(100));
      await nextTurn();
      pace.look();
    }
    pace.look();
    await seen;
  });

  it('in crumbs is refused, and nothing more of it is parsed', async () => {
    const payload = new PassThrough();
    const stop = jest.fn();
    const { body } = read(payload, { stop });
    const seen = expect(body).rejects.toMatchObject({ refusal: { code: 'invalid_request' } });
    for (let n = 0; n < 2_001; n += 1) payload.write('x');
    await seen;
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('of unknown length asks for room as it grows', async () => {
    const payload = new PassThrough();
    const { body, makeRoom } = read(payload);
    for (let n = 0; n < 10; n += 1) payload.write(Buffer.alloc(60_000));
    payload.end();
    expect((await body).length).toBe(600_000);
    expect(makeRoom.mock.calls).toEqual([[262_144], [262_144], [262_144]]);
  });

  it('is not read where there is no room, and neither is the rest of it', async () => {
    const makeRoom = jest.fn(() => Promise.reject(new Error('full')));
    const { body } = read(new PassThrough(), { announced: 100_000, makeRoom });
    await expect(body).rejects.toThrow('full');
    const growing = new PassThrough();
    const { body: later } = read(growing, { makeRoom });
    growing.write(Buffer.alloc(60_000));
    await expect(later).rejects.toThrow('full');
    expect(growing.isPaused()).toBe(true);
  });
});

describe('an answer', () => {
  const begin = () => {
    const { pace, pass } = clockedPace();
    const socket = { bytesWritten: 0, writableLength: 0, destroy: jest.fn() };
    const over = watchReader(socket, pace);
    const reply = { header: jest.fn() } as unknown as FastifyReply;
    const request = { method: 'GET', headers: {}, raw: { complete: true } } as unknown as FastifyRequest;
    const payload = prepareAnswer(request, reply, Buffer.alloc(600_000));
    return { socket, over, pass, payload };
  };

  it('that its client does not take ends with its connection', () => {
    const { socket, pass } = begin();
    Object.assign(socket, { bytesWritten: 65_536, writableLength: 65_536 });
    pass(9_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    pass(1_001);
    expect(socket.destroy).toHaveBeenCalledTimes(1);
  });

  it('has its own time: what the connection took before does not count', () => {
    const { socket, pass } = begin();
    Object.assign(socket, { bytesWritten: 30_000_000, writableLength: 0 });
    pass(60_000);
    Object.assign(socket, { bytesWritten: 30_100_000, writableLength: 100_000 });
    pass(5_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    pass(10_000);
    expect(socket.destroy).toHaveBeenCalledTimes(1);
  });

  it('may wait for us as long as it takes, and is not watched once its connection is closed', () => {
    const { socket, over, pass } = begin();
    for (let n = 0; n < 10; n += 1) pass(60_000);
    over();
    socket.writableLength = 10;
    pass(60_000);
    expect(socket.destroy).not.toHaveBeenCalled();
  });

  it('that is large leaves in slices', async () => {
    const sizes: number[] = [];
    for await (const slice of begin().payload as Readable) sizes.push((slice as Buffer).length);
    expect(sizes).toEqual([...Array<number>(9).fill(65_536), 10_176]);
  });

  it('to a client that is still sending leaves at once, and ends its connection when that is done', async () => {
    const body = Object.assign(new PassThrough(), { complete: false, socket: { pause: jest.fn() } });
    const raw = Object.assign(new EventEmitter(), { socket: undefined });
    const header = jest.fn();
    const reply = { raw, header } as unknown as FastifyReply;
    const headers = { 'content-length': '19000000' };
    const request = { method: 'POST', headers, raw: body } as unknown as FastifyRequest;
    const payload = prepareAnswer(request, reply, '{"ok":false}') as Readable;
    expect(header.mock.calls).toEqual([
      ['connection', 'close'],
      ['content-length', 12],
    ]);
    let text = '';
    let ended = false;
    payload.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => (ended = true));
    for (let n = 0; n < 20; n += 1) {
      body.write(Buffer.alloc(64 * 1024));
      await new Promise(setImmediate);
    }
    expect([text, ended]).toEqual(['{"ok":false}', false]);
    // No more than a megabyte is read and dropped.
    expect([body.socket.pause.mock.calls.length, body.isPaused()]).toEqual([1, true]);
    body.end();
    await until(() => ended);
  });
});
