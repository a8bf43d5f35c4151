import { afterEach, describe, expect, it } from '@jest/globals';
import {
  answers,
  makeAuthorityForTls,
  makeCertificate,
  startReceiver,
  type MadeCertificate,
} from '../../../../test/receivers/index.js';
import { makeSender, outgoing } from './testing.js';

const opened: { close(): Promise<void> }[] = [];
const kept = <T extends { close(): Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const authority = makeAuthorityForTls();
const names = { addressesOf: () => Promise.resolve(['127.0.0.1']) };
const certificate = (options: Parameters<typeof makeCertificate>[0] = {}) =>
  makeCertificate({ names: ['hooks.example.com'], by: authority, ...options });

async function send(tls: MadeCertificate, host = 'hooks.example.com') {
  const to = kept(await startReceiver({ tls, behave: answers(200, { body: 'safe' }) }));
  const by = kept(makeSender({ names, ca: authority.cert }));
  const result = await by.send(outgoing(`https://${host}:${to.port}/`, { livemode: true }));
  return { result, to };
}

describe('TLS', () => {
  it('is for the name of the URL, and its connection is used again', async () => {
    const to = kept(await startReceiver({ tls: certificate() }));
    const by = kept(makeSender({ names, ca: authority.cert }));
    for (const host of ['hooks.example.com', 'hooks.example.com', 'HOOKS.example.com.'])
      expect(await by.send(outgoing(`https://${host}:${to.port}/`))).toMatchObject({
        status_code: 200,
        error: null,
      });
    expect(to.connections).toBe(2);
  });

  it('is for the address of the URL', async () => {
    const { result } = await send(certificate({ addresses: ['127.0.0.1'] }), '127.0.0.1');
    expect(result).toMatchObject({ status_code: 200, response_body: 'safe' });
  });

  it.each<[string, () => MadeCertificate, string]>([
    ['that nobody vouches for', () => makeCertificate({ names: ['hooks.example.com'] }), 'self-signed'],
    [
      'of an authority that nobody knows',
      () => certificate({ by: makeAuthorityForTls() }),
      'issuer not known',
    ],
    ['for another name', () => certificate({ names: ['other.example.com'] }), 'for another name'],
    ['that has expired', () => certificate({ days: { from: -20, until: -1 } }), 'expired'],
    ['of tomorrow', () => certificate({ days: { from: 1, until: 20 } }), 'not valid yet'],
  ])('is refused with a certificate %s', async (_what, tls, reason) => {
    const { result, to } = await send(tls());
    expect(result).toMatchObject({
      status_code: null,
      response_body: null,
      error: `certificate not valid: ${reason}`,
    });
    expect(to.requests).toEqual([]);
    await to.opened(0);
  });

  it('is refused with a certificate for another address', async () => {
    const { result } = await send(certificate({ addresses: ['127.0.0.9'] }), '127.0.0.1');
    expect(result).toMatchObject({ status_code: null, error: 'certificate not valid: for another name' });
  });

  it('stays on whatever the environment says', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const { result } = await send(makeCertificate({ names: ['hooks.example.com'] }));
      expect(result).toMatchObject({ status_code: null, error: 'certificate not valid: self-signed' });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it('is not what the server speaks', async () => {
    const to = kept(await startReceiver());
    const by = kept(makeSender({ names }));
    expect(await by.send(outgoing(`https://hooks.example.com:${to.port}/`))).toMatchObject({
      status_code: null,
      error: 'server does not speak TLS',
    });
  });

  it('is all that the server speaks', async () => {
    const to = kept(await startReceiver({ tls: certificate() }));
    const by = kept(makeSender({ names }));
    expect((await by.send(outgoing(`http://hooks.example.com:${to.port}/`))).error).toBe('connection closed');
  });
});
