import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { AddressRules, judgeUrl } from '#kernel';
import { loadConfig } from '../config/config.js';
import { knownPlaces } from './own-places.js';

const config = loadConfig({
  ...{ TIMBRA_PORT: '3000', TIMBRA_OPERATOR_PORT: '9464', TIMBRA_EVENT_STORE: 'eventstoredb' },
  EVENTSTOREDB_URL: 'esdb://admin:changeit@es-one.internal:2113,10.9.0.2:2114?tls=true',
  TIMBRA_KAFKA: 'kafka-0.internal:9093,[fd00::9]:9094',
  ...{ TIMBRA_DOMAIN_EVENTS: 'topics', DATABASE_URL: 'postgresql://timbra:secret@127.0.0.1:54321/timbra' },
  DATABASE_URL_GATEWAY: 'postgresql://gateway:secret@10.9.0.5/gateway',
  ...{ TIMBRA_SMTP_URL: 'smtp://10.9.0.25:2525', TIMBRA_MAIL_FROM: 'a@example.com' },
  ...{ TIMBRA_BROWSER_URL: 'ws://browser:9222', TIMBRA_BROWSER_TOKEN: 'x'.repeat(16) },
  ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', TIMBRA_WEBHOOK_PROXY: 'http://proxy.internal' },
});

/** Everything is allowed: what is refused is a place of our own. */
function isOwn(
  url: string,
  databaseUrl = 'postgresql://timbra:secret@127.0.0.1:54321/timbra',
  port?: number,
): boolean {
  const places = knownPlaces(config, databaseUrl);
  if (port !== undefined) places.noteListening(port);
  const rules = new AddressRules(['0.0.0.0/0', '::/0'], places);
  return judgeUrl(url, { livemode: false, rules }) === 'address_not_allowed';
}

describe('the places of a process', () => {
  it.each([
    ['its own port', 'http://127.0.0.1:3000/'],
    ['its own port by another address of loopback', 'http://127.8.9.1:3000/'],
    ['its own port over IPv6', 'http://[::1]:3000/'],
    ['its own port by the address that means this machine', 'http://0.0.0.0:3000/'],
    ['the port of its metrics', 'http://127.0.0.1:9464/'],
    ['the database', 'http://127.0.0.1:54321/'],
    ['the database of a service', 'http://10.9.0.5:5432/'],
    ['the database over IPv6', 'http://[::1]:54321/'],
    ['the event store by its name', 'http://es-one.internal:2113/'],
    ['the event store by an address that its name may have', 'http://10.200.0.1:2113/'],
    ['the event store by its address', 'http://10.9.0.2:2114/'],
    ['a broker', 'https://kafka-0.internal:9093/'],
    ['a broker by its address', 'http://[fd00::9]:9094/'],
    ['the mail server', 'http://10.9.0.25:2525/'],
    ['the browser', 'http://browser:9222/'],
    ['the collector of traces', 'http://127.0.0.1:4318/'],
    ['the proxy', 'http://proxy.internal/'],
  ])('are never called: %s', (_what, url) => expect(isOwn(url)).toBe(true));

  it('are its ports at every address of this machine', () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
      all.map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%', 1)[0]}]` : address)),
    );
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect([address, isOwn(`http://${address}:3000/`)]).toEqual([address, true]);
  });

  it('are the port that it was given when it began to listen', () => {
    expect(isOwn('http://127.0.0.1:40123/')).toBe(false);
    expect(isOwn('http://127.0.0.1:40123/', undefined, 40_123)).toBe(true);
  });

  it('are not those of others', () => {
    for (const url of [
      ...[
        'http://127.0.0.1:4000/',
        'http://10.9.0.3:2114/',
        'http://10.200.0.1/',
        'http://es-two.internal:2114/',
      ],
      ...['http://9.9.9.9:3000/', 'http://9.9.9.9:2113/'],
    ])
      expect([url, isOwn(url)]).toEqual([url, false]);
  });

  it('are the database of a socket, which has no port', () => {
    expect(isOwn('http://127.0.0.1:4000/', 'postgresql:///timbra?host=/run/postgresql')).toBe(false);
  });
});
