import { describe, expect, it } from '@jest/globals';
import { organizationRow } from '#answers';
import type { KeyPrint, OrganizationEvent, OrganizationRow } from '#contracts';

const at = '2026-03-01T00:00:00.000Z';
const LATER = '2027-01-31T06:00:00.000Z';
const print = (id: string): KeyPrint => ({ id, hash: `hash of ${id}`, first_12: 'sk_live_abcd' });
const add = (id: string, replaces?: { id: string; ends_at: string }): OrganizationEvent => ({
  type: 'LiveKeyAdded',
  data: { key: print(id), name: `Llave ${id}`, ...(replaces && { replaces }), at },
});
const after = (...events: readonly OrganizationEvent[]): OrganizationRow => {
  const created: OrganizationEvent = {
    type: 'OrganizationCreated',
    data: { name: 'Escuela', owner_id: 'u1', test_key: print('t1'), at },
  };
  let row: OrganizationRow | undefined;
  [created, ...events].forEach((event, revision) => {
    const told = { ...event, streamId: 'organization-o1', revision };
    row = organizationRow(row, told as Parameters<typeof organizationRow>[1]);
  });
  if (!row) throw new Error('no row');
  return row;
};
const idsOf = ({ live_keys }: OrganizationRow) => live_keys.map(({ id }) => id);

describe('the keys in the row of an organization', () => {
  it('are found by the hashes of all that work', () => {
    const row = after(add('k1'), add('k2'));
    expect(row).toMatchObject({ revision: 2, test_key_id: 't1' });
    expect(row.key_hashes).toEqual(['hash of t1', 'hash of k1', 'hash of k2']);
    expect(row.live_keys[0]).toEqual({ ...print('k1'), name: 'Llave k1', created_at: at, expires_at: null });
  });

  it('stay when the Test key is renewed', () => {
    const row = after(add('k1'), { type: 'TestKeyRenewed', data: { test_key: print('t2'), at } });
    expect(row.key_hashes).toEqual(['hash of t2', 'hash of k1']);
    expect(idsOf(row)).toEqual(['k1']);
  });

  it('end one by one', () => {
    const row = after(add('k1'), add('k2'), {
      type: 'LiveKeyEnded',
      data: { key_id: 'k1', reason: 'deleted', at },
    });
    expect(row.key_hashes).toEqual(['hash of t1', 'hash of k2']);
    expect([row.revision, idsOf(row)]).toEqual([3, ['k2']]);
  });

  it('have their end where another takes the place', () => {
    const row = after(add('k1'), add('k2', { id: 'k1', ends_at: '2026-03-02T00:00:00.000Z' }));
    expect(row.live_keys.map(({ expires_at }) => expires_at)).toEqual(['2026-03-02T00:00:00.000Z', null]);
  });

  it('have what they are narrowed to, and their end', () => {
    const limits = { operations: ['read.customers.list'], allowed_ips: ['203.0.113.7'], expires_at: LATER };
    const { live_keys: keys } = after({
      type: 'LiveKeyAdded',
      data: { key: print('k1'), name: null, ...limits, at },
    });
    expect(keys).toEqual([{ ...print('k1'), name: null, created_at: at, ...limits, given_end: LATER }]);
  });

  it('keep in mind the end that they were made with, where another takes their place before it', () => {
    const made: OrganizationEvent = {
      type: 'LiveKeyAdded',
      data: { key: print('k1'), name: null, expires_at: LATER, at },
    };
    const ends_at = '2026-03-02T00:00:00.000Z';
    const [old] = after(made, add('k2', { id: 'k1', ends_at })).live_keys;
    expect(old).toMatchObject({ expires_at: ends_at, given_end: LATER });
  });

  it('are none after all were revoked', () => {
    const row = after(add('k1'), { type: 'OrganizationKeysRevoked', data: { key_ids: ['t1', 'k1'], at } });
    expect(row).toMatchObject({ key_hashes: [], live_keys: [], test_key_id: null, revision: 2 });
  });
});
