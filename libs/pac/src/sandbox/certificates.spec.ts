import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  asCsdFiles,
  issueAuthority,
  issueSigner,
  type IssuedCsd,
  type KeyAndCertificate,
} from './certificates.js';

const FROM = new Date('2026-11-17T12:00:00Z');
const NUMBER = '30001000007000000002';

/** What OpenSSL, which wrote none of it, reads of a DER file. */
const openssl = (input: Buffer, ...args: string[]): string =>
  execFileSync('openssl', [...args, '-inform', 'DER'], { input, encoding: 'utf8' });

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;
const itIsRead = hasOpenssl ? it : it.skip;
if (!hasOpenssl)
  process.stderr.write('libs/pac: certificates are not read by openssl, which is not installed\n');

describe('certificates of the sandbox', () => {
  let authority: KeyAndCertificate;
  let moral: IssuedCsd;
  let fisica: IssuedCsd;
  const folder = mkdtempSync(join(tmpdir(), 'csd-'));

  beforeAll(async () => {
    authority = await issueAuthority('30001000007000000001', FROM);
    const issue = async (rfc: string, name: string, curp?: string): Promise<IssuedCsd> => {
      const subject = { rfc, nombre: name, unit: 'Sandbox', ...(curp && { curp }) };
      return asCsdFiles(await issueSigner(authority, subject, NUMBER, FROM), NUMBER);
    };
    moral = await issue('ÑAÑ930228SM9', 'ÑANDÚ & COMPAÑÍA, "LA"');
    fisica = await issue('CACX7605101P8', 'XOCHILT CASAS CHAVEZ', 'CACX760510MGTSHC04');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  itIsRead('have the shape of the tax authority’s own', () => {
    const text = openssl(fisica.cer, 'x509', '-noout', '-text', '-nameopt', 'utf8,sep_multiline');
    expect(text).toContain('33:30:30:30:31:30:30:30:30:30:37:30:30:30:30:30:30:30:30:32');
    expect(text).toMatch(/Signature Algorithm: sha256WithRSAEncryption/);
    expect(text).toMatch(/Public-Key: \(2048 bit\)/);
    expect(text).toMatch(/Key Usage: \s+Digital Signature, Non Repudiation\n/);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(text).not.toContain('Extended Key Usage');
    for (const line of [
      'CN=XOCHILT CASAS CHAVEZ',
      'name=XOCHILT CASAS CHAVEZ',
      'x500UniqueIdentifier=CACX7605101P8',
      'serialNumber=CACX760510MGTSHC04',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toContain('Not Before: Nov 17 12:00:00 2026 GMT');
    expect(text).toContain('Not After : Nov 17 12:00:00 2030 GMT');
  });

  itIsRead('name a legal person’s representative, and keep Ñ, accents and signs', () => {
    const text = openssl(moral.cer, 'x509', '-noout', '-subject', '-nameopt', 'utf8,sep_multiline');
    expect(text).toContain('CN=ÑANDÚ & COMPAÑÍA, "LA"\n');
    expect(text).toMatch(/x500UniqueIdentifier=ÑAÑ930228SM9 \/ PETR800101AA1\n/);
    expect(text).toMatch(/serialNumber= \/ PETR800101HDFXXX09\n/);
  });

  itIsRead('chain to the authority, by openssl', () => {
    const ca = join(folder, 'ca.pem');
    const leaf = join(folder, 'leaf.pem');
    writeFileSync(ca, new X509Certificate(authority.cer).toString());
    writeFileSync(leaf, new X509Certificate(moral.cer).toString());
    const at = String(FROM.getTime() / 1000 + 86_400);
    const answer = execFileSync('openssl', ['verify', '-attime', at, '-CAfile', ca, leaf], {
      encoding: 'utf8',
    });
    expect(answer).toContain('OK');
  });

  it('are signed by the authority, and by nobody else', () => {
    const [ca, leaf] = [new X509Certificate(authority.cer), new X509Certificate(moral.cer)];
    expect([leaf.checkIssued(ca), leaf.verify(ca.publicKey)]).toEqual([true, true]);
    expect(leaf.verify(leaf.publicKey)).toBe(false);
  });

  itIsRead('come with their key as an encrypted PKCS#8 file: PBES2, PBKDF2, des-ede3-cbc', () => {
    const parsed = openssl(moral.key, 'asn1parse');
    for (const part of ['PBES2', 'PBKDF2', 'des-ede3-cbc']) expect(parsed).toContain(`:${part}`);
  });

  it('come with a key that signs for them, and opens by its password only', () => {
    const options = { key: moral.key, format: 'der', type: 'pkcs8' } as const;
    expect(() => createPrivateKey({ ...options, passphrase: 'wrong' })).toThrow();
    const key = createPrivateKey({ ...options, passphrase: moral.password });
    const signature = sign('sha256', Buffer.from('ñ'), key);
    expect(verify('sha256', Buffer.from('ñ'), new X509Certificate(moral.cer).publicKey, signature)).toBe(
      true,
    );
    expect(createPublicKey(key).equals(new X509Certificate(fisica.cer).publicKey)).toBe(false);
    expect(moral.password).not.toBe(fisica.password);
  });
});
