import { expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import type { ToldEvent } from '#contracts';
import type { Listener } from './listener.js';
import { Tail } from './tail.js';

const event = (n: number): ToldEvent => ({
  ...{ id: `event ${n}`, type: 'invoice.stamped', created_at: '2026-11-26T18:00:00.000Z' },
  ...{ stream: 'invoice-a', revision: n, resource_id: 'a' },
});

it('who had no room for an event is given that one next, although there was room again for the one after', async () => {
  const listening = (hasRoom: () => boolean) => {
    const given: string[] = [];
    const listener = {
      place: 'event 0',
      get takesMore() {
        return hasRoom();
      },
      wants: () => true,
      pass({ id }: ToldEvent) {
        given.push(id);
        this.place = id;
      },
    };
    return { given, listener: listener as unknown as Listener };
  };
  // None at the third look, which is for the second event of the page.
  let looks = 0;
  const slow = listening(() => (looks += 1) !== 3);
  const quick = listening(() => true);
  const all = [event(1), event(2), event(3)];
  const events = {
    newest: async () => 'event 0',
    isKept: () => true,
    following: async (_organization: string, place: string) => all.filter(({ id }) => id > place),
    bodyOf: async () => '{}',
  };
  const tail = new Tail('organization', events, { pollMs: 1, mostMs: 1 }, (error) => {
    throw error;
  });
  tail.add(quick.listener);
  tail.add(slow.listener);
  await until(() => [quick, slow].every(({ given }) => given.length >= 3));
  for (const { listener } of [quick, slow]) tail.remove(listener);
  expect([quick.given, slow.given]).toEqual([all, all].map((events) => events.map(({ id }) => id)));
});
