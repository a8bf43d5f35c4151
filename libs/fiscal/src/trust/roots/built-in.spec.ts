import { describe, expect, it } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { hasMaterial, material, MATERIAL } from '#cfdi/testing/certificates';
import { join } from 'node:path';
import { judgeIssuer, readCertificado } from '#cfdi';
import { agencies, BUILT_IN } from './built-in.js';

/** SHA-256 as they are published apart from the certificates themselves (ADR 69). */
const PUBLISHED = [
  ['AC4', '9CE0C3A0A7B4B992388CFD903CA2241AF5187E45BCEB23AF735FC4E3B206AFCE', '2023-05-25'],
  ['AC5', '1AC6325143920FC047B6506E42540944FA6590B44560807B564C5603D15ADD8E', '2027-05-03'],
  ['AC6', '054E8F213FF2228254D8F87EC43D2E7C2EDA628D927C270B9A77D1D09EEF9418', '2031-03-24'],
  ['AC7', '6D1D1F871F0D69233FC94526FECF826BEE67181782D6B7E5320B279C97E8DAC7', '2031-05-23'],
] as const;
const AGENCIES = [
  '5035EDF21401E2D23FE39AC1893EE02FA7BD09A870619ECB13E3F1B29E8A0009',
  'CBF3E084A86CAC5EF1060B9242196EEC15E8786931FFFF05466BA7BECD43B15E',
  'A86BAF49B2E91D0141722C4E7026AB246183A8072926E9983EDBD4E5BA72515D',
];
const fingerprint = (certificate: X509Certificate) => certificate.fingerprint256.replaceAll(':', '');

describe('the tax authority’s certificates that come with Timbra', () => {
  it.each(PUBLISHED.map((published, index) => [...published, index] as const))(
    '%s is the one that is published',
    (_, sha256, validTo, index) => {
      const certificate = BUILT_IN[index] as X509Certificate;
      expect(fingerprint(certificate)).toBe(sha256);
      expect(new Date(certificate.validTo).toISOString().slice(0, 10)).toBe(validTo);
      expect(certificate.subject).toContain('SAT970701NN3');
    },
  );

  it('were issued by the agency, and the agency’s by themselves; nothing else is there', () => {
    expect(BUILT_IN).toHaveLength(PUBLISHED.length);
    const roots = agencies();
    expect(roots.map(fingerprint)).toEqual(AGENCIES);
    for (const root of roots)
      expect([root.checkIssued(root), root.verify(root.publicKey)]).toEqual([true, true]);
    for (const one of BUILT_IN)
      expect(roots.filter((root) => one.checkIssued(root) && one.verify(root.publicKey))).toHaveLength(1);
  });

  it('trust no agency: what it issues beside the tax authority’s is not good for stamps', () => {
    const trusted = new Set(BUILT_IN.map(fingerprint));
    for (const agency of agencies()) expect(trusted.has(fingerprint(agency))).toBe(false);
  });

  (hasMaterial ? it : it.skip)('judge certificates that PACs stamped with (SAT_MATERIAL)', () => {
    const files = readdirSync(join(MATERIAL, 'csd', 'pac')).filter((name) => /^00001\d{15}\.cer$/.test(name));
    const uses = files.map((name) => {
      const read = readCertificado(material('csd', 'pac', name));
      return [name, read.ok ? judgeIssuer(read.value, { live: BUILT_IN, sandbox: [] }) : read.refusal.code];
    });
    expect(uses).toEqual([
      // By AC2, with SHA-1: of 2013.
      ['00001000000301246267.cer', undefined],
      ['00001000000403258748.cer', 'live'],
      ['00001000000504465028.cer', 'live'],
      ['00001000000708361114.cer', 'live'],
    ]);
  });
});
