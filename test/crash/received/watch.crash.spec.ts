import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { answers, startReceiver, type Receiver } from '../../receivers/index.js';
import { useCrashStage } from '../stage.js';
import { handedOver } from './books.js';
import { Parties } from './parties.js';

const EVENTS = 'event_store.events';
const WATCHED = 'reception.watched';
const RECORDED = "NEW.type = 'SatStatusRecorded' AND NEW.data->'sat'->>'status' = 'canceled'";

/** Kills the service (kill -9) while it learns that suppliers have canceled what was received: it is learned once, and all that follows. */
describe('kill -9 while the status of received documents is looked at', () => {
  const stage = useCrashStage();
  let parties: Parties;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver({ behave: answers(200) });
    parties = await Parties.meet(stage.service);
    await parties.listen(receiver.url);
  }, 180_000);
  afterAll(() => receiver.close());

  const count = async (sql: string, values: readonly unknown[]): Promise<number> =>
    (await stage.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [...values])).rows[0]?.n ??
    0;
  const advance = async (): Promise<void> => {
    const { now } = await parties.get('/sandbox/clock');
    const advance_to = new Date(Date.parse(now as string) + 2 * 3_600_000).toISOString();
    await parties.ask('POST', '/sandbox/clock', { advance_to });
  };

  it.each([
    ['before they are taken', WATCHED, 'NEW.lease IS NOT NULL'],
    ['before what was learned is recorded', EVENTS, RECORDED],
    ['before what a canceled payment paid is due again', EVENTS, "NEW.type = 'PaymentReverted'"],
    ['before it is known of the others', WATCHED, 'NEW.step = 2'],
  ] as const)(
    '%s',
    async (_, table, when) => {
      const post = await parties.supply();
      const ids = await handedOver(parties, post);
      const [payment = '', , owed = ''] = ids;
      const amountDue = async () => (await parties.get(`/invoices/${owed}`)).amount_due as number;
      await until(async () => (await amountDue()) === post.owed.due);
      await until(async () => (await parties.get(`/invoices/${payment}`)).imported.sat_status === 'valid');
      const { key, ids: issued } = post.issued;
      const canceled = await parties.api('DELETE', `/invoices/${issued[0]}?motive=02`, undefined, { key });
      expect(canceled.body.status).toBe('canceled');

      await stage.killed(table, when, advance);
      // The lease of who has died is over.
      await stage.db.query("UPDATE reception.watched SET leased_until = now() - interval '1 second'");
      await until(async () => (await parties.get('/sandbox/clock')).advancing_to === null);
      await until(async () => (await parties.get(`/invoices/${payment}`)).status === 'canceled');
      await until(async () => (await amountDue()) === 1160);
      const told = "webhooks.events WHERE type = 'invoice.canceled_by_supplier' AND resource_id = $1";
      await until(async () => (await count(told, [payment])) > 0);
      expect(await count(told, [payment])).toBe(1);
      const learned = (await stage.events()).filter(
        ({ streamId, data }) => streamId === `invoice-${payment}` && data.sat?.status === 'canceled',
      );
      expect(learned).toHaveLength(1);
      const uuids = post.files.map(({ uuid }) => uuid);
      await until(
        async () => (await count(`${WATCHED} WHERE uuid = ANY($1) AND lease IS NOT NULL`, [uuids])) === 0,
      );
      const left = await stage.db.query<{ uuid: string }>(
        `SELECT uuid FROM ${WATCHED} WHERE uuid = ANY($1)`,
        [uuids],
      );
      // The canceled one is watched no more, nor the own past that the authority has; the two others go on.
      expect(left.rows.map(({ uuid }) => uuid).sort()).toEqual([uuids[1], uuids[2]].sort());
      expect((await parties.get(`/invoices/${ids[1]}`)).status).toBe('valid');
    },
    120_000,
  );
});
