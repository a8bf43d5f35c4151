import { describe, expect, it } from '@jest/globals';
import { StartupError } from '../postgres/startup-error.js';
import { webhooksConfig } from './webhooks.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

describe('TIMBRA_WEBHOOK_ALLOW', () => {
  it.each([undefined, '', '127.0.0.1', '127.0.0.7', '::1', 'localhost'])(
    'is loopback where it is unset and nobody else can ask (TIMBRA_HOST=%s)',
    (TIMBRA_HOST) => expect(webhooksConfig({ TIMBRA_HOST }).allow).toEqual(LOOPBACK),
  );

  it.each(['0.0.0.0', '::', '10.0.0.1', 'timbra.example.com'])(
    'is nothing where it is unset and others can ask (TIMBRA_HOST=%s)',
    (TIMBRA_HOST) => expect(webhooksConfig({ TIMBRA_HOST }).allow).toEqual([]),
  );

  it('is what it says, and nothing where it is empty', () => {
    const allow = (TIMBRA_WEBHOOK_ALLOW: string) => webhooksConfig({ TIMBRA_WEBHOOK_ALLOW }).allow;
    expect(allow('')).toEqual([]);
    expect(allow(' , ')).toEqual([]);
    expect(allow('10.1.0.0/16, 2001:db8::/32,192.168.1.7')).toEqual([
      '10.1.0.0/16',
      '2001:db8::/32',
      '192.168.1.7',
    ]);
  });

  it.each([
    '10.1.0.0/33',
    'internal',
    '10.1.0.0-10.1.0.9',
    '10.1/16',
    '10.1.0.0/16;10.2.0.0/16',
    'fe80::1%eth0',
  ])('may not be %s', (text) => {
    const start = () => webhooksConfig({ TIMBRA_WEBHOOK_ALLOW: text });
    expect(start).toThrow(StartupError);
    expect(start).toThrow('TIMBRA_WEBHOOK_ALLOW must be networks such as 10.1.0.0/16');
  });
});

describe('TIMBRA_WEBHOOK_PROXY', () => {
  const proxy = (TIMBRA_WEBHOOK_PROXY: string) => webhooksConfig({ TIMBRA_WEBHOOK_PROXY }).proxy;

  it.each([
    ['http://proxy.example.com:3128', false, 'proxy.example.com', 3128, undefined, undefined],
    ['http://proxy.example.com', false, 'proxy.example.com', 80, undefined, undefined],
    ['https://ana:s3cr%40t@proxy.example.com/', true, 'proxy.example.com', 443, 'ana', 's3cr@t'],
    ['http://ana@[2001:db8::1]:8080', false, '2001:db8::1', 8080, 'ana', undefined],
  ])('%s', (url, tls, host, port, user, password) => {
    expect(proxy(url)).toEqual({ tls, host, port, user, password });
  });

  it('is none by default', () => expect(proxy('')).toBeUndefined());

  it.each([
    ...[
      'proxy.example.com:3128',
      'socks5://ana:hunter2@proxy.example.com',
      'http://',
      'http://:hunter2@proxy.example.com',
    ],
    ...[
      'http://ana:hunter2@proxy.example.com/path',
      'http://ana:hunter2@proxy.example.com?a=b',
      'http://ana:hunter2%@a',
    ],
  ])('may not be %s, and the sentence does not repeat it', (text) => {
    expect(() => proxy(text)).toThrow(StartupError);
    expect(() => proxy(text)).toThrow(/^TIMBRA_WEBHOOK_PROXY (?!.*hunter2)/);
  });
});
