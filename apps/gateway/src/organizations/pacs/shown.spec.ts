import { describe, expect, it } from '@jest/globals';
import { noPacs, type PacsInForce } from '#contracts';
import { maskUser, showPacs } from './shown.js';

const signed = { signed: true, by: 'declared', at: '2026-11-27T12:00:00.000Z' } as const;
const none = { accounts: [], order: [] };
const ofSw = { accounts: ['sw' as const], order: [] };
const set = (changes: Partial<PacsInForce>): PacsInForce => ({ ...noPacs, number: 1, ...changes });

describe('the PACs of an organization as they are answered', () => {
  it.each([
    ['facturas@acme.mx', 'fa***mx'],
    ['acme123', 'ac***23'],
    ['acme12', '***'],
    ['', '***'],
    ['🧾🧾acme🧾🧾', '🧾🧾***🧾🧾'],
  ])('of the user %j show %j', (user, shown) => expect(maskUser(user)).toBe(shown));

  it('are the installation’s, where the organization has chosen none', () => {
    const shown = showPacs(undefined, { accounts: ['sw'], order: ['finkok', 'sw'] });
    expect(shown).toMatchObject({ order: [], live: ['sw'], pac: 'sandbox' });
    expect(shown.credentials.sw).toEqual({ configured: true, source: 'installation', user: null });
    expect(shown.credentials.finkok).toEqual({ configured: false, source: null, user: null });
  });

  it('of the installation’s order stamp with an account of either', () => {
    const credentials = { finkok: { id: 'c1', user: 'fa***mx' } };
    const installed = { accounts: ['sw'], order: ['prodigia', 'finkok', 'sw'] } as const;
    expect(showPacs(set({ credentials }), installed).live).toEqual(['finkok', 'sw']);
  });

  it('of its own order stamp with credentials and a signed manifest', () => {
    const order = ['prodigia', 'finkok', 'sw'] as const;
    const credentials = { finkok: { id: 'c1', user: 'fa***mx' }, prodigia: { id: 'c1', user: null } };
    const { live } = showPacs(set({ order, credentials, manifests: { finkok: signed, sw: signed } }), none);
    expect(live).toEqual(['finkok']);
    expect(showPacs(set({ order, credentials, manifests: { sw: signed } }), ofSw).live).toEqual(['sw']);
  });

  it('show no id of credentials', () =>
    expect(
      JSON.stringify(showPacs(set({ credentials: { sw: { id: 'c1', user: null } } }), none)),
    ).not.toContain('c1'));
});
