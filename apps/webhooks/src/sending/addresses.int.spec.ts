import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressRules, systemNow } from '#kernel';
import { closes, inTurn, answers, startReceiver, type Receiver } from '../../../../test/receivers/index.js';
import { DnsNames, readHostsFile, type Lookups, type Names } from './names.js';
import { Sender } from './send.js';
import { makeSender, NO_PLACES, outgoing } from './testing.js';

const opened: { close(): Promise<void> }[] = [];
const kept = <T extends { close(): Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const refused = { status_code: null, response_body: null, error: 'address not allowed' };
/** Names that lead to what a list says, one answer after the other; the last one stays. */
function namesInTurn(...answersInTurn: readonly (readonly string[])[]): Names & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    addressesOf: (host) => {
      asked.push(host);
      return Promise.resolve(answersInTurn[Math.min(asked.length, answersInTurn.length) - 1] ?? []);
    },
  };
}

/** Only 127.0.0.2 is allowed: it stands for the public internet, 127.0.0.1 for what is inside. */
const ONLY_TWO = { allow: ['127.0.0.2/32'] };

async function bothReceivers(): Promise<{ readonly inside: Receiver; readonly outside: Receiver }> {
  const inside = kept(await startReceiver());
  const outside = kept(await startReceiver({ host: '127.0.0.2', port: inside.port }));
  return { inside, outside };
}

describe('an address that is not allowed', () => {
  it.each([
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
      '１２７.0.0.1',
    ],
    ...[
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '0',
      'localhost',
    ],
    ...[
      'LOCALHOST.',
      'api.localhost',
      '10.0.0.1',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '100.64.0.1',
    ],
  ])('%s is not called', async (host) => {
    const inside = kept(await startReceiver());
    const by = kept(makeSender({ allow: [] }));
    expect(await by.send(outgoing(`http://${host}:${inside.port}/`))).toMatchObject(refused);
    expect(await by.send(outgoing(`https://${host}:${inside.port}/`))).toMatchObject(refused);
    expect(inside.connections).toBe(0);
  });

  it.each(['169.254.169.254', '::ffff:127.0.0.1', '::1', '10.1.2.3', 'fd00::1', '127.0.0.1', 'no address'])(
    'is not called behind a name that leads to %s',
    async (address) => {
      const inside = kept(await startReceiver());
      const by = kept(makeSender({ allow: [], names: namesInTurn([address]) }));
      expect(await by.send(outgoing(`http://hooks.example.com:${inside.port}/`))).toMatchObject(refused);
      expect(inside.connections).toBe(0);
    },
  );

  it('is not called where the name has an allowed one beside it: that one is', async () => {
    const { inside, outside } = await bothReceivers();
    for (const addresses of [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1', '::1', '10.0.0.1'],
    ]) {
      const by = kept(makeSender({ ...ONLY_TWO, names: namesInTurn(addresses) }));
      expect(await by.send(outgoing(`http://hooks.example.com:${inside.port}/`))).toMatchObject({
        status_code: 200,
      });
    }
    expect([inside.connections, outside.connections]).toEqual([0, 2]);
  });
});

describe('a URL that would not be kept any more', () => {
  it.each([
    ['http://127.0.0.1/', 'https only in Live'],
    ['https://user:secret@127.0.0.1/', 'address not allowed'],
    ['ftp://127.0.0.1/', 'address not allowed'],
    ['no URL', 'address not allowed'],
  ])('%s is not called', async (url, error) => {
    const by = kept(makeSender());
    expect(await by.send(outgoing(url, { livemode: true }))).toMatchObject({ status_code: null, error });
  });
});

describe('a name that leads elsewhere the next moment (DNS rebinding)', () => {
  it('is looked up once for a connection: the address that was judged is the one that is dialled', async () => {
    const { inside, outside } = await bothReceivers();
    const names = namesInTurn(['127.0.0.2'], ['127.0.0.1']);
    const by = kept(makeSender({ ...ONLY_TWO, names }));
    const url = `http://rebinding.example.com:${inside.port}/`;
    expect(await by.send(outgoing(url))).toMatchObject({ status_code: 200, error: null });
    expect(names.asked).toEqual(['rebinding.example.com']);
    expect(outside.requests[0]?.headers.host).toBe(`rebinding.example.com:${inside.port}`);
    expect(inside.connections).toBe(0);
  });

  it('is judged anew for each new connection', async () => {
    const { inside, outside } = await bothReceivers();
    outside.behave(inTurn(answers(200, { headers: { connection: 'close' } }), closes));
    const by = kept(makeSender({ ...ONLY_TWO, names: namesInTurn(['127.0.0.2'], ['127.0.0.1']) }));
    const url = `http://rebinding.example.com:${inside.port}/`;
    expect(await by.send(outgoing(url))).toMatchObject({ status_code: 200 });
    for (let i = 0; i < 3; i += 1) expect(await by.send(outgoing(url))).toMatchObject(refused);
    expect(inside.connections).toBe(0);
  });

  it('is judged anew where an idle connection turns out to be closed', async () => {
    const { inside, outside } = await bothReceivers();
    const by = kept(makeSender({ ...ONLY_TWO, names: namesInTurn(['127.0.0.2'], ['127.0.0.1']) }));
    const url = `http://rebinding.example.com:${inside.port}/`;
    expect(await by.send(outgoing(url))).toMatchObject({ status_code: 200 });
    outside.behave(closes);
    expect(await by.send(outgoing(url))).toMatchObject(refused);
    expect([inside.connections, outside.connections]).toEqual([0, 1]);
  });
});

