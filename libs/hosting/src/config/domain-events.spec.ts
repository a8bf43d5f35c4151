import { describe, expect, it } from '@jest/globals';
import { StartupError } from '../postgres/startup-error.js';
import { domainEventsConfig } from './domain-events.js';

describe('the way of domain events', () => {
  it('is the feed where nothing says otherwise', () =>
    expect(domainEventsConfig({})).toEqual({ by: 'feed', shards: 1 }));

  it('is topics where they are named', () =>
    expect(domainEventsConfig({ TIMBRA_DOMAIN_EVENTS: 'topics', TIMBRA_DOMAIN_SHARDS: '5' })).toEqual({
      by: 'topics',
      shards: 5,
    }));

  it.each([{ TIMBRA_DOMAIN_EVENTS: 'kafka' }, { TIMBRA_DOMAIN_SHARDS: '0' }])('is not %j', (env) =>
    expect(() => domainEventsConfig(env)).toThrow(StartupError),
  );
});
