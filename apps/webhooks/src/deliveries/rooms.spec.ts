import { beforeEach, describe, expect, it } from '@jest/globals';
import { Rooms } from './rooms.js';

const limits = { endpoint: 10, organization: 40, all: 100, claim: 50 };

describe('room for deliveries', () => {
  let now: number;
  let rooms: Rooms;
  let made: number;
  beforeEach(() => {
    now = 0;
    made = 0;
    rooms = new Rooms(limits, () => now);
  });
  const begin = (endpoint: string, count = 1, organization = `of ${endpoint}`): string[] =>
    Array.from({ length: count }, () => {
      const attempt = `attempt ${(made += 1)}`;
      rooms.begin(endpoint, organization, attempt);
      return attempt;
    });
  const succeed = (endpoint: string, count: number) => {
    for (const attempt of begin(endpoint, count)) rooms.end(endpoint, attempt, true);
  };
  const fail = (endpoint: string, count = 1) => {
    for (const attempt of begin(endpoint, count)) rooms.end(endpoint, attempt, false);
  };
  const roomOf = (endpoint: string) => {
    const { endpoints, otherEndpoints } = rooms.look();
    return endpoints[endpoint] ?? otherEndpoints;
  };

  it('is five for an endpoint at first, and ten in all once it answers', () => {
    expect(roomOf('a')).toBe(5);
    begin('a', 5);
    expect(roomOf('a')).toBe(0);
    succeed('b', 6);
    begin('b', 8);
    expect(roomOf('b')).toBe(2);
  });

  it('falls to one for an endpoint that fails, and grows again', () => {
    fail('a', 3);
    expect(roomOf('a')).toBe(1);
    succeed('a', 2);
    expect(roomOf('a')).toBe(3);
  });

  it('of all is never taken by those that hang: others find half of it', () => {
    for (let n = 0; n < 10; n += 1) begin(`hanging ${n}`, 5);
    now = 1_001;
    for (let n = 0; n < 10; n += 1) expect(roomOf(`hanging ${n}`)).toBe(0);
    expect(rooms.look()).toMatchObject({ otherEndpoints: 5, all: 50, crowded: true });
  });

  it('is shared among those that are slow', () => {
    for (let n = 0; n < 20; n += 1) {
      const [attempt = ''] = begin(`slow ${n}`);
      now += 2_000;
      rooms.end(`slow ${n}`, attempt, true);
    }
    for (let n = 0; n < 20; n += 1) expect(roomOf(`slow ${n}`)).toBe(2);
  });

  it('of an organization is bounded, however many endpoints it has', () => {
    for (let n = 0; n < 10; n += 1) begin(`endpoint ${n}`, 4, 'large');
    const { organizations, otherOrganizations } = rooms.look();
    expect([organizations['large'], otherOrganizations]).toEqual([0, 30]);
  });

  it('is none while an endpoint is held, and some after that', () => {
    fail('a');
    rooms.hold('a', 5_000);
    expect(roomOf('a')).toBe(0);
    expect(rooms.heldUntil).toBe(5_000);
    now = 5_000;
    expect(roomOf('a')).toBe(2);
    rooms.hold('a', 5_000);
    rooms.letGo('of a');
    expect([roomOf('a'), rooms.heldUntil]).toEqual([2, undefined]);
  });

  it('is forgotten for who had nothing for long', () => {
    fail('a', 3);
    now = 16 * 60_000;
    expect(roomOf('a')).toBe(5);
  });
});
