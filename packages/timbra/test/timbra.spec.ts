import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  answers,
  closedPort,
  hangs,
  redirects,
  startReceiver,
  type Receiver,
} from '../../../test/receivers/index.js';
import { startFakeApi, type FakeApi, type Told } from './fake-api.js';
import { runTimbra } from './program.js';

let api: FakeApi;
let receiver: Receiver;
let runs: ReturnType<typeof runTimbra>[];
beforeEach(async () => {
  [api, receiver, runs] = [await startFakeApi(), await startReceiver(), []];
});
afterEach(async () => {
  for (const run of runs) run.kill();
  await Promise.all([...runs.map(({ exited }) => exited), api.close(), receiver.close()]);
});

const timbra = (args: string, env: Record<string, string> = {}) => {
  const run = runTimbra(args.split(' '), { TIMBRA_API_URL: api.url, TIMBRA_API_KEY: 'sk_test_a', ...env });
  runs.push(run);
  return run;
};
const listening = async (more = '') => {
  const run = timbra(`listen --forward-to ${receiver.port}/hook${more}`);
  await run.printed('Listening to');
  return run;
};

let number = 0;
const event = (resource = `r${number}`): Told => {
  const id = (number += 1).toString(16).padStart(24, '0');
  const type = 'invoice.created';
  // Not as JSON.stringify would write it: the bytes must be these.
  return {
    id,
    type,
    body: `{"id":"${id}", "type":"${type}","data":{"object":{"id":"${resource}","ñ":"€"}}}`,
  };
};

