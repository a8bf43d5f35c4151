import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, startReceiver, type Receiver } from '../../receivers/index.js';
import type { CrashingService } from '../service.js';
import { useCrashStage } from '../stage.js';
import { expectExact, expectNothingElse, handOver, packed, resultsOf } from './books.js';
import { Parties, type Post } from './parties.js';

/** Leases of commands, and a pause that outlives them, in milliseconds; TIMBRA_CRASH_PAUSE_MS says a longer one. */
const SETTINGS = { TIMBRA_LEASE_MS: '1000' };
const PAUSE = Number(process.env['TIMBRA_CRASH_PAUSE_MS'] ?? 2_500);
const EVENTS = 'event_store.events';

/** A process sleeps (SIGSTOP) in the middle of an import, while another one takes the same ZIP; then it goes on and has not noticed. */
describe('asleep in the middle of an import', () => {
  const stage = useCrashStage(SETTINGS);
  const posts: Post[] = [];
  let parties: Parties;
  let receiver: Receiver;
  let other: CrashingService;

  beforeAll(async () => {
    receiver = await startReceiver({ behave: answers(200) });
    parties = await Parties.meet(stage.service);
    await parties.listen(receiver.url);
    other = await stage.another();
  }, 120_000);
  afterAll(() => receiver.close());

  it.each([
    ['before there is its supplier', EVENTS, "NEW.type = 'SupplierCreated'"],
    ['before its documents are watched', 'reception.watched', 'true'],
    ['when some are imported and some are not', EVENTS, "NEW.type = 'InvoiceImported'"],
    ['before its rows show them', 'gateway.invoices', "NEW.issuer_type = 'receiving'"],
    ['before its payment counts', EVENTS, "NEW.type = 'PaymentReceived'"],
  ] as const)(
    '%s',
    async (_, table, when) => {
      const post = await parties.supply();
      posts.push(post);
      const held = await stage.hold(table, when);
      const asked = parties.send(packed(post), 'noviembre.zip');
      await held.reached();
      stage.service.sleep();
      await held.pass();
      const [theirs] = await Promise.all([handOver(parties.through(other), post), sleep(PAUSE)]);
      stage.service.wake();
      const first = await asked;
      // After a minute what it had asked has no answer any more: it says so, and is asked again.
      const ours = first.status === 503 ? await handOver(parties, post) : resultsOf(first, post);
      expect(ours.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
      // Each is imported by one of the two.
      const imported = ours.map(({ status }, n) => [status, theirs[n]?.status].sort());
      if (first.status === 200) for (const both of imported) expect(both).toEqual(['duplicate', 'imported']);
      await expectExact(
        stage,
        parties,
        post,
        ours.map(({ id }) => id),
      );
    },
    120_000,
  );

  it('nothing else is there', () => expectNothingElse(parties, posts));
});
