import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { HttpRefusal } from '../refusals.js';
import { Pace } from './pace.js';
import { BODY_PACE } from './bodies.js';
import { STREAM_PACE, StreamedBodies } from './streamed.js';

const LIMITS = { idleMs: 1_000, graceMs: 1_000, bytesPerSecond: 100 };

/** A body that comes over a connection, and its reader with a clock of its own. */
function begin(limit = 1_000) {
  let now = 0;
  const pace = new Pace(LIMITS, () => now);
  const payload = new PassThrough();
  const told: (number | 'stopped')[] = [];
  const bodies = new StreamedBodies(pace);
  const chunks = bodies.read(payload, {
    limit,
    stop: () => void told.push('stopped'),
    moved: (bytes) => void told.push(bytes),
  });
  const pass = (ms: number): void => {
    now += ms;
    pace.look();
  };
  return { bodies, payload, chunks, told, pass };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) =>
      error instanceof HttpRefusal ? error.refusal.code : (error as { statusCode?: number }).statusCode,
  );

describe('a body that is read as it comes', () => {
  it('gives its pieces, and says how many bytes they were', async () => {
    const { payload, chunks, told } = begin();
    payload.write('abc');
    expect((await chunks.next()).value?.toString()).toBe('abc');
    payload.end('de');
    expect((await chunks.next()).value?.toString()).toBe('de');
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    expect(told).toEqual([5]);
  });

  it('is refused where it has more bytes than its route takes', async () => {
    const { payload, chunks, told } = begin(4);
    payload.write('abc');
    await chunks.next();
    payload.write('de');
    expect(await codeOf(chunks.next())).toBe('payload_too_large');
    expect(told).toEqual([5]);
  });

  it('is broken off where its connection is, and not complete', async () => {
    const { payload, chunks } = begin();
    payload.write('abc');
    await chunks.next();
    const next = codeOf(chunks.next());
    payload.destroy(new Error('aborted'));
    expect(await next).toBe(400);
  });

  it('is refused where it drips', async () => {
    const { payload, chunks, told, pass } = begin();
    payload.write('abc');
    await chunks.next();
    const next = codeOf(chunks.next());
    pass(1_500);
    expect(await next).toBe('request_timeout');
    expect(told).toEqual(['stopped', 3]);
  });

  it('is refused where the process stops, and so are those that come later', async () => {
    const { bodies, payload, chunks, told } = begin();
    payload.write('abc');
    await chunks.next();
    const next = codeOf(chunks.next());
    bodies.endAll();
    expect(await next).toBe('service_unavailable');
    expect(told).toEqual(['stopped', 3]);
    const call = { limit: 1, stop: () => undefined, moved: () => undefined };
    expect(await codeOf(bodies.read(new PassThrough(), call).next())).toBe('service_unavailable');
  });

  it('has longer than one that is read whole', () => {
    expect(STREAM_PACE.totalMs).toBeGreaterThan(BODY_PACE.totalMs);
  });

  it('is not slow while its reader takes its time', async () => {
    const { payload, chunks, told, pass } = begin();
    payload.write('abc');
    await chunks.next();
    for (let n = 0; n < 10; n += 1) pass(900);
    payload.end('de');
    expect((await chunks.next()).value?.toString()).toBe('de');
    expect(await chunks.next()).toMatchObject({ done: true });
    expect(told).toEqual([5]);
  });

  it('is not read on where its reader ends early', async () => {
    const { payload, chunks, told } = begin();
    payload.write('abc');
    await chunks.next();
    await chunks.return();
    expect(told).toEqual([3]);
    expect(payload.destroyed).toBe(false);
  });
});
