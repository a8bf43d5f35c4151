import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import forge from 'node-forge';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM } from '../port.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { eventStoreDbSettings } from './settings.js';

const SECRET = 'S3cr%40t';

describe('eventStoreDbSettings', () => {
  it('reads nodes, credentials and options', () => {
    expect(
      eventStoreDbSettings(`esdb://ops:${SECRET}@a.example:2114,b?TLS=true&keep_alive_interval=20000`),
    ).toEqual({
      hosts: [
        { address: 'a.example', port: 2114 },
        { address: 'b', port: 2113 },
      ],
      dnsDiscover: false,
      credentials: { username: 'ops', password: 'S3cr@t' },
      tls: true,
      rootCertificate: undefined,
      clientCertificate: undefined,
      tuning: { keepAliveInterval: 20_000 },
      connectionName: undefined,
    });
    expect(eventStoreDbSettings('esdb+discover://cluster.example/?tls=false').dnsDiscover).toBe(true);
    expect(eventStoreDbSettings('esdb://localhost').tls).toBe(true);
  });

  it.each([
    ['', 'must look like'],
    [`https://ops:${SECRET}@a`, 'must look like'],
    [`esdb://ops:${SECRET}@a:b`, 'hosts'],
    [`esdb://ops:${SECRET}@a:99999`, 'hosts'],
    [`esdb://ops:${SECRET}@a?tls=yes`, 'tls'],
    [`esdb://ops:${SECRET}@a?tls=false`, 'leave them out'],
    [`esdb://ops:${SECRET}@a?tlsVerifyCert=false`, 'unknown option'],
    [`esdb://ops:${SECRET}@a?nodePreference=follower`, 'nodePreference'],
    [`esdb://ops:${SECRET}@a?gossipTimeout=soon`, 'gossipTimeout'],
    [`esdb://ops:${SECRET}@a?tlsCAFile=/nowhere/ca.pem`, 'tlsCAFile cannot be read'],
    [`esdb://ops:${SECRET}@a?userCertFile=${encodeURIComponent(import.meta.filename)}`, 'belong together'],
    [`esdb://ops:%E0@a`, 'percent-encoded'],
  ])('refuses %s without repeating it, to the console either', (url, sentence) => {
    const consoles = (['log', 'warn', 'error', 'debug'] as const).map((level) =>
      jest.spyOn(console, level).mockImplementation(() => undefined),
    );
    let thrown: unknown;
    try {
      eventStoreDbSettings(url);
    } catch (error) {
      thrown = error;
    }
    for (const level of consoles) {
      expect(level).not.toHaveBeenCalled();
      level.mockRestore();
    }
    expect(thrown).toMatchObject({ name: 'EventStoreUrlError' });
    expect(inspect(thrown)).toContain(sentence);
    expect(inspect(thrown)).not.toContain(SECRET);
  });
});

describe('EventStoreDbEventStore, with TLS and a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbra-tls-'));
  const authority = join(folder, 'ca.pem');
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    const tls = selfSigned();
    writeFileSync(authority, tls.certificate);
    double = await EventStoreDbDouble.start({ tls, credentials: { username: 'ops', password: 'S3cr@t' } });
  });
  afterAll(async () => {
    await double.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (password: string, options: string): EventStoreDbEventStore =>
    new EventStoreDbEventStore({
      url: `esdb://ops:${password}@localhost:${double.wire.port}?${options}`,
      // One attempt that has the time of a busy machine.
      attemptMs: 10_000,
      retryMs: 300,
    });

  it('speaks to a server that it trusts and that knows it', async () => {
    const store = open(SECRET, `tlsCAFile=${encodeURIComponent(authority)}`);
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()], metadata);
    expect(await store.read(stream)).toHaveLength(1);
    await store.close();
  });

  it.each([
    ['a wrong password', 'wr0ng', () => `tlsCAFile=${encodeURIComponent(authority)}`],
    ['a server that it does not trust', SECRET, () => ''],
  ])('fails with an error that holds no secret: %s', async (_, password, options) => {
    const store = open(password, options());
    const error: unknown = await store.head().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    const text = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
    for (const secret of [
      password,
      decodeURIComponent(password),
      Buffer.from(`ops:${decodeURIComponent(password)}`).toString('base64'),
    ])
      expect(text).not.toContain(secret);
    await store.close();
  });
});

function selfSigned(): { key: string; certificate: string } {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: 'commonName', value: 'localhost' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  return {
    key: forge.pki.privateKeyToPem(keys.privateKey),
    certificate: forge.pki.certificateToPem(certificate),
  };
}
