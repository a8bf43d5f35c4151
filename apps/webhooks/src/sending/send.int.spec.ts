import { afterEach, describe, expect, it } from '@jest/globals';
import {
  answers,
  breaksOff,
  closedPort,
  closes,
  dripsBody,
  dripsHead,
  flaps,
  gone,
  hangs,
  huge,
  hugeHead,
  redirects,
  reflects,
  resets,
  slow,
  startReceiver,
  tooMany,
  writesRaw,
  type Behaviour,
  type Receiver,
} from '../../../../test/receivers/index.js';
import { until } from '#bus/testing/until';
import { monotonicMs } from '#kernel';
import type { Sender } from './send.js';
import { makeSender, outgoing } from './testing.js';

const opened: { close(): Promise<void> }[] = [];
const kept = <T extends { close(): Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const receiver = async (behave?: Behaviour): Promise<Receiver> =>
  kept(await startReceiver(behave && { behave }));
const sender = (...options: Parameters<typeof makeSender>): Sender => kept(makeSender(...options));

describe('a delivery', () => {
  it('is a POST of exactly the body, with its headers and who sends it', async () => {
    const to = await receiver(answers(201, { body: 'thanks' }));
    const body = JSON.stringify({ name: 'Ñandú ✓ 😀', total: 1.5 });
    const result = await sender().send(
      outgoing(`${to.url}/hook?shop=1#part`, {
        body,
        headers: { 'X-Shop': 'norte', 'Content-Type': 'application/json' },
      }),
    );
    expect(result).toEqual({
      ...{ status_code: 201, duration_ms: expect.any(Number), response_body: 'thanks' },
      ...{ error: null, retry_after_ms: null },
    });
    expect(to.requests).toHaveLength(1);
    expect(to.requests[0]).toMatchObject({ method: 'POST', path: '/hook?shop=1', body });
    expect(to.requests[0]?.headers).toEqual({
      ...{
        host: `127.0.0.1:${to.port}`,
        connection: 'keep-alive',
        'x-shop': 'norte',
        'content-type': 'application/json',
      },
      ...{ 'user-agent': 'Timbra-Webhooks/1.2.3', accept: '*/*', 'accept-encoding': 'identity' },
      'content-length': String(Buffer.byteLength(body)),
    });
  });

  it.each([200, 202, 204, 299])('succeeds by %s', async (status) => {
    const to = await receiver(answers(status));
    expect(await sender().send(outgoing(to.url))).toMatchObject({
      status_code: status,
      error: null,
      response_body: '',
    });
  });

  it.each([400, 401, 404, 422, 500, 503])('fails by %s', async (status) => {
    const to = await receiver(answers(status, { body: 'no' }));
    expect(await sender().send(outgoing(to.url))).toMatchObject({
      status_code: status,
      error: `answered ${status}`,
      response_body: 'no',
    });
  });

  it('fails by 410 of who is gone', async () => {
    const to = await receiver(gone);
    expect(await sender().send(outgoing(to.url))).toMatchObject({ status_code: 410, error: 'answered 410' });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%s)', async (status) => {
    const inside = await receiver();
    for (const location of [inside.url, 'http://169.254.169.254/latest/meta-data/', '/elsewhere']) {
      const to = await receiver(redirects(location, status));
      const result = await sender().send(outgoing(to.url));
      expect(result).toMatchObject({ status_code: status, error: `redirects are not followed (${status})` });
      expect(to.requests).toHaveLength(1);
    }
    expect(inside.connections).toBe(0);
  });

  it('goes to a receiver that fails and works by turns', async () => {
    const to = await receiver(flaps(2));
    const by = sender();
    const results = [];
    for (let i = 0; i < 4; i += 1) results.push((await by.send(outgoing(to.url))).error);
    expect(results).toEqual(['answered 500', 'answered 500', null, 'answered 500']);
  });
});

