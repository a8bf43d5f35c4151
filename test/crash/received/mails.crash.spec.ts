import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bus/testing/until';
import { answers, startReceiver, type Receiver } from '../../receivers/index.js';
import type { Json } from '../../support/app.js';
import { INBOUND, mailOf, postMail } from '../../support/mails.js';
import { useCrashStage } from '../stage.js';
import { expectExact, expectNothingElse, packed } from './books.js';
import { Parties, type Post } from './parties.js';

const EVENTS = 'event_store.events';
const CONTENTS = 'platform.contents';
const of = (type: string): string => `NEW.type = '${type}'`;

/** Kills the service (kill -9) at each thing that is written from a mail's arrival on: the provider posts it until it is told 200. */
describe('kill -9 on the way of a mail', () => {
  const stage = useCrashStage(INBOUND);
  const posts: Post[] = [];
  let parties: Parties;
  let address: string;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver({ behave: answers(200) });
    parties = await Parties.meet(stage.service);
    await parties.listen(receiver.url);
    const { user_key: key } = await stage.service.facts();
    const path = `/organizations/${parties.now.id}/inbound-address`;
    address = (await parties.api('GET', path, undefined, { key })).body.test.address;
  }, 180_000);
  afterAll(() => receiver.close());

  /** One document by itself, and the others in a ZIP. */
  const write = ({ files: [first, ...others], ...post }: Post): Promise<Buffer> => {
    const zip = Buffer.from(packed({ ...post, files: others }));
    const attachments = [
      { filename: first?.name ?? '', content: first?.xml ?? '' },
      { filename: 'los demás.zip', content: zip },
    ];
    return mailOf({ to: address, messageId: `<${posts.length}@proveedora.mx>`, attachments });
  };
  const bring = async (raw: Buffer): Promise<Json> => {
    const { status, body } = await postMail({ api: parties.api }, raw);
    expect(status).toBe(200);
    return body.results[0];
  };
  const processed = async (id: string): Promise<Json> => {
    const read = async (): Promise<Json> =>
      (await parties.get('/inbound-mails?limit=100')).data.find((one: Json) => one.id === id);
    await until(async () => (await read())?.status === 'processed', 60_000);
    return read();
  };
  const left = async (id: string): Promise<string[]> => {
    const sql = `SELECT key FROM platform.contents WHERE key LIKE 'inbound-mail/' || $1 || '%' OR key LIKE 'upload-%'`;
    return (await stage.db.query<{ key: string }>(sql, [id])).rows.map(({ key }) => key);
  };

  it.each([
    ['before it is stored', CONTENTS, "NEW.key LIKE 'inbound-mail/%'"],
    ['between its contents and its event', EVENTS, of('InboundMailReceived')],
    ['before its first file is imported', EVENTS, of('InvoiceImported')],
    ['before that is noted', CONTENTS, "NEW.key LIKE 'inbound-mail/%/0/done'"],
    ['before what became of it is written down', EVENTS, of('InboundMailProcessed')],
    ['before that is shown', 'gateway.inbound_mails', "NEW.doc->>'status' = 'processed'"],
  ] as const)(
    '%s',
    async (_, table, when) => {
      const post = await parties.supply();
      posts.push(post);
      const raw = await write(post);
      await stage.killed(table, when, () => bring(raw));
      const { status, id } = await bring(raw);
      expect(['accepted', 'duplicate']).toContain(status);
      const mail = await processed(id);
      expect(mail).toMatchObject({ refused: 0, problem: null });
      expect(mail.imported + mail.duplicates).toBe(post.files.length);
      const results = mail.results as readonly Json[];
      expect(results.map(({ file, uuid }) => ({ file, uuid }))).toEqual(
        post.files.map(({ name, uuid }) => ({ file: name, uuid })),
      );
      expect(await bring(raw)).toEqual({ status: 'duplicate', id });
      await expectExact(
        stage,
        parties,
        post,
        results.map(({ id: invoice }) => invoice as string),
      );
      await until(async () => (await left(id)).length === 0);
    },
    120_000,
  );

  it('that is being processed at the end of the process (SIGTERM) is gone on with by the next one', async () => {
    const post = await parties.supply();
    posts.push(post);
    const raw = await write(post);
    const held = await stage.hold(CONTENTS, "NEW.key LIKE 'imported-%'");
    const { id } = await bring(raw);
    await held.reached();
    const ended = stage.service.stop();
    await sleep(300);
    await held.pass();
    await ended;
    expect([stage.service.exitCode, stage.service.errors]).toEqual([0, []]);
    await stage.service.start();
    expect(await processed(id)).toMatchObject({ refused: 0, problem: null });
    expect((await bring(raw)).status).toBe('duplicate');
  }, 180_000);

  it('nothing else is there', async () => {
    await expectNothingElse(parties, posts);
    expect((await parties.get('/inbound-mails?limit=100')).data).toHaveLength(posts.length);
  });
});
