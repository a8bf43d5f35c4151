import { describe, expect, it } from '@jest/globals';
import type { Result } from '#kernel';
import { hacerCertificado, hasMaterial, material } from '../testing/certificados.js';
import { openCsd, readCertificado } from './csd.js';

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
const made = hacerCertificado({ nombre: 'PAÑOS, Y "TELAS" Ñ', rfc: 'H&E951128469' });

describe('a CSD', () => {
  it('opens with its password, and says whose it is', () => {
    const csd = openCsd({ ...made, at: new Date('2026-11-21') });
    expect(csd).toMatchObject({
      ok: true,
      value: {
        noCertificado: '30001000000500009999',
        certificado: made.cer.toString('base64'),
        rfc: 'H&E951128469',
        nombre: 'PAÑOS, Y "TELAS" Ñ',
        validTo: new Date('2028-01-01T00:00:00Z'),
      },
    });
  });

  it.each([
    ['certificate_invalid', { cer: Buffer.from('no') }],
    ['certificate_invalid', { cer: Buffer.alloc(0) }],
    ['certificate_invalid', { cer: hacerCertificado({ numero: 'not twenty digits' }).cer }],
    ['private_key_password_incorrect', { password: 'wrong' }],
    ['certificate_files_invalid', { key: Buffer.from('no') }],
    ['private_key_certificate_mismatch', { key: hacerCertificado().key }],
    ['certificate_expired', { at: new Date('2028-01-02') }],
    ['certificate_not_yet_valid', { at: new Date('2023-12-31') }],
  ])('is refused with %s', (expected, change) =>
    expect(code(openCsd({ ...made, ...change }))).toBe(expected),
  );

  it('is not a FIEL', () => expect(code(openCsd(hacerCertificado({ fiel: true })))).toBe('csd_required'));
});

(hasMaterial ? describe : describe.skip)("the tax authority's test certificates (SAT_MATERIAL)", () => {
  const password = '12345678a';
  it.each([
    ['EKU9003173C9', 'ESCUELA KEMPER URGATE SA DE CV'],
    ['CACX7605101P8', 'XOCHILT CASAS CHAVEZ'],
  ])('%s opens', (rfc, nombre) => {
    const files = { cer: material('csd', rfc, 'csd.cer'), key: material('csd', rfc, 'csd.key') };
    expect(openCsd({ ...files, password, at: new Date('2026-11-21') })).toMatchObject({
      ok: true,
      value: { rfc, nombre, noCertificado: expect.stringMatching(/^3\d{19}$/) as unknown },
    });
    expect(code(openCsd({ ...files, password: 'x' }))).toBe('private_key_password_incorrect');
    expect(code(openCsd({ ...files, password, at: new Date('2030-01-01') }))).toBe('certificate_expired');
  });

  it('a FIEL is told from a CSD', () => {
    const [cer, key] = ['fiel.cer', 'fiel.key'].map((file) => material('csd', 'EKU9003173C9', file));
    expect(code(openCsd({ cer: cer as Buffer, key: key as Buffer, password }))).toBe('csd_required');
    expect(readCertificado(cer as Buffer)).toMatchObject({ ok: true, value: { fiel: true } });
  });
});
