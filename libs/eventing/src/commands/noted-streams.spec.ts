import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#event-store';
import { NotedStreams } from './noted-streams.js';

describe('a stream with notes', () => {
  const given = (types: string[]) => {
    const read: number[] = [];
    const store = {
      read: (_stream: string, from = 0, to = Infinity) => {
        const all = types.map((type, revision) => ({ type, revision }) as RecordedEvent);
        const events = all.slice(from, to + 1);
        read.push(events.length);
        return Promise.resolve(events);
      },
    };
    const streams = new NotedStreams({ store, prefix: 'a-', isNote: (type) => type === 'ping', notes: 3 });
    const revisions = async (revision: number, stream = 'a-1') =>
      (await streams.read(stream, revision)).map((event) => event.revision);
    return { read, revisions };
  };

  it('costs what is new, not all that was ever noted', async () => {
    const types = ['made', ...Array<string>(500).fill('ping')];
    const { read, revisions } = given(types);
    await revisions(500);
    for (let n = 0; n < 5; n += 1) {
      types.push('ping');
      expect(await revisions(types.length - 1)).toEqual([
        0,
        ...[4, 3, 2, 1].map((back) => types.length - back),
      ]);
    }
    expect(read).toEqual([501, 1, 1, 1, 1, 1]);
  });

  it('keeps all that changed something, and the latest notes', async () => {
    const types = ['made', 'ping', 'ping', 'edited', 'ping', 'ping', 'ping', 'edited'];
    const { read, revisions } = given(types);
    await revisions(7);
    expect(await revisions(5)).toEqual([0, 3, 4, 5, 6, 7]);
    expect(read).toEqual([8, 0]);
  });

  it('is read in whole for a note of long ago, once for all who ask', async () => {
    const { read, revisions } = given(['made', 'ping', 'ping', 'ping', 'ping', 'ping']);
    await revisions(5);
    const [one, other] = await Promise.all([revisions(1), revisions(2)]);
    expect([one, other]).toEqual([
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 3, 4, 5],
    ]);
    expect(read).toEqual([6, 0, 0, 6]);
  });

  it('of another kind is read up to the revision, each time', async () => {
    const { read, revisions } = given(['made', 'ping', 'ping', 'ping', 'ping', 'ping']);
    for (let n = 0; n < 2; n += 1) expect(await revisions(4, 'b-1')).toHaveLength(5);
    expect(read).toEqual([5, 5]);
  });
});
