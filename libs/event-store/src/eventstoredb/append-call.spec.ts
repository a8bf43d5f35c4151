import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { AppendCall, type RawCall } from './append-call.js';
import { serviceError } from './service-error.js';

/** gRPC's call, played by hand. */
class PlayedCall extends EventEmitter implements RawCall {
  readonly written: BatchAppendReq[] = [];
  isClosed = false;

  write(request: BatchAppendReq): void {
    this.written.push(request);
  }

  answer(id: string): void {
    this.emit('data', answerTo(id));
  }

  destroy(): void {
    this.isClosed = true;
  }

  cancel(): void {
    this.emit('error', serviceError(status.CANCELLED, 'cancelled'));
  }
}

const answerTo = (id: string) =>
  new streamsPb.BatchAppendResp().setCorrelationId(new sharedPb.UUID().setString(id));
const DEADLINE_MS = 5_000;

describe('AppendCall', () => {
  let played: PlayedCall;
  let call: AppendCall;
  beforeEach(() => {
    jest.useFakeTimers();
    played = new PlayedCall();
    call = new AppendCall(played);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const append = (id: string, deadlineMs = DEADLINE_MS) =>
    call.append(id, new streamsPb.BatchAppendReq(), deadlineMs).then(
      (answer) => answer.getCorrelationId()?.getString(),
      (error: { code?: number }) => error.code,
    );

  it('gives each append its answer, in whichever order they come', async () => {
    const [a, b, c] = [append('a'), append('b'), append('c')];
    expect(played.written).toHaveLength(3);
    for (const id of ['c', 'a', 'b']) played.answer(id);
    expect(await Promise.all([a, b, c])).toEqual(['a', 'b', 'c']);
    expect(call.isOver).toBe(false);
  });

  it('fails all that wait when it ends, and takes no more', async () => {
    const [a, b] = [append('a'), append('b')];
    played.answer('a');
    played.emit(
      'error',
      serviceError(status.NOT_FOUND, 'Leader info available', { exception: 'not-leader' }),
    );
    played.emit('end');
    expect(await Promise.all([a, b])).toEqual(['a', status.NOT_FOUND]);
    expect(call.isOver).toBe(true);
    expect(await append('c')).toBe(status.NOT_FOUND);
    expect(played.written).toHaveLength(2);
  });

  it('fails all that wait when the server ends it without an error', async () => {
    const a = append('a');
    played.emit('end');
    expect(await a).toBe(status.UNAVAILABLE);
  });

  it('takes no more after an append that was not answered in time, and is closed once the others have their answers', async () => {
    const a = append('a', 1_000);
    const b = append('b', 60_000);
    jest.advanceTimersByTime(1_000);
    expect(await a).toBe(status.DEADLINE_EXCEEDED);
    expect(call.isOver).toBe(true);
    expect(played.isClosed).toBe(false);
    // Too late: nobody waits for it any more.
    played.answer('a');
    played.answer('b');
    expect(await b).toBe('b');
    expect(played.isClosed).toBe(true);
  });

  it('passes over answers that nobody waits for, and leaves no timer behind', async () => {
    const a = append('a');
    played.answer('of another call');
    played.answer('a');
    played.answer('a');
    expect(await a).toBe('a');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails who waits when it is closed', async () => {
    const a = append('a');
    call.close();
    expect(await a).toBe(status.CANCELLED);
    expect(jest.getTimerCount()).toBe(0);
  });
});
