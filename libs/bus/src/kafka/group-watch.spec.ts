import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { gate } from '../contract.js';
import { heartbeat, type Group } from './group-internals.js';
import { GroupWatch, type Watched } from './group-watch.js';

const SESSION_MS = 10_000;
const events = { GROUP_JOIN: 'join', HEARTBEAT: 'consumer.heartbeat', CRASH: 'crash', STOP: 'stop' };

/** A watch over a consumer whose events the test makes, and whose time the test moves. */
function watched() {
  const emitter = new EventEmitter();
  // What kafkajs has beside these the watch does not use.
  const consumer = {
    events,
    on: (name: string, listener: (event: object) => void) => emitter.on(name, listener),
  } as unknown as Watched;
  const time = { skipped: 0 };
  const joins: unknown[] = [];
  const watch = new GroupWatch(
    consumer,
    SESSION_MS,
    (assigned) => joins.push(assigned),
    () => performance.now() + time.skipped,
  );
  const emit = (name: string, payload: object = {}) => emitter.emit(name, { payload });
  const group: Group = {
    ...{ groupId: 'g', memberId: 'm', generationId: 1 },
    coordinator: { heartbeat: async () => undefined },
    instrumentationEmitter: { emit },
  };
  return { watch, emit, group, time, joins };
}

describe('a member of a group', () => {
  it('may begin work once a heartbeat of its generation was answered', async () => {
    const { watch, emit, group, joins } = watched();
    expect(watch.mayBegin).toBe(false);
    emit('join', { memberAssignment: { t: [1] } });
    expect([watch.mayBegin, watch.connected, joins]).toEqual([false, true, [{ t: [1] }]]);
    await heartbeat(group, 0);
    expect(watch.mayBegin).toBe(true);
  });

  it('that has slept for its session may not', async () => {
    const { watch, emit, group, time } = watched();
    emit('join', { memberAssignment: {} });
    await heartbeat(group, 0);
    time.skipped += SESSION_MS;
    expect(watch.mayBegin).toBe(false);
  });

  it('takes no answer for new that it has slept over', async () => {
    const { watch, emit, group, time } = watched();
    emit('join', { memberAssignment: {} });
    const answer = gate();
    const beating = heartbeat({ ...group, coordinator: { heartbeat: () => answer.opened } }, 0);
    time.skipped += SESSION_MS;
    answer.open();
    await beating;
    expect(watch.mayBegin).toBe(false);
  });

  it.each(['join', 'stop', 'crash'])('begins nothing after a %s', async (event) => {
    const { watch, emit, group } = watched();
    emit('join', { memberAssignment: {} });
    await heartbeat(group, 0);
    const heard = watch.news();
    emit(event, { memberAssignment: {}, restart: true });
    await heard;
    expect(watch.mayBegin).toBe(false);
  });
});
