import { describe, expect, it } from '@jest/globals';
import type { Tenant } from '#kernel';
import type { FencesOf } from './fences.js';
import type { KeyHolder } from './holds.js';
import { KeyClaims } from './key-claims.js';
import type { ClaimedRequest, KeyTable } from './key-table.js';

const tenant: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };

const givenKey = (claim: ClaimedRequest | null, state: KeyHolder) => {
  const keys = { holderOf: async () => claim } as unknown as KeyTable;
  const fences = {} as FencesOf<KeyHolder & { revision: number }>;
  const documents = { state: async () => state as KeyHolder & { revision: number } };
  return new KeyClaims(keys, documents, fences);
};
const claim = { holder: 'a', request: 'print', at: 0 };
const keyed = (idempotency_key: string | null) => ({ revision: 3, content: { idempotency_key } });

describe('who has an idempotency key', () => {
  it.each<[string, KeyHolder]>([
    ['was refused', { status: 'refused' }],
    ['was forgone or deleted', { status: 'deleted' }],
    ['failed by a refusal', { status: 'failed', refused: true, ...keyed('k') }],
    ['was issued with another key', { status: 'valid', ...keyed('other') }],
  ])('is nobody as soon as its document %s, while the claim is still there', async (_, state) => {
    expect(await givenKey(claim, state).findHolder(tenant, 'k')).toBeNull();
  });

  it.each<[string, KeyHolder]>([
    ['is in the making', { status: 'absent' }],
    ['waits for its stamp', { status: 'pending', ...keyed('k') }],
    ['is valid', { status: 'valid', ...keyed('k') }],
    ['failed without an answer', { status: 'failed', ...keyed('k') }],
    [
      'is a draft that an edit may yet give the key',
      { status: 'draft', revision: 0, content: keyed(null).content },
    ],
  ])('is the document that %s', async (_, state) => {
    expect(await givenKey(claim, state).findHolder(tenant, 'k')).toEqual({ holder: 'a', request: 'print' });
  });

  it('is nobody where nobody claimed it', async () => {
    expect(await givenKey(null, { status: 'absent' }).findHolder(tenant, 'k')).toBeNull();
  });
});