describe('our own ports', () => {
  it('are not called, whatever is allowed, by address or by name', async () => {
    const own = kept(await startReceiver());
    const other = kept(await startReceiver());
    const rules = new AddressRules(['0.0.0.0/0', '::/0'], {
      ...NO_PLACES,
      listensOn: (port) => port === own.port,
      isThisMachine: (address) => address.startsWith('127.') || address === '::1',
      talksTo: (host, port) => host === 'db.internal' && port === 5432,
    });
    const names = namesInTurn(['127.0.0.1']);
    const by = kept(new Sender({ rules, systemNow, version: '1', names, timeoutMs: 30_000 }));
    for (const host of ['127.0.0.1', '127.1', 'hooks.example.com'])
      expect(await by.send(outgoing(`http://${host}:${own.port}/`))).toMatchObject(refused);
    expect(await by.send(outgoing('http://db.internal:5432/'))).toMatchObject(refused);
    expect(await by.send(outgoing(`http://127.0.0.1:${other.port}/`))).toMatchObject({ status_code: 200 });
    expect(own.connections).toBe(0);
  });
});

describe('names', () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(`query ${code}`), { code }));
  const never = () => new Promise<never>(() => undefined);
  const lookups = (resolve4: () => Promise<unknown>, resolve6: () => Promise<unknown>) =>
    new DnsNames(() => ({ resolve4, resolve6 }) as unknown as Lookups);
  const found =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses);

  it('have the addresses of both families', async () => {
    const names = lookups(found('9.9.9.9'), found('2620:fe::fe'));
    expect(await names.addressesOf('hooks.example.com')).toEqual(['9.9.9.9', '2620:fe::fe']);
  });

  it('do with one family where the other has none, fails, or never comes', async () => {
    for (const nothing of [failing('ENODATA'), failing('ESERVFAIL'), never]) {
      expect(await lookups(found('9.9.9.9'), nothing).addressesOf('a.example')).toEqual(['9.9.9.9']);
      expect(await lookups(nothing, found('2620:fe::fe')).addressesOf('a.example')).toEqual(['2620:fe::fe']);
    }
  });

  it('have four addresses of each family at most', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `9.9.${i % 250}.1`);
    expect(await lookups(found(...many), failing('ENODATA')).addressesOf('a.example')).toEqual(
      many.slice(0, 4),
    );
  });

  it.each([
    ['ENOTFOUND', 'ENOTFOUND', 'name not found'],
    ['ENODATA', 'ENODATA', 'name not found'],
    ['ESERVFAIL', 'ENODATA', 'name could not be looked up'],
    ['ETIMEOUT', 'ECONNREFUSED', 'name could not be looked up'],
  ])('%s and %s: %s', async (first, second, text) => {
    const by = kept(makeSender({ names: lookups(failing(first), failing(second)) }));
    expect(await by.send(outgoing('http://nowhere.example/'))).toMatchObject({
      status_code: null,
      error: text,
    });
  });

  it('whose servers never answer use up the time of the attempt', async () => {
    const by = kept(makeSender({ names: lookups(never, never), timeoutMs: 200 }));
    const result = await by.send(outgoing('http://nowhere.example/'));
    expect(result).toMatchObject({ status_code: null, error: 'timed out after 0.2 s' });
  });

  it('of this machine are never asked for outside', async () => {
    const names = lookups(never, never);
    for (const name of ['localhost', 'LOCALHOST.', 'hooks.localhost'])
      expect(await names.addressesOf(name)).toContain('127.0.0.1');
  });

  it('are read from a hosts file', () => {
    const names = readHostsFile(
      '# all\n127.0.0.1\tlocalhost  # this\n::1 localhost\n10.0.0.7 Hooks hooks.internal\nbad line\n\n',
    );
    expect([...names]).toEqual([
      ['localhost', ['127.0.0.1', '::1']],
      ['hooks', ['10.0.0.7']],
      ['hooks.internal', ['10.0.0.7']],
    ]);
  });
});
