import { describe, expect, it } from '@jest/globals';
import { noPacs, type PacsInForce } from '#contracts';
import {
  newOrganizationDoc,
  organizationRow,
  pendingSteps,
  stepInEnglish,
  withLegal,
  withSteps,
} from '#answers';

const doc = newOrganizationDoc('o1', 'Escuela', '2026-01-01T00:00:00.000Z');
const legal = {
  ...doc.legal,
  tax_id: 'EKU9003173C9',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_system: '601',
  address: { ...doc.legal.address, zip: '42501' },
};
const certificate = {
  has_certificate: true,
  updated_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2028-01-01T00:00:00.000Z',
  serial_number: '00001000000500003416',
  use: 'live' as const,
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

  it('is a manifest of each PAC of its own order, of which one is enough to issue', () => {
    const signed = { signed: true, by: 'declared', at: '2026-01-01T00:00:00.000Z' } as const;
    const withManifests = (manifests: PacsInForce['manifests']) =>
      withSteps({ ...doc, legal, certificate, pacs: { ...noPacs, order: ['sw', 'finkok'], manifests } });
    const none = withManifests({});
    expect([none.is_production_ready, typesOf(none.pending_steps)]).toEqual([false, ['manifiesto']]);
    const one = withManifests({ finkok: signed });
    expect([one.is_production_ready, typesOf(one.pending_steps)]).toEqual([true, ['manifiesto']]);
    expect(stepInEnglish(one.pending_steps[0]?.description ?? '')).toMatch(/^Sign the manifest of the other/);
    const both = withManifests({ sw: signed, finkok: signed });
    expect([both.is_production_ready, both.pending_steps]).toEqual([true, []]);
    expect(withSteps({ ...doc, legal, certificate, pacs: noPacs }).pending_steps).toEqual([]);
  });

  it('is another certificate from the moment that the present one ends', () => {
    const ready = { legal, certificate };
    expect(pendingSteps(ready, new Date('2027-12-31T23:59:59.999Z'))).toEqual([]);
    expect(typesOf(pendingSteps(ready, new Date('2028-01-01T00:00:00.000Z')))).toEqual(['certificate']);
    expect(pendingSteps(ready)).toEqual([]);
  });

  it('is a certificate of production where the present one is of Test, or nobody knows', () => {
    const { use: _use, ...unknown } = certificate;
    for (const other of [{ ...certificate, use: 'test' as const }, unknown]) {
      const tested = withSteps({ ...doc, legal, certificate: other });
      expect(tested.is_production_ready).toBe(false);
      expect(tested.pending_steps).toEqual([
        {
          type: 'certificate',
          description: expect.stringMatching(/de producción: el actual es de pruebas$/),
        },
      ]);
      expect(stepInEnglish(tested.pending_steps[0]?.description ?? '')).toMatch(/is a test certificate$/);
    }
  });

  it('is the RFC too where a certificate came without one', () => {
    const nameless = { ...legal, tax_id: null };
    expect(typesOf(pendingSteps({ legal: nameless, certificate }))).toEqual(['legal']);
    expect(typesOf(pendingSteps({ legal: nameless, certificate: doc.certificate }))).toEqual(['certificate']);
  });

  it('follows from the certificate that came into use', () => {
    const row = organizationRow(undefined, {
      ...{ type: 'OrganizationCreated', streamId: 'organization-o1', revision: 0 },
      data: {
        ...{ name: 'Escuela', owner_id: 'u1', at: certificate.updated_at },
        test_key: { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' },
      },
    } as never);
    const readyWith = (use: 'live' | 'test') => {
      const facts = { serial_number: 'n1', rfc: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE', use };
      const set = organizationRow(row && { ...row, doc: withLegal(row.doc, legal) }, {
        ...{ type: 'CertificateSet', streamId: 'organization-o1', revision: 1 },
        data: {
          ...facts,
          ...{ valid_from: certificate.updated_at, replaces: null, at: certificate.updated_at },
        },
      } as never);
      return set?.doc.is_production_ready;
    };
    expect([readyWith('live'), readyWith('test')]).toEqual([true, false]);
  });

  it('is said in both languages', () => {
    const [first] = doc.pending_steps;
    expect(stepInEnglish(first?.description ?? '')).toBe('Complete the fiscal data of the organization');
    expect(stepInEnglish('Otro paso')).toBe('Otro paso');
  });
});
