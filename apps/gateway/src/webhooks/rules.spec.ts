import { describe, expect, it } from '@jest/globals';
import { AddressRules } from '#kernel';
import { webhookProblems } from './rules.js';

const rules = new AddressRules([], {
  listensOn: () => false,
  talksTo: (host, port) => host === 'postgres' && port === 5432,
  talksToNamed: () => false,
  isThisMachine: () => false,
});
const codesOf = (body: Parameters<typeof webhookProblems>[0], livemode = false) =>
  webhookProblems(body, { livemode, rules }).map(({ path, code }) => [path, code]);

describe('the URL of an endpoint', () => {
  it.each([
    ['https://example.com', [], []],
    ['https://example.com:8443/a?b=c', [], []],
    ['http://example.com', [], [['url', 'invalid_value']]],
    ['http://1.1.1.1:3000', [], [['url', 'invalid_value']]],
    ['https://1.1.1.1', [], []],
    ['wss://example.com', [['url', 'invalid_format']], [['url', 'invalid_format']]],
    ['https://127.0.0.1', [['url', 'invalid_value']], [['url', 'invalid_value']]],
    ['https://postgres:5432', [['url', 'invalid_value']], [['url', 'invalid_value']]],
    ['https://example.com/#a', [['url', 'invalid_value']], [['url', 'invalid_value']]],
  ])('%s in Test and in Live', (url, test, live) => {
    expect([codesOf({ url }), codesOf({ url }, true)]).toEqual([test, live]);
  });
});

describe('what is wrong with an endpoint', () => {
  it('is told of every field at once', () =>
    expect(
      codesOf({
        ...{ url: 'https://10.0.0.1', enabled_events: ['*', 'invoice.stamped', '*'] },
        headers: { Cookie: 'a=b', Host: 'a', 'Proxy-Authorization': 'a', 'X-A': 'tab\tinside', 'X-B': ' a' },
      }),
    ).toEqual([
      ['url', 'invalid_value'],
      ['enabled_events[2]', 'invalid_value'],
      ['headers.Host', 'not_allowed'],
      ['headers.Proxy-Authorization', 'not_allowed'],
      ['headers.X-B', 'invalid_format'],
    ]));

  it('is nothing where nothing is sent', () => expect(codesOf({})).toEqual([]));
});
