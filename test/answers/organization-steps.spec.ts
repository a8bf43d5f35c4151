import { describe, expect, it } from '@jest/globals';
import { newOrganizationDoc, pendingSteps, stepInEnglish, withLegal, withSteps } from '#answers';

const doc = newOrganizationDoc('o1', 'Escuela', '2026-01-01T00:00:00.000Z');
const legal = {
  ...doc.legal,
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_system: '601',
  address: { ...doc.legal.address, zip: '42501' },
};
const certificate = {
  has_certificate: true,
  updated_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2028-01-01T00:00:00.000Z',
  serial_number: '30001000000500003416',
};
const typesOf = (steps: readonly { type: string }[]) => steps.map(({ type }) => type);

describe('what an organization lacks before it issues in Live', () => {
  it('is fiscal data and a certificate at first, and never a logo', () => {
    expect(doc.is_production_ready).toBe(false);
    expect(typesOf(doc.pending_steps)).toEqual(['legal', 'certificate']);
  });

  it('is gone step by step, in any order', () => {
    expect(typesOf(withLegal(doc, legal).pending_steps)).toEqual(['certificate']);
    const sealed = withSteps({ ...doc, certificate });
    expect(typesOf(sealed.pending_steps)).toEqual(['legal']);
    expect(withLegal(sealed, legal)).toMatchObject({ is_production_ready: true, pending_steps: [] });
  });

  it('comes back with what is taken away', () => {
    const ready = withSteps({ ...doc, legal, certificate });
    const without = withSteps({ ...ready, certificate: doc.certificate });
    expect(without).toMatchObject({ is_production_ready: false, pending_steps: [{ type: 'certificate' }] });
  });

  it('is another certificate from the moment that the present one ends', () => {
    const ready = { legal, certificate };
    expect(pendingSteps(ready, new Date('2027-12-31T23:59:59.999Z'))).toEqual([]);
    expect(typesOf(pendingSteps(ready, new Date('2028-01-01T00:00:00.000Z')))).toEqual(['certificate']);
    expect(pendingSteps(ready)).toEqual([]);
  });

  it('is said in both languages', () => {
    const [first] = doc.pending_steps;
    expect(stepInEnglish(first?.description ?? '')).toBe('Complete the fiscal data of the organization');
    expect(stepInEnglish('Otro paso')).toBe('Otro paso');
  });
});