describe('timbra listen', () => {
  it('forwards the exact bytes, with both signatures by the secret that it prints', async () => {
    const run = await listening();
    const one = event();
    api.tell(one);
    const [request] = await receiver.received(1);
    const secret = /whsec_\S+/.exec(run.out())?.[0] ?? '';
    expect([request?.method, request?.path, request?.body]).toEqual(['POST', '/hook', one.body]);
    const headers = request?.headers as Record<string, string>;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': one.id });
    expect(headers['facturapi-signature']).toBe(createHmac('sha256', secret).update(one.body).digest('hex'));
    expect(new Webhook(secret).verify(one.body, headers)).toMatchObject({ id: one.id });
    await run.printed(new RegExp(`\\d\\d:\\d\\d:\\d\\d  invoice.created  ${one.id}  → 200 \\(\\d+ ms\\)`));
    expect(run.out()).not.toContain('\u001b');
    expect(await run.interrupt()).toBe(0);
    expect(run.out()).toContain('Stopped: 1 received, 1 delivered, 0 failed');
  });

  it('takes a secret of the environment, and does not print it', async () => {
    const secret = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`;
    const run = timbra(`listen -f ${receiver.url}`, { TIMBRA_WEBHOOK_SECRET: secret });
    await run.printed('Listening to');
    const one = event();
    api.tell(one);
    const [request] = await receiver.received(1);
    new Webhook(secret).verify(one.body, request?.headers as Record<string, string>);
    expect(run.out()).not.toContain('whsec_');
  });

  it('resumes after the connection is lost, says so, and gives each event once', async () => {
    const run = await listening();
    const told = [event(), event(), event()] as const;
    api.tell(told[0]);
    await receiver.received(1);
    api.breakOff();
    await run.printed(/Connection lost \(.+\): trying again…/);
    api.keep(told[1]);
    await run.printed('Connected again');
    api.tell(told[2]);
    await receiver.received(3);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(told.map(({ id }) => id));
    expect(api.asked.map(({ after }) => after)).toEqual([undefined, told[0].id]);
  });

  it('resumes where it began, if nothing came before the connection was lost', async () => {
    api.keep(event());
    const run = await listening();
    api.breakOff();
    await run.printed('Connection lost');
    const one = event();
    api.keep(one);
    await receiver.received(1);
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(one.id);
  });

  it('waits for a service that is away, and takes it up when it is there again', async () => {
    const run = await listening();
    const { port } = api;
    await api.close();
    await run.printed('Connection lost');
    api = await startFakeApi(port);
    const one = event();
    api.keep(one);
    await run.printed('Connected again');
    await receiver.received(1);
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(one.id);
  });

  it('says where events may be missing', async () => {
    const run = timbra('listen --since 00000000000000000000dead');
    await run.printed('Events are missing here');
  });

  it('keeps the order of a resource, and lets others pass it', async () => {
    await listening();
    const [first, second, other] = [event('same'), event('same'), event('other')] as const;
    let finish = (): void => undefined;
    receiver.behave((request, response) => {
      if (request.headers['webhook-id'] === first.id) finish = () => answers(200)(request, response);
      else answers(200)(request, response);
    });
    for (const one of [first, second, other]) api.tell(one);
    await receiver.received(2);
    finish();
    await receiver.received(3);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect([ids[2], ids.includes(other.id), ids.includes(first.id)]).toEqual([second.id, true, true]);
  });

  it('shows what became of a forward, and tries none again', async () => {
    const run = await listening();
    receiver.behave(answers(500));
    api.tell(event());
    await run.printed('→ 500');
    receiver.behave(redirects('/elsewhere'));
    api.tell(event());
    await run.printed('→ 302');
    receiver.behave((request) => void request.socket.destroy());
    api.tell(event());
    await run.printed('→ connection closed by the other side');
    expect(receiver.requests.length).toBe(3);
    const nowhere = timbra(`listen -f ${await closedPort()}`);
    await nowhere.printed('Listening to');
    api.tell(event());
    await nowhere.printed('→ connection refused');
  });

  it('ends in order at Ctrl-C, and at once at a second one', async () => {
    receiver.behave(hangs);
    const run = await listening();
    api.tell(event());
    await receiver.received(1);
    expect(await run.interrupt()).toBe(0);
  });

  it('prints the JSON of events and nothing else on standard output', async () => {
    const run = timbra('listen --print-json --events invoice.created,customer.created');
    await run.printed('Listening to');
    const one = event();
    api.tell(one);
    await run.printed(one.body);
    expect(run.out()).toBe(`${one.body}\n`);
    expect(api.asked[0]?.path).toBe('/v2/events/stream?type=invoice.created&type=customer.created');
  });

  it('says what is wrong, and ends with 1', async () => {
    const refused = async (status: number, code: string, message: string) => {
      api.refuse({ status, body: { message, code, status, errors: [{ message: 'the detail' }] } });
      const run = timbra('listen');
      expect(await run.exited).toBe(1);
      return run.err();
    };
    expect(await refused(401, 'api_key_invalid', 'The key is wrong.')).toBe(
      'The key is wrong. (401 api_key_invalid)\n  the detail\n',
    );
    expect(await refused(429, 'rate_limit_exceeded', 'Too many.')).toContain('Too many. (429');
    api.refuse(undefined);
    const elsewhere = timbra('listen', { TIMBRA_API_URL: api.url.replace('/v2', '') });
    expect([await elsewhere.exited, elsewhere.err()]).toEqual([
      1,
      expect.stringContaining('must end with /v2'),
    ]);
    const port = await closedPort();
    const away = timbra('listen', { TIMBRA_API_URL: `http://127.0.0.1:${port}/v2` });
    expect([await away.exited, away.err()]).toEqual([1, expect.stringContaining('connection refused')]);
    const live = timbra('listen', { TIMBRA_API_KEY: 'sk_live_abc' });
    expect([await live.exited, live.err()]).toEqual([1, expect.stringContaining('is a Live key')]);
    expect(live.err()).not.toContain('sk_live_abc');
  });

  it('ends when its key is revoked while it listens', async () => {
    const run = await listening();
    api.refuse({ status: 401, body: { message: 'The key is wrong.', code: 'api_key_invalid', errors: [] } });
    api.breakOff();
    expect(await run.exited).toBe(1);
    expect(run.err()).toContain('The key is wrong. (401 api_key_invalid)');
  });
});

describe('timbra trigger', () => {
  it('asks for a sample and says its id', async () => {
    const run = timbra('trigger invoice.canceled');
    expect(await run.exited).toBe(0);
    expect(run.out()).toBe('Triggered invoice.canceled: event 7\n');
    expect(api.asked).toEqual([{ path: '/v2/sandbox/events', after: undefined, key: 'Bearer sk_test_a' }]);
  });

  it.each(['trigger', 'trigger a b', 'trigger a --since 1', 'nonsense', 'listen 4000', 'listen --what'])(
    'tells the wrong usage of "%s"',
    async (args) => {
      const run = timbra(args);
      expect(await run.exited).toBe(2);
      expect(run.err()).toContain('See: timbra --help');
    },
  );
});
