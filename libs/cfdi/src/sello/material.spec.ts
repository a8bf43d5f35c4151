import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Result } from '#kernel';
import { hasMaterial, material, MATERIAL } from '../testing/certificates.js';
import { openCsd, openFiel, readCertificado } from './csd.js';

/** The tax authority's public test certificates: `SAT_MATERIAL`, or `../shared/sat`; skipped where they are absent. */

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
const password = '12345678a';
const files = (dir: string, name: string) => ({
  cer: material('csd', dir, `${name}.cer`),
  key: material('csd', dir, `${name}.key`),
  password,
});

(hasMaterial ? describe : describe.skip)("the tax authority's test certificates (SAT_MATERIAL)", () => {
  const moral = { rfc: 'VADA800927DJ3', curp: 'VADA800927HSRSRL05' };
  it.each([
    ['EKU9003173C9', 'ESCUELA KEMPER URGATE SA DE CV', { representante: moral, sucursal: 'Sucursal 1' }],
    ['CACX7605101P8', 'XOCHILT CASAS CHAVEZ', { curp: 'CACX760510MGTSHC04' }],
  ])('%s opens', (rfc, fileName, rest) => {
    const csd = files(rfc, 'csd');
    expect(openCsd({ ...csd, at: new Date('2026-11-21') })).toMatchObject({
      ok: true,
      value: { rfc, nombre: fileName, noCertificado: expect.stringMatching(/^3\d{19}$/) as unknown, ...rest },
    });
    expect(code(openCsd({ ...csd, password: 'x' }))).toBe('private_key_password_incorrect');
    expect(code(openCsd({ ...csd, at: new Date('2030-01-01') }))).toBe('certificate_expired');
    expect(code(openFiel(csd))).toBe('fiel_required');
  });

  it('a FIEL is not taken for a CSD', () => {
    const fiel = files('EKU9003173C9', 'fiel');
    expect(code(openCsd(fiel))).toBe('csd_required');
    expect(openFiel({ ...fiel, at: new Date('2026-11-21') })).toMatchObject({
      ok: true,
      value: { rfc: 'EKU9003173C9', representante: moral },
    });
    expect(readCertificado(fiel.cer)).toMatchObject({ ok: true, value: { fiel: true } });
    expect(code(openFiel({ ...fiel, key: files('EKU9003173C9', 'csd').key }))).toBe(
      'private_key_certificate_mismatch',
    );
  });

  it.each([
    ['h&e951128469_csd', 'H&E951128469', 'HERRERIA & ELECTRICOS S DE CV'],
    ['hañ930228sm9_csd', 'HAÑ930228SM9', 'HERMANOS ANZURES ÑARVAEZ SA'],
    ['misc491214b86_csd', 'MISC491214B86', 'CECILIA MIRANDA SANCHEZ'],
  ])('%s has expired', (name, rfc, fileName) => {
    const csd = files('expired', name);
    expect(openCsd(csd)).toMatchObject({ ok: true, value: { rfc, nombre: fileName } });
    expect(code(openCsd({ ...csd, at: new Date('2026-11-21') }))).toBe('certificate_expired');
  });

  it("providers' certificates are read, those of the authority itself are not", () => {
    const read = readdirSync(join(MATERIAL, 'csd', 'pac')).map((file) => {
      const result = readCertificado(material('csd', 'pac', file));
      return [file, result.ok ? result.value.noCertificado : result.refusal.code];
    });
    expect(read).not.toHaveLength(0);
    for (const [file, found] of read)
      expect(found).toBe(/^\d/.test(file ?? '') ? file?.slice(0, 20) : 'certificate_invalid');
  });
});
