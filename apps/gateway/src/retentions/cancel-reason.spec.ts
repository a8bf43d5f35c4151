import { describe, expect, it } from '@jest/globals';
import type { Tenant } from '#kernel';
import { retentionCancelReason } from './cancel-reason.js';
import type { CancelRetentionQuery } from './dto.js';
import type { RetentionQueries, StoredRetention } from './queries.js';

const tenant: Tenant = { organizationId: 'o', livemode: false };
const ID = '0123456789abcdef01234567';
const OTHER = '76543210fedcba9876543210';
const UUID = 'A1B2C3D4-0000-4000-8000-0123456789AB';
const stored = (id: string, over: Partial<StoredRetention> = {}) =>
  ({ id, uuid: id === OTHER ? UUID : null, status: 'valid', ...over }) as StoredRetention;

/** The reason that a request gives, or where and how it is wrong; `known`: a retention of the organization. */
async function reasonOf(query: CancelRetentionQuery, known?: StoredRetention) {
  const queries = { findByReference: () => Promise.resolve(known) } as unknown as RetentionQueries;
  const reason = await retentionCancelReason(queries, tenant, stored(ID), query);
  if (reason.ok) return reason.value;
  const [{ code, path, location } = {}] = reason.refusal.details ?? [];
  return `${code} at ${path} of the ${location}`;
}

describe('why a retention is canceled', () => {
  it('is 02 where nothing is said, and any other that is', async () => {
    expect(await reasonOf({})).toEqual({ motive: '02', substitution: null });
    expect(await reasonOf({ motive: '03' })).toEqual({ motive: '03', substitution: null });
  });

  it('names with 01 the UUID of the one in its place, of ours by its id, too', async () => {
    const expected = { motive: '01', substitution: UUID };
    expect(await reasonOf({ motive: '01', substitution: OTHER }, stored(OTHER))).toEqual(expected);
    expect(await reasonOf({ motive: '01', substitution: UUID.toLowerCase() })).toEqual(expected);
  });

  it.each([
    [{ motive: '01' }, undefined, 'required'],
    [{ motive: '02', substitution: UUID }, undefined, 'not_allowed'],
    [{ motive: '01', substitution: 'algo' }, undefined, 'invalid_format'],
    [{ motive: '01', substitution: OTHER }, undefined, 'not_found'],
    [{ motive: '01', substitution: ID }, stored(ID), 'invalid_value'],
    [{ motive: '01', substitution: OTHER }, stored(OTHER, { status: 'canceled' }), 'invalid_value'],
  ] as const)('is refused at the substitution: %j', async (query, known, code) => {
    expect(await reasonOf(query, known)).toBe(`${code} at substitution of the query`);
  });
});
