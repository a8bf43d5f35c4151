import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { signedHeaders as signDelivery } from '../../../apps/webhooks/src/sending/sign.js';
import { readTarget } from '../src/forward.mjs';
import { makeLanes } from '../src/lanes.mjs';
import { readSettings } from '../src/settings.mjs';
import { isSecret, makeSecret, signedHeaders } from '../src/sign.mjs';
import { frameParser } from '../src/sse.mjs';

describe('frames of an event stream', () => {
  const text =
    'retry: 2000\n\n: hello\n\nid: 1\nevent: ready\ndata: {}\n\nid: 2\r\nevent: a.b\r\ndata: {"ñ":\r\ndata: 1}\r\n\r\n: still here\nid: 3\n\n';
  const frames = [
    { id: '1', event: 'ready', data: '{}' },
    { id: '2', event: 'a.b', data: '{"ñ":\n1}' },
    { id: '3', event: undefined, data: undefined },
  ];

  it.each([1, 2, 7, 1000])('are read from pieces of %i characters', (size) => {
    const parse = frameParser();
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(pieces.flatMap((piece) => parse(piece))).toEqual(frames);
  });

  it('are not kept for ever where a line has no end', () => {
    const parse = frameParser();
    const piece = 'x'.repeat(16 * 1024 * 1024);
    expect(() => {
      for (let times = 0; times < 6; times += 1) parse(piece);
    }).toThrow('a line without an end');
  });
});

describe('a signature', () => {
  it('has the headers that a delivery has', () => {
    const secret = makeSecret();
    const at = new Date('2026-11-26T12:00:00.700Z');
    const [eventId, body] = ['6743f1c2a1b2c3d4e5f60718', '{"id":"6743f1c2a1b2c3d4e5f60718","ñ":1}'];
    const secrets = [{ secret, old: false }];
    expect(signedHeaders({ id: eventId, body, secret, seconds: Math.floor(at.getTime() / 1000) })).toEqual(
      signDelivery({ eventId, body, at, secrets, custom: {} }),
    );
  });

  it('takes secrets as webhooks have them', () => {
    expect(isSecret(makeSecret())).toBe(true);
    expect(makeSecret()).not.toBe(makeSecret());
    for (const wrong of ['', 'whsec_', 'whsec_YWJj', 'secret', `whsec_${'*'.repeat(40)}`])
      expect([wrong, isSecret(wrong)]).toEqual([wrong, false]);
  });
});

describe('where events are forwarded to', () => {
  it.each([
    ['localhost:4000/hook', 'http://localhost:4000/hook'],
    ['4000', 'http://localhost:4000/'],
    ['4000/hook?a=1', 'http://localhost:4000/hook?a=1'],
    [':4000/hook', 'http://localhost:4000/hook'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000/'],
    ['[::1]:4000/a', 'http://[::1]:4000/a'],
    ['https://app.test/hook', 'https://app.test/hook'],
  ])('may be written %s', (text, url) => expect(readTarget(text).href).toBe(url));

  it.each(['', 'a b', ':::', 'localhost:99999', 'ftp://x'])('may not be "%s"', (text) =>
    expect(() => readTarget(text)).toThrow('--forward-to'),
  );
});

describe('settings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'timbra-settings-'));
    mkdirSync(join(folder, '.data'));
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(
      join(folder, '.data/demo.json'),
      JSON.stringify({ base_url: 'http://localhost:3100/v2', test_key: 'sk_test_demo' }),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const read = (env: Record<string, string> = {}, cwd = join(folder, 'a', 'b')) => readSettings({ env, cwd });

  it('come from demo.json of a folder above, or of TIMBRA_DATA', () => {
    const demo = { apiUrl: 'http://localhost:3100/v2', key: 'sk_test_demo' };
    expect(read()).toEqual(demo);
    expect(read({ TIMBRA_DATA: join(folder, '.data') }, '/')).toEqual(demo);
  });

  it('come from the environment before that, each for itself', () => {
    expect(read({ TIMBRA_API_KEY: 'sk_test_1', TIMBRA_API_URL: 'https://api.test/v2/' })).toEqual({
      apiUrl: 'https://api.test/v2',
      key: 'sk_test_1',
    });
    expect(read({ TIMBRA_API_KEY: 'sk_test_1' }).apiUrl).toBe('http://localhost:3000/v2');
    expect(read({ TIMBRA_API_URL: 'http://127.0.0.1:3200/v2' }).key).toBe('sk_test_demo');
  });

  it('show the key of the demo to no other server', () => {
    expect(() => read({ TIMBRA_API_URL: 'https://api.test/v2' })).toThrow('set TIMBRA_API_KEY');
  });

  it.each([
    ['sk_live_1', 'is a Live key'],
    ['sk_user_1', 'is a User key'],
    ['abc', 'is no Test key'],
  ])('refuse the key %s', (key, sentence) => {
    expect(() => read({ TIMBRA_API_KEY: key })).toThrow(sentence);
    expect(() => read({ TIMBRA_API_KEY: key })).not.toThrow(`${key} `);
  });

  it('say what to do without a key, and of an address that is none', () => {
    expect(() => read({}, '/')).toThrow('set TIMBRA_API_KEY to a Test key');
    expect(() => read({ TIMBRA_API_KEY: 'sk_test_1', TIMBRA_API_URL: 'localhost:3000' })).toThrow(
      'no http address',
    );
    writeFileSync(join(folder, '.data/demo.json'), '{');
    expect(() => read()).toThrow('it is no JSON');
  });
});

describe('lanes', () => {
  it('keep the order of each, run several at once, and hold up who adds too much', async () => {
    const lanes = makeLanes({ atOnce: 2, waiting: 4 });
    const done: string[] = [];
    const open: (() => void)[] = [];
    let most = 0;
    const work = (name: string) => async () => {
      most = Math.max(most, open.length + 1);
      await new Promise<void>((resolve) => open.push(resolve));
      done.push(name);
    };
    let heldUp = true;
    void lanes.add('a', work('a1'));
    void lanes.add('a', work('a2'));
    void lanes.add('b', work('b1'));
    void lanes.add('c', work('c1')).then(() => (heldUp = false));
    await Promise.resolve();
    expect([open.length, heldUp]).toEqual([2, true]);
    const drained = lanes.drain();
    while (done.length < 4) {
      open.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await drained;
    expect([most <= 2, heldUp]).toEqual([true, false]);
    expect(done.indexOf('a1')).toBeLessThan(done.indexOf('a2'));
  });
});
