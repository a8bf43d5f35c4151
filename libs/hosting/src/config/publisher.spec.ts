import { describe, expect, it } from '@jest/globals';
import { publisherConfig } from './publisher.js';

describe("the publisher's settings", () => {
  it('are a lease of 10 s, and events that wait for 30 s at most', () =>
    expect(publisherConfig({})).toEqual({ leaseMs: 10_000, maxAgeMs: 30_000 }));

  it('let events wait for three leases where that is longer', () =>
    expect(publisherConfig({ TIMBRA_PUBLISHER_LEASE_MS: '20000' })).toEqual({
      leaseMs: 20_000,
      maxAgeMs: 60_000,
    }));

  it('are taken as they are given', () =>
    expect(
      publisherConfig({ TIMBRA_PUBLISHER_LEASE_MS: '1000', TIMBRA_PUBLISHER_MAX_AGE_MS: '5000' }),
    ).toEqual({ leaseMs: 1_000, maxAgeMs: 5_000 }));

  it.each([
    ['TIMBRA_PUBLISHER_LEASE_MS', '499'],
    ['TIMBRA_PUBLISHER_LEASE_MS', '1e4'],
    ['TIMBRA_PUBLISHER_MAX_AGE_MS', '999'],
  ])('are refused by name where they are out of range: %s=%s', (name, value) =>
    expect(() => publisherConfig({ [name]: value })).toThrow(name),
  );
});
