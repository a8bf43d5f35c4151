import { afterEach, describe, expect, it } from '@jest/globals';
import {
  closedPort,
  makeAuthorityForTls,
  makeCertificate,
  startProxy,
  startReceiver,
} from '../../../../test/receivers/index.js';
import type { ProxySettings } from './tunnel.js';
import { makeSender, outgoing } from './testing.js';

const opened: { close(): Promise<void> }[] = [];
const kept = <T extends { close(): Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const PUBLIC = '9.9.9.9';
const proxyAt = (port: number, rest: Partial<ProxySettings> = {}): ProxySettings => ({
  ...{ tls: false, host: '127.0.0.1', port, user: undefined, password: undefined },
  ...rest,
});
const namesOf = (...addresses: string[]) => ({
  addressesOf: (host: string) =>
    Promise.resolve(host === '127.0.0.1' || host === 'localhost' ? ['127.0.0.1'] : addresses),
});

describe('through the proxy of the operator', () => {
  it('goes a request to the address that was judged, not to the name', async () => {
    const to = kept(await startReceiver());
    const proxy = kept(await startProxy({ lead: () => ({ host: '127.0.0.1', port: to.port }) }));
    const by = kept(makeSender({ allow: [], names: namesOf(PUBLIC), proxy: proxyAt(proxy.port) }));
    const result = await by.send(outgoing('http://hooks.example.com:8080/hook'));
    expect(result).toMatchObject({ status_code: 200, error: null });
    expect(proxy.asked).toMatchObject([{ target: '9.9.9.9:8080' }]);
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBeUndefined();
    expect(to.requests[0]).toMatchObject({ path: '/hook', headers: { host: 'hooks.example.com:8080' } });
  });

  it('goes TLS to the end: the certificate is for the name, and the proxy reads nothing', async () => {
    const authority = makeAuthorityForTls();
    const tls = makeCertificate({ names: ['hooks.example.com'], by: authority });
    const to = kept(await startReceiver({ tls }));
    const proxy = kept(await startProxy({ lead: () => ({ host: '127.0.0.1', port: to.port }) }));
    const by = kept(
      makeSender({
        allow: [],
        names: namesOf('2620:fe::fe'),
        proxy: proxyAt(proxy.port),
        ca: authority.cert,
      }),
    );
    expect(await by.send(outgoing('https://hooks.example.com/'))).toMatchObject({ status_code: 200 });
    expect(proxy.asked).toMatchObject([{ target: '[2620:fe::fe]:443' }]);
    expect(await by.send(outgoing('https://other.example.com/'))).toMatchObject({
      error: 'certificate not valid: for another name',
    });
  });

  it('goes a request with the password that the proxy wants, also over TLS', async () => {
    const authority = makeAuthorityForTls();
    const to = kept(await startReceiver());
    const proxy = kept(
      await startProxy({
        ...{ tls: makeCertificate({ names: ['localhost'], by: authority }) },
        ...{
          lead: () => ({ host: '127.0.0.1', port: to.port }),
          authorization: `Basic ${btoa('timbra:s3cret@:')}`,
        },
      }),
    );
    const settings = proxyAt(proxy.port, {
      tls: true,
      host: 'localhost',
      user: 'timbra',
      password: 's3cret@:',
    });
    const parts = { allow: [], names: namesOf(PUBLIC), ca: authority.cert };
    const by = kept(makeSender({ ...parts, proxy: settings }));
    expect(await by.send(outgoing('http://hooks.example.com/'))).toMatchObject({ status_code: 200 });
    const wrong = kept(makeSender({ ...parts, proxy: { ...settings, password: 'wr0ng' } }));
    const result = await wrong.send(outgoing('http://hooks.example.com/'));
    expect(result).toMatchObject({ status_code: null, error: 'proxy refused our credentials' });
    expect(JSON.stringify(result)).not.toContain('wr0ng');
  });

  it('goes nothing to addresses that are not allowed', async () => {
    const proxy = kept(await startProxy());
    for (const address of ['169.254.169.254', '10.0.0.1', '127.0.0.1', '::ffff:9.9.9.9']) {
      const by = kept(
        makeSender({
          allow: [],
          names: { addressesOf: () => Promise.resolve([address]) },
          proxy: proxyAt(proxy.port),
        }),
      );
      expect(await by.send(outgoing('https://hooks.example.com/'))).toMatchObject({
        error: 'address not allowed',
      });
    }
    expect(proxy.asked).toEqual([]);
  });

  it('goes nothing to this machine: it is not behind the proxy', async () => {
    const to = kept(await startReceiver());
    const proxy = kept(await startProxy());
    const by = kept(makeSender({ proxy: proxyAt(proxy.port) }));
    expect(await by.send(outgoing(to.url))).toMatchObject({ status_code: 200 });
    expect(proxy.asked).toEqual([]);
  });

  it('is tried the next address of a name', async () => {
    const to = kept(await startReceiver());
    const proxy = kept(
      await startProxy({
        lead: (target) => (target.startsWith(PUBLIC) ? { host: '127.0.0.1', port: to.port } : undefined),
      }),
    );
    const by = kept(makeSender({ allow: [], names: namesOf('8.8.8.8', PUBLIC), proxy: proxyAt(proxy.port) }));
    expect(await by.send(outgoing('http://hooks.example.com/'))).toMatchObject({ status_code: 200 });
    expect(proxy.asked.map(({ target }) => target)).toEqual(['8.8.8.8:80', '9.9.9.9:80']);
  });

  it('fails what the proxy does not do', async () => {
    const proxy = kept(await startProxy());
    const closing = kept(await startProxy({ behave: (socket) => void socket.destroy() }));
    const hanging = kept(await startProxy({ behave: () => undefined }));
    const forbidding = kept(
      await startProxy({ behave: (socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n') }),
    );
    const cases: [number, string][] = [
      ...([
        [proxy.port, 'proxy answered 502'],
        [closing.port, 'proxy closed the connection'],
      ] as [number, string][]),
      ...([
        [forbidding.port, 'proxy answered 403'],
        [hanging.port, 'timed out after 0.4 s'],
      ] as [number, string][]),
      [await closedPort(), 'proxy not reachable'],
    ];
    for (const [port, error] of cases) {
      const by = kept(
        makeSender({
          ...{ allow: [], names: namesOf(PUBLIC), proxy: proxyAt(port) },
          timeoutMs: port === hanging.port ? 400 : 30_000,
        }),
      );
      expect(await by.send(outgoing('https://hooks.example.com/'))).toMatchObject({
        status_code: null,
        error,
      });
      expect(by.connections).toBe(0);
    }
  });
});