describe('a receiver that does not answer as it should', () => {
  it.each<[string, Behaviour, string]>([
    ['closes the connection', closes, 'connection closed'],
    ['resets the connection', resets, 'connection closed'],
    ['speaks something else', writesRaw('220 mail.example.com ESMTP\r\n'), 'answer is not HTTP'],
    ['writes a head that is none', writesRaw('HTTP/1.1 abc\r\n\r\n'), 'answer is not HTTP'],
    [
      'counts its body in two ways',
      writesRaw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'answer is not HTTP',
    ],
    [
      'switches protocols',
      writesRaw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'connection closed',
    ],
    ['sends headers without end', hugeHead(2_000_000), 'headers of the answer are too large'],
    ['never answers', hangs, 'timed out after 0.3 s'],
    ['drips its head', dripsHead(), 'timed out after 0.3 s'],
    ['answers too late', slow(3_000), 'timed out after 0.3 s'],
  ])('%s', async (_what, behave, error) => {
    const to = await receiver(behave);
    // Whatever ends by itself has the time that a busy machine needs.
    const by = sender({ timeoutMs: error.startsWith('timed out') ? 300 : 30_000 });
    const result = await by.send(outgoing(to.url));
    expect(result).toEqual({
      ...{ status_code: null, response_body: null, retry_after_ms: null, error },
      duration_ms: expect.any(Number),
    });
    await to.opened(0);
    expect(by.connections).toBe(0);
  });

  it('refuses connections', async () => {
    const result = await sender().send(outgoing(`http://127.0.0.1:${await closedPort()}/`));
    expect(result).toMatchObject({ status_code: null, error: 'connection refused' });
  });

  it('says that it took the event, then drips: it counts by its status, and its connection ends in time', async () => {
    const to = await receiver(dripsBody(200));
    // Its head has to come within that, however busy the machine is.
    const by = sender({ timeoutMs: 4_000 });
    const result = await by.send(outgoing(to.url));
    expect(result).toMatchObject({ status_code: 200, error: null });
    expect(result.response_body).toMatch(/^begun \.*$/);
    expect(result.duration_ms).toBeLessThan(20_000);
    await to.opened(0);
  });

  it('breaks off: it counts by its status', async () => {
    const by = sender();
    const [good, bad] = [await receiver(breaksOff(200)), await receiver(breaksOff(500))];
    expect(await by.send(outgoing(good.url))).toMatchObject({
      status_code: 200,
      error: null,
      response_body: 'only this',
    });
    expect(await by.send(outgoing(bad.url))).toMatchObject({
      status_code: 500,
      error: 'answered 500',
      response_body: 'only this',
    });
  });

  it('answers without end: 4 KB are kept, little is read, and the connection ends', async () => {
    const to = await receiver(huge(1_000_000_000, 500));
    const by = sender();
    const result = await by.send(outgoing(to.url));
    expect(result).toMatchObject({
      status_code: 500,
      error: 'answered 500',
      response_body: 'x'.repeat(4_096),
    });
    await to.opened(0);
  });

  it('answers what is no text: it can be stored all the same', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a\0b'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('é'.repeat(4_000)),
    ]);
    const to = await receiver(answers(500, { body: bytes, headers: { 'content-encoding': 'gzip' } }));
    const { response_body: text } = await sender().send(outgoing(to.url));
    expect(text).toMatch(/^ab\ufffd\ufffdé+$/);
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(4_096);
    expect(Buffer.byteLength(text ?? '')).toBeGreaterThan(4_090);
  });

  it("says back its endpoint's own headers: their values are hidden, also at the end of what is kept", async () => {
    const by = sender();
    const headers = { Authorization: 'Bearer theirs-and-secret', 'webhook-id': 'evt' };
    const to = await receiver(reflects());
    const echoed = await by.send(outgoing(to.url, { headers }));
    expect(echoed.response_body).toContain('"authorization":"[hidden]"');
    expect(echoed.response_body).toContain('"webhook-id":"evt"');
    to.behave(answers(401, { body: 'token theirs-and-secret is not known, {"key":"a \\"quoted\\" key"}' }));
    const other = await by.send(outgoing(to.url, { headers: { ...headers, 'X-Key': 'a "quoted" key' } }));
    expect(other.response_body).toBe('token [hidden] is not known, {"key":"[hidden]"}');
    const cut = await receiver(
      answers(200, { body: `${'x'.repeat(4_085)}Bearer theirs-and-secret and more` }),
    );
    const { response_body: text } = await by.send(outgoing(cut.url, { headers }));
    expect(text).not.toContain('Bear');
    expect(text).toBe(`${'x'.repeat(4_085)}[hidden] an`);
  });
});

