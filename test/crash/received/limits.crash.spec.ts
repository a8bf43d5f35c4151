import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bus/testing/until';
import type { Json } from '../../support/app.js';
import { documentForm } from '../../support/imports.js';
import { useCrashStage } from '../stage.js';
import { handOver, packed, resultsOf, zipStored } from './books.js';
import { Parties, type Asked, type Post } from './parties.js';

const MB = 1024 * 1024;
/** What one process may take for two ZIPs of 50 MB at once, beside what it takes anyway. */
const MOST_MORE_MB = 700;

/** The longest uploads: cut off, two at once, and while the process ends in order (SIGTERM). */
describe('the longest imports', () => {
  const stage = useCrashStage();
  let parties: Parties;
  beforeAll(async () => {
    parties = await Parties.meet(stage.service);
  }, 180_000);

  /** A ZIP of 50 MB: documents among what is none. */
  const large = ({ files }: Post): Uint8Array =>
    zipStored([
      ...Array.from({ length: 11 }, (_, n) => [`ruido ${n}.xml`, randomBytes(4.45 * MB)] as const),
      ...files.map(({ name, xml }) => [name, xml] as const),
    ]);
  const documentsIn = ({ status, body }: Asked, post: Post): ReturnType<typeof resultsOf> => {
    const noise = status === 200 ? body.results.slice(0, 11) : [];
    for (const one of noise)
      expect(one).toMatchObject({ status: 'refused', code: expect.stringMatching(/unreadable|not_xml/) });
    return resultsOf({ status, body: { ...body, results: body.results?.slice(11) } }, post);
  };
  const uploads = async (): Promise<number> =>
    (await stage.db.query("SELECT FROM platform.contents WHERE key LIKE 'upload-%'")).rowCount ?? 0;
  const memoryMb = async (what: 'VmRSS' | 'VmHWM'): Promise<number> => {
    const status = await readFile(`/proc/${stage.service.pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  /** Sends the beginning of a form, and leaves the rest to whoever calls. */
  async function begin(bytes: Uint8Array, share = 0.5) {
    const { base_url } = await stage.service.facts();
    const whole = Buffer.from(await new Response(documentForm(bytes, 'a.zip')).arrayBuffer());
    const boundary = /^--(\S+)/.exec(whole.subarray(0, 200).toString())?.[1] ?? '';
    const sent = request(`${base_url}/invoices/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${parties.now.key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': whole.length,
      },
    });
    const answered = once(sent, 'response').then(
      async ([response]): Promise<Asked> => {
        const body = (await json(response as IncomingMessage)) as Json;
        return { status: (response as IncomingMessage).statusCode ?? 0, body };
      },
      () => undefined,
    );
    // Each of its errors: the connection may break while it still writes.
    sent.on('error', () => undefined);
    const half = Math.ceil(whole.length * share);
    // Not awaited: it is read as fast as it is stored.
    sent.write(whole.subarray(0, half));
    return { sent, answered, rest: whole.subarray(half) };
  }

  it('leave nothing where their sender is gone in the middle', async () => {
    const post = await parties.supply();
    const zip = large(post);
    // Gone while the first piece is being stored, of which all has come; and while nobody waits for anything.
    for (const when of ["NEW.key LIKE 'upload-%.0'", undefined]) {
      const write = when && (await stage.hold('platform.contents', when));
      const { sent } = await begin(zip, when === undefined ? 0.5 : (4 * MB + 20_000) / zip.length);
      if (write) await write.reached();
      else await until(async () => (await uploads()) > 2);
      sent.destroy();
      await sleep(300);
      if (write) await write.pass();
      await until(async () => (await uploads()) === 0);
    }
    // Nor does anything come afterwards: what was being stored when it ended.
    await sleep(300);
    expect([await uploads(), stage.service.errors]).toEqual([0, []]);
  }, 180_000);

  it('may come two at once: each document is imported by one, and memory is bounded', async () => {
    const post = await parties.supply();
    const zip = large(post);
    const before = await memoryMb('VmRSS');
    const both = await Promise.all([parties.send(zip, 'a.zip'), parties.send(zip, 'b.zip')]);
    const [one, two] = both.map((answer) => documentsIn(answer, post));
    expect(one?.map(({ id }) => id)).toEqual(two?.map(({ id }) => id));
    for (const [n, { status }] of (one ?? []).entries())
      expect([status, two?.[n]?.status].sort()).toEqual(['duplicate', 'imported']);
    const peak = await memoryMb('VmHWM');
    console.log(`two ZIPs of 50 MB: ${Math.round(before)} MB before, ${Math.round(peak)} MB at most`);
    expect(peak - before).toBeLessThan(MOST_MORE_MB);
    expect([await uploads(), stage.service.errors]).toEqual([0, []]);
  }, 180_000);

  it('that are under way at the end of the process are finished', async () => {
    const post = await parties.supply();
    const write = await stage.hold('event_store.events', "NEW.type = 'InvoiceImported'");
    const asked = parties.ask('POST', '/invoices/import', documentForm(packed(post), 'a.zip'));
    await write.reached();
    const ended = stage.service.stop();
    await sleep(300);
    await write.pass();
    const answer = await asked;
    expect(answer && resultsOf(answer, post).map(({ status }) => status)).toEqual(
      post.files.map(() => 'imported'),
    );
    await ended;
    expect([stage.service.exitCode, stage.service.errors]).toEqual([0, []]);
    await stage.service.start();
    expect((await handOver(parties, post)).map(({ status }) => status)).toEqual(
      post.files.map(() => 'duplicate'),
    );
  }, 180_000);

  it('that are still coming in then are finished or cut off, and nothing of them is half', async () => {
    const post = await parties.supply();
    const { sent, answered, rest } = await begin(large(post));
    await until(async () => (await uploads()) > 2);
    const ended = stage.service.stop();
    await sleep(300);
    sent.end(rest);
    const answer = await answered;
    if (answer !== undefined) expect([200, 503]).toContain(answer.status);
    await ended;
    expect([stage.service.exitCode, stage.service.errors]).toEqual([0, []]);
    await stage.service.start();
    const later = documentsIn(await parties.send(large(post), 'a.zip'), post);
    const expected = answer?.status === 200 ? 'duplicate' : 'imported';
    expect(later.map(({ status }) => status)).toEqual(post.files.map(() => expected));
    expect(await uploads()).toBe(0);
  }, 180_000);
});
