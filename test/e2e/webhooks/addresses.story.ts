import { until } from '#bus/testing/until';
import { Sender } from '#apps/webhooks/src/sending/send';
import { answers, closedPort, redirects, startReceiver } from '../../receivers/index.js';
import type { Json } from '../../support/app.js';
import { describe, expect, it } from '../../support/story.js';
import { api, call, useTwoOrganizations } from '../surface/two-organizations.js';

useTwoOrganizations();

const english = { 'accept-language': 'en' };
const ask = (url: string, headers = {}) => call('POST /webhooks', { url, enabled_events: ['*'] }, headers);

describe('the address of an endpoint', () => {
  it.each([
    ...['http://10.0.0.1/', 'http://0xa9fea9fe/', 'http://0251.0376.0251.0376/', 'http://169.254.169.254./'],
    ...['http://１６９.254.169.254/', 'http://[::ffff:169.254.169.254]/', 'http://[64:ff9b::a9fe:a9fe]/'],
    ...[
      'http://[2002:a9fe:a9fe::]/',
      'http://[2001:0:1::1]/',
      'http://[fd00:ec2::254]/',
      'http://[fe80::1]/',
    ],
    ...[
      'https://100.64.0.1/',
      'https://198.18.0.1/',
      'https://203.0.113.7/',
      'https://[3fff::1]/',
      'https://224.0.0.1/',
    ],
    ...['http://0.0.0.0:4000/', 'http://[::]:4000/', 'http://[::ffff:127.0.0.1]:4000/'],
  ])('may not be %s', async (url) => {
    const { status, body } = await ask(url);
    expect([status, body.code, body.errors]).toMatchObject([
      ...[400, 'invalid_request'],
      [{ path: 'url', code: 'invalid_value', message: expect.stringContaining('no está permitida') }],
    ]);
  });

  it('may be of this machine, which alone can ask, but not one of our own ports', async () => {
    const { port } = new URL(api.baseUrl);
    for (const host of ['127.0.0.1', '127.1', '[::1]', '127.45.6.7']) {
      const { status, body } = await ask(`http://${host}:${port}/v2/webhooks`, english);
      expect([status, body.errors]).toMatchObject([
        400,
        [{ path: 'url', code: 'invalid_value', message: expect.stringContaining('is not allowed') }],
      ]);
    }
    const free = await closedPort();
    const created = await ask(`http://127.0.0.1:${free}/`);
    expect(created.status).toBe(201);
    const edited = await call(`PUT /webhooks/${created.body.id}`, { url: `http://localhost.:${port}/` });
    // A name is judged by what it leads to, at each call.
    expect(edited.status).toBe(200);
    const refused = await call(`PUT /webhooks/${created.body.id}`, { url: `http://127.0.0.1:${port}/` });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'url']);
    await call(`DELETE /webhooks/${created.body.id}`);
  });

  it('is judged at each attempt, which says so and nothing of what is there', async () => {
    const { port } = new URL(api.baseUrl);
    const { id } = (await ask(`http://localhost:${port}/v2/customers`)).body;
    expect((await call(`POST /webhooks/${id}/ping`)).status).toBe(200);
    let attempts: Json[] = [];
    await until(async () => {
      attempts = (await call(`GET /webhooks/${id}/attempts`)).body.data;
      return attempts.some(({ error }) => error !== null);
    });
    expect(attempts).toMatchObject([
      { attempt: 1, status_code: null, response_body: null, error: 'address not allowed' },
    ]);
    await call(`DELETE /webhooks/${id}`);
  });

  it('is judged again when it is called: a name may lead to us, and an answer may send there', async () => {
    const sender = api.get(Sender);
    const { port } = new URL(api.baseUrl);
    const send = (url: string) => sender.send({ url, livemode: false, body: '{}', headers: {} });
    const refused = { status_code: null, error: 'address not allowed' };
    expect(await send(`http://localhost:${port}/v2/customers`)).toMatchObject(refused);
    const receiver = await startReceiver({ behave: redirects(`${api.baseUrl}/customers`, 307) });
    try {
      expect(await send(receiver.url)).toMatchObject({
        status_code: 307,
        error: 'redirects are not followed (307)',
      });
      receiver.behave(answers(200));
      expect(await send(receiver.url)).toMatchObject({ status_code: 200, error: null });
    } finally {
      await receiver.close();
    }
  });
});
