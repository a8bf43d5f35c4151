import { describe, expect, it } from '@jest/globals';
import { newOrganizationDoc, withLegal, withSteps } from '#answers';
import { errorBody } from '#http';
import { draftIssuerOf, issuerOf } from './issuer.js';

const test = { organizationId: 'o1', livemode: false };
const live = { organizationId: 'o1', livemode: true };
const now = new Date('2026-03-01T00:00:00.000Z');
const bare = newOrganizationDoc('o1', 'Escuela', '2026-01-01T00:00:00.000Z');
const legal = {
  ...bare.legal,
  ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
  address: { ...bare.legal.address, zip: '86991' },
};
const named = withLegal(bare, legal);
const complete = withSteps({
  ...named,
  certificate: {
    ...{ has_certificate: true, updated_at: null, serial_number: null, use: 'live' as const },
    expires_at: '2026-06-01T00:00:00.000Z',
  },
});
const refusalOf = (organization: typeof bare, at = now) => {
  const issuer = issuerOf(organization, live, at);
  if (issuer.ok) throw new Error('it may issue');
  return issuer.refusal;
};

describe('an issuer in Live', () => {
  it('has nothing left to do', () => {
    const { legal_name, tax_id, tax_system, address } = legal;
    expect(issuerOf(complete, live, now)).toEqual({
      ok: true,
      value: { legal_name, tax_id, tax_system, address },
    });
  });

  it('is refused with each step that is left, in the language of the caller', () => {
    expect(errorBody(refusalOf(bare), 'es')).toEqual({
      ...{ ok: false, status: 403, code: 'organization_incomplete', path: 'legal' },
      message: 'Paso pendiente de la organización: Completar los datos fiscales de la organización.',
      errors: [
        {
          ...{ code: 'required', source: 'service', path: 'legal' },
          message: 'Paso pendiente de la organización: Completar los datos fiscales de la organización.',
        },
        {
          ...{ code: 'required', source: 'service', path: 'certificate' },
          message: 'Paso pendiente de la organización: Subir el Certificado de Sello Digital (CSD).',
        },
      ],
    });
    expect(errorBody(refusalOf(named), 'en')).toMatchObject({
      path: 'certificate',
      errors: [{ message: 'Pending step of the organization: Upload the digital seal certificate (CSD).' }],
    });
  });

  it('needs another certificate once its own is over', () => {
    expect(refusalOf(complete, new Date('2026-06-01T00:00:00.000Z'))).toMatchObject({
      code: 'organization_incomplete',
      details: [{ path: 'certificate' }],
    });
  });

  it('needs a certificate of production, and an RFC', () => {
    const tested = { ...complete, certificate: { ...complete.certificate, use: 'test' as const } };
    expect(errorBody(refusalOf(tested), 'es')).toMatchObject({
      ...{ code: 'organization_incomplete', path: 'certificate' },
      message: expect.stringContaining('el actual es de pruebas'),
    });
    const nameless = { ...complete, legal: { ...complete.legal, tax_id: null } };
    expect(refusalOf(nameless)).toMatchObject({
      code: 'organization_incomplete',
      details: [{ path: 'legal' }],
    });
  });

  it('writes drafts before, in which nobody else’s data stands in', () => {
    expect(draftIssuerOf(bare, live)).toMatchObject({ legal_name: '', tax_id: '', tax_system: '' });
  });
});

describe('an issuer in Test', () => {
  it('needs nothing: a test taxpayer lends what is missing', () => {
    expect(issuerOf(bare, test, now)).toMatchObject({ ok: true, value: { tax_id: 'EKU9003173C9' } });
  });
});
