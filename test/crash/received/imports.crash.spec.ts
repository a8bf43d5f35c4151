import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answers, startReceiver, type Receiver } from '../../receivers/index.js';
import { documentForm } from '../../support/imports.js';
import { useCrashStage } from '../stage.js';
import { expectExact, expectNothingElse, handedOver, packed } from './books.js';
import { Parties, type Post } from './parties.js';

const EVENTS = 'event_store.events';
const of = (type: string): string => `NEW.type = '${type}'`;

/** Kills the service (kill -9) at each thing that is written on the way of a ZIP: whoever sends it again finds all of it, once. */
describe('kill -9 in the middle of an import', () => {
  const stage = useCrashStage();
  const posts: Post[] = [];
  let parties: Parties;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver({ behave: answers(200) });
    parties = await Parties.meet(stage.service);
    await parties.listen(receiver.url);
  }, 180_000);
  afterAll(() => receiver.close());

  const supply = async (): Promise<Post> => {
    const post = await parties.supply();
    posts.push(post);
    return post;
  };

  it.each([
    ['before the file is stored', 'platform.contents', () => "NEW.key LIKE 'upload-%'"],
    ['before there is its supplier', EVENTS, () => of('SupplierCreated')],
    ['before an XML is kept', 'platform.contents', () => "NEW.key LIKE 'imported-%'"],
    ['before its documents are watched', 'reception.watched', () => 'true'],
    ['before what its payment pays is noted', 'invoicing.paid_documents', () => 'true'],
    ['before the folio of its past is passed', 'invoicing.folio_counters', () => 'true'],
    [
      'when some are imported and some are not',
      EVENTS,
      ({ owed }: Post) =>
        `${of('InvoiceImported')} AND NEW.data->'invoice'->'stamp'->>'uuid' = '${owed.uuid}'`,
    ],
    ['before its rows show them', 'gateway.invoices', () => "NEW.issuer_type = 'receiving'"],
    ['before what it pays has the payment', EVENTS, () => of('PaymentReceived')],
    ['before its events are told', 'webhooks.events', () => "NEW.type = 'invoice.received'"],
  ] as const)(
    '%s',
    async (_, table, when) => {
      const post = await supply();
      await stage.killed(table, when(post), () => parties.ask('POST', '/invoices/import', formOf(post)));
      const ids = await handedOver(parties, post);
      expect(await handedOver(parties, post)).toEqual(ids);
      await expectExact(stage, parties, post, ids);
    },
    120_000,
  );

  it.each([
    ['before it is imported', EVENTS, of('InvoiceImported'), 200],
    ['before its row shows it', 'gateway.invoices', "NEW.issuer_type = 'receiving'", 409],
  ] as const)(
    'of an XML, %s',
    async (_, table, when, status) => {
      const post = await supply();
      const [, bought] = post.files;
      if (!bought) throw new Error('nothing was bought');
      await stage.killed(table, when, () =>
        parties.ask('POST', '/invoices/import', documentForm(bought.xml, bought.name)),
      );
      const { status: found, body } = await parties.send(bought.xml, bought.name);
      expect([found, body.code]).toEqual([status, status === 409 ? 'invoice_import_duplicate' : undefined]);
      const id = (status === 409 ? body.resource_id : body.id) as string;
      expect((await parties.get(`/invoices/${id}`)).uuid).toBe(bought.uuid);
      const ids = await handedOver(parties, post);
      expect(ids[1]).toBe(id);
      await expectExact(stage, parties, post, ids);
    },
    120_000,
  );

  it('nothing else is there', () => expectNothingElse(parties, posts));
});

const formOf = (post: Post): FormData => documentForm(packed(post), 'noviembre.zip');