describe('Retry-After', () => {
  const systemNow = () => new Date('2026-11-26T12:00:00Z');
  it.each([
    ...([
      ['120', 120_000],
      ['0', 0],
      ['999999999', 86_400_000],
      [' 5 ', 5_000],
    ] as const),
    ...([
      ['Thu, 26 Nov 2026 12:01:00 GMT', 60_000],
      ['Thu, 26 Nov 2026 11:00:00 GMT', 0],
    ] as const),
    ...([['Sat, 26 Dec 2026 12:00:00 GMT', 86_400_000]] as const),
    ...([
      ['soon', null],
      ['-5', null],
      ['1.5', null],
      ['2026-11-26T12:01:00Z', null],
      ['', null],
    ] as const),
  ])('%j', async (header, ms) => {
    const to = await receiver(tooMany(header));
    const result = await sender({ systemNow }).send(outgoing(to.url));
    expect(result).toMatchObject({ status_code: 429, error: 'answered 429', retry_after_ms: ms });
  });

  it('of a success says nothing', async () => {
    const to = await receiver(answers(200, { headers: { 'retry-after': '60' } }));
    expect(await sender().send(outgoing(to.url))).toMatchObject({ error: null, retry_after_ms: null });
  });
});

describe('connections', () => {
  it('are used again for one server, and end soon when nobody needs them', async () => {
    const to = await receiver();
    const by = sender();
    for (let i = 0; i < 5; i += 1) await by.send(outgoing(`${to.url}/${i}`));
    expect(to.connections).toBe(1);
    await by.close();
    await to.opened(0);
  });

  it('that a server closes just when they are used again cost no attempt', async () => {
    const to = await receiver();
    const by = sender();
    await by.send(outgoing(to.url));
    // The server ends the second request of a connection without a word, as if its idle time were over.
    to.behave((request, response) => {
      const { bytesRead } = request.socket;
      if (bytesRead > 350) return void request.socket.destroy();
      response.writeHead(200).end();
    });
    expect(await by.send(outgoing(to.url))).toMatchObject({ status_code: 200, error: null });
    expect(to.connections).toBe(2);
  });

  it('are not kept for all: some for each server, and a number in all', async () => {
    const to = await receiver(slow(50));
    const by = sender();
    const results = await Promise.all(Array.from({ length: 40 }, () => by.send(outgoing(to.url))));
    expect(results.every(({ error }) => error === null)).toBe(true);
    expect(to.connections).toBe(40);
    await to.opened(8);
    expect(by.connections).toBe(8);
  });

  it('of a thousand that hang delay nobody, and leave nothing behind', async () => {
    const [dead, good] = [await receiver(hangs), await receiver()];
    // All of them have to be there before the first one's time is over: several times what fifty take here, for each fifty.
    const trial = makeSender();
    const began = monotonicMs();
    await Promise.all(Array.from({ length: 50 }, () => trial.send(outgoing(good.url))));
    const seconds = Math.min(60, Math.max(4, Math.ceil(((monotonicMs() - began) * 60) / 1_000)));
    await trial.close();
    await good.opened(0);
    const by = sender({ timeoutMs: seconds * 1_000 });
    const hanging = Array.from({ length: 1_000 }, () => by.send(outgoing(dead.url)));
    await dead.received(1_000);
    expect(by.connections).toBe(1_000);
    expect(await by.send(outgoing(good.url))).toMatchObject({ status_code: 200, error: null });
    const texts = new Set((await Promise.all(hanging)).map(({ error }) => error));
    expect([...texts]).toEqual([`timed out after ${seconds} s`]);
    await dead.opened(0);
    // The one to the receiver that answers may be left, if it was not idle for too long meanwhile.
    await until(() => by.connections === good.open);
    expect(by.connections).toBeLessThanOrEqual(1);
  });

  it('end with the process: requests under way fail', async () => {
    const to = await receiver(hangs);
    const by = sender();
    const sending = by.send(outgoing(to.url));
    await to.received(1);
    await by.close();
    expect(await sending).toMatchObject({ status_code: null, error: 'connection closed' });
    expect(await by.send(outgoing(to.url))).toMatchObject({ status_code: null, error: 'connection closed' });
    expect(by.connections).toBe(0);
  });
});
