import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandExpired, CommandRefused, refuse } from '#kernel';
import type { CurrentDelivery, Delivery, Outcomes } from '#kernel';
import { happened, metadata } from './contract-parts.js';
import { NO_STREAM, type EventStore } from './port.js';

export interface OutcomesUnderTest {
  readonly outcomes: Outcomes;
  /** A store whose appends belong to the delivery that `delivery` then gives. */
  openStore(delivery: CurrentDelivery): EventStore;
  /** An hour from now, by the clock that the outcomes go by, in milliseconds since 1970. */
  inAnHour(): Promise<number>;
  dispose(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** What every adapter of the port of outcomes must do, with its event store. Own streams: `thing-<key>`, `other-<key>`. */
export function outcomesContract(name: string, make: () => Promise<OutcomesUnderTest>): void {
  describe(`${name} keeps the contract of outcomes`, () => {
    let tested: OutcomesUnderTest;
    beforeAll(async () => {
      tested = await make();
    });
    afterAll(() => tested.dispose());

    const deliver = (over: Partial<Delivery> = {}): Delivery => ({
      ...{ id: randomUUID(), type: 'things.do', key: randomUUID(), expires: undefined, settled: false },
      ...over,
    });
    const append = (delivery: Delivery, stream = `thing-${delivery.key}`, commandId = delivery.id) =>
      tested.openStore(() => delivery).append(stream, NO_STREAM, [happened()], { ...metadata, commandId });
    const read = ({ key }: Delivery) => tested.openStore(() => undefined).read(`thing-${key}`);
    const refused = refuse('invalid_request', { path: 'total', params: { max: '10' } });

    it('a command that was refused appends nothing any more, in no process, and is known as refused', async () => {
      const delivery = deliver();
      expect(await tested.outcomes.look(delivery)).toEqual({ kind: 'new' });
      expect(await tested.outcomes.refuse(delivery, refused)).toEqual({ kind: 'refused', refused });
      await expect(append({ ...delivery })).rejects.toThrow(CommandRefused);
      expect(await read(delivery)).toEqual([]);
      expect(await tested.outcomes.look(delivery)).toEqual({ kind: 'refused', refused });
    });

    it('the first refusal counts', async () => {
      const delivery = deliver();
      await tested.outcomes.refuse(delivery, refused);
      const later = await tested.outcomes.refuse(delivery, refuse('conflict'));
      expect(later).toEqual({ kind: 'refused', refused });
    });

    it.each(['', '/seal'])('a command that has left events (id%s) is refused no more', async (step) => {
      const delivery = deliver();
      await append({ ...delivery }, undefined, `${delivery.id}${step}`);
      expect(await tested.outcomes.refuse(delivery, refused)).toEqual({ kind: 'begun' });
      expect(await tested.outcomes.look(delivery)).toEqual({ kind: 'begun' });
    });

    it('an event in the stream of another aggregate settles nothing', async () => {
      const delivery = deliver();
      await append(delivery, `other-${randomUUID()}`);
      expect(delivery.settled).toBe(false);
      expect(await tested.outcomes.refuse(delivery, refused)).toEqual({ kind: 'refused', refused });
    });

    it('a command of the same id and another type is another one', async () => {
      const delivery = deliver();
      await tested.outcomes.refuse(deliver({ ...delivery, type: 'things.check' }), refused);
      expect(await tested.outcomes.look(delivery)).toEqual({ kind: 'new' });
      expect(await append(delivery)).toMatchObject({ kind: 'appended' });
      expect(delivery.settled).toBe(true);
    });

    it('a command that has expired by the clock of the store appends nothing', async () => {
      const expired = deliver({ expires: (await tested.inAnHour()) - HOUR_MS - 1 });
      expect(await tested.outcomes.look(expired)).toEqual({ kind: 'expired' });
      await expect(append(expired)).rejects.toThrow(CommandExpired);
      expect(await read(expired)).toEqual([]);
      const waitedFor = deliver({ expires: await tested.inAnHour() });
      expect(await tested.outcomes.look(waitedFor)).toEqual({ kind: 'new' });
      expect(await append(waitedFor)).toMatchObject({ kind: 'appended' });
    });

    it('a command that has begun is carried on after its time', async () => {
      const delivery = deliver();
      await append(delivery);
      const late = { ...delivery, expires: (await tested.inAnHour()) - HOUR_MS - 1 };
      expect(await tested.outcomes.look(late)).toEqual({ kind: 'begun' });
      const other = `other-${delivery.key}`;
      expect(await append(late, other)).toMatchObject({ kind: 'appended' });
    });

    it('neighbours of a refused append are appended', async () => {
      const deliveries = Array.from({ length: 6 }, () => deliver());
      await tested.outcomes.refuse(deliveries[2]!, refused);
      let current: Delivery | undefined;
      const store = tested.openStore(() => current);
      const outcomes = await Promise.allSettled(
        deliveries.map((delivery) => {
          current = delivery;
          return store.append(`thing-${delivery.key}`, NO_STREAM, [happened()], metadata);
        }),
      );
      expect(outcomes.map(({ status }) => status)).toEqual([
        ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
      ]);
    });

    it('without a delivery nothing is asked', async () => {
      const delivery = deliver();
      await tested.outcomes.refuse(delivery, refused);
      const store = tested.openStore(() => undefined);
      const appended = await store.append(`thing-${delivery.key}`, NO_STREAM, [happened()], metadata);
      expect(appended).toMatchObject({ kind: 'appended' });
    });

    it('keeps refusals for as long as a log keeps commands', async () => {
      const delivery = deliver();
      await tested.outcomes.refuse(delivery, refused);
      await tested.outcomes.sweep();
      expect(await tested.outcomes.look(delivery)).toMatchObject({ kind: 'refused' });
    });
  });
}
