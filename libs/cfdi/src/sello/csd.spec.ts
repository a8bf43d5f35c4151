import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Result } from '#kernel';
import { heavierKey, otherDerivation, makeCertificado, makeKeyPair } from '../testing/certificates.js';
import { openCsd, openFiel, readCertificado } from './csd.js';
import { roundsOf } from './key.js';
import { checkFielHolder, checkSameRfc, checkFielRfc } from './holders.js';

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
const keyPair = makeKeyPair();
const made = makeCertificado({ name: 'PAÑOS, Y "TELAS" Ñ', rfc: 'H&E951128469', keys: keyPair });
const fiel = makeCertificado({ fiel: true, keys: keyPair });
const weak = makeCertificado({ bits: 1024 });
const unencrypted = keyPair.privateKey.export({ format: 'der', type: 'pkcs8' });
const pem = (label: string, der: Buffer): Buffer =>
  Buffer.from(
    `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`,
  );
const MILLIONS_OF_ITERATIONS = heavierKey(made.key, 1_000_000_000);

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
        representante: { rfc: 'VADA800927DJ3' },
        sucursal: 'Matriz',
        validFrom: new Date('2024-01-01T00:00:00Z'),
        validTo: new Date('2028-01-01T00:00:00Z'),
      },
    });
  });

  it('opens from PEM as from DER', () => {
    const files = { cer: pem('CERTIFICATE', made.cer), key: pem('ENCRYPTED PRIVATE KEY', made.key) };
    const csd = openCsd({ ...made, ...files });
    expect(csd).toMatchObject({ ok: true, value: { certificado: made.cer.toString('base64') } });
  });

  it.each([
    ['certificate_invalid', 'no certificate', { cer: Buffer.from('no') }],
    ['certificate_invalid', 'empty', { cer: Buffer.alloc(0) }],
    ['certificate_invalid', 'huge', { cer: Buffer.alloc(20_000, 0x30) }],
    ['certificate_invalid', 'truncated', { cer: made.cer.subarray(0, -1) }],
    ['certificate_invalid', 'with something after it', { cer: Buffer.concat([made.cer, Buffer.alloc(1)]) }],
    [
      'certificate_invalid',
      'no number',
      { cer: makeCertificado({ number: 'x'.repeat(20), keys: keyPair }).cer },
    ],
    ['certificate_invalid', 'no RFC', { cer: makeCertificado({ rfc: 'NADIE', keys: keyPair }).cer }],
    ['certificate_invalid', 'a weak key', weak],
    ['private_key_password_incorrect', 'wrong', { password: 'wrong' }],
    ['private_key_password_incorrect', 'empty', { password: '' }],
    ['private_key_password_incorrect', 'huge', { password: 'x'.repeat(5000) }],
    ['certificate_files_invalid', 'no key', { key: Buffer.from('no') }],
    ['certificate_files_invalid', 'an empty key', { key: Buffer.alloc(0) }],
    ['certificate_files_invalid', 'a huge key', { key: Buffer.alloc(20_000, 0x30) }],
    ['certificate_files_invalid', 'a truncated key', { key: made.key.subarray(0, -8) }],
    ['certificate_files_invalid', 'a key without encryption', { key: unencrypted }],
    ['certificate_files_invalid', 'a key that asks for millions of rounds', { key: MILLIONS_OF_ITERATIONS }],
    ['certificate_files_invalid', 'two certificates', { key: made.cer }],
    ['certificate_files_invalid', 'two keys', { cer: made.key }],
    ['certificate_files_invalid', 'files exchanged', { cer: made.key, key: made.cer }],
    ['private_key_certificate_mismatch', 'another key', { key: makeCertificado().key }],
    ['private_key_certificate_mismatch', 'another small key', { key: weak.key }],
    ['certificate_expired', 'late', { at: new Date('2028-01-01T00:00:01Z') }],
    ['certificate_not_yet_valid', 'early', { at: new Date('2023-12-31T23:59:59Z') }],
    ['csd_required', 'a FIEL', fiel],
  ])('is refused with %s: %s', (expected, _, change) =>
    expect(code(openCsd({ ...made, ...change }))).toBe(expected),
  );

  it('is refused with the name of the field that has the other file', () => {
    const refused = openCsd({ ...made, cer: made.key });
    expect(refused).toMatchObject({
      refusal: { path: 'cer', location: 'files', details: [{ code: 'invalid_value', path: 'cer' }] },
    });
  });

  it('that asks for millions of rounds is refused before they are done', () => {
    const start = performance.now();
    openCsd({ ...made, key: MILLIONS_OF_ITERATIONS });
    // A thousand million of them take many minutes.
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(heavierKey(made.key, 2048)).toEqual(made.key);
    expect(code(openCsd({ ...made, key: heavierKey(made.key, 2049) }))).toBe(
      'private_key_password_incorrect',
    );
  });

  it('is refused at once where its key is encrypted in another way', () => {
    const refusedKey = (key: Buffer) => openCsd({ ...made, key });
    const scrypt = otherDerivation(made.key);
    for (const key of [scrypt, heavierKey(made.key, 50_000_000), heavierKey(made.key, 2 ** 50)])
      expect(refusedKey(key)).toMatchObject({
        refusal: { code: 'certificate_files_invalid', path: 'key', location: 'files' },
      });
    expect([roundsOf(made.key), roundsOf(heavierKey(made.key, 2 ** 50)), roundsOf(scrypt)]).toEqual([
      2048,
      Infinity,
      undefined,
    ]);
  });

  it.each(['contraseña', 'ñÑáé €'])('opens with the password %s', (password) => {
    const files = makeCertificado({ keys: keyPair, password });
    expect(code(openCsd(files))).toBe('ok');
  });

  it('opens with a password that was typed in Latin-1', () => {
    const key = keyPair.privateKey.export({
      ...{ format: 'der', type: 'pkcs8', cipher: 'des-ede3-cbc' },
      passphrase: Buffer.from('contraseña', 'latin1') as unknown as string,
    } as { format: 'der'; type: 'pkcs8'; cipher: string; passphrase: string });
    expect(code(openCsd({ ...made, key, password: 'contraseña' }))).toBe('ok');
    expect(code(openCsd({ ...made, key, password: 'contrasena' }))).toBe('private_key_password_incorrect');
  });
});

describe('a FIEL', () => {
  it('opens, and is not taken for a CSD', () => {
    expect(openFiel(fiel)).toMatchObject({ ok: true, value: { rfc: 'EKU9003173C9' } });
    expect(code(openFiel(made))).toBe('fiel_required');
    expect(code(openFiel({ ...fiel, cer: Buffer.from('no') }))).toBe('fiel_invalid');
    expect(code(openFiel({ ...fiel, password: 'x' }))).toBe('private_key_password_incorrect');
    expect(code(openFiel({ ...fiel, at: new Date('2030-01-01') }))).toBe('certificate_expired');
  });
});

describe('whose a certificate is', () => {
  const csd = { rfc: 'EKU9003173C9' };
  it('agrees with the FIEL, with the certificate before it, with the organization', () => {
    expect(checkFielHolder(csd, csd)).toEqual({ ok: true, value: csd });
    expect(code(checkFielHolder(csd, { rfc: 'CACX7605101P8' }))).toBe('certificate_fiel_rfc_mismatch');
    expect(code(checkSameRfc(csd, undefined))).toBe('ok');
    expect(code(checkSameRfc(csd, csd))).toBe('ok');
    expect(code(checkSameRfc(csd, { rfc: 'CACX7605101P8' }))).toBe('certificate_previous_rfc_mismatch');
    expect(code(checkFielRfc(csd, ' eku9003173c9 '))).toBe('ok');
    expect(code(checkFielRfc(csd, 'CACX7605101P8'))).toBe('fiel_rfc_mismatch');
  });
});

describe('names in a certificate', () => {
  it.each([
    ['UTF8', 'ÑANDÚ Y CÍA 漢'],
    ['BMPSTRING', 'ÑANDÚ Y CÍA'],
    ['T61', 'HERMANOS ÑARVÁEZ'],
    ['PRINTABLESTRING', 'FULANO DE TAL'],
  ] as const)('as %s are read', (text, name) => {
    const read = readCertificado(makeCertificado({ text, name, keys: keyPair }).cer);
    expect(read).toMatchObject({ ok: true, value: { nombre: name } });
  });

  it('a natural person has a CURP, a legal one a representative with one', () => {
    const curp = (value: string): unknown => {
      const attributes = [{ type: '2.5.4.5', value }];
      const read = readCertificado(makeCertificado({ keys: keyPair, attributes }).cer);
      return read.ok && { curp: read.value.curp, de: read.value.representante?.curp };
    };
    expect(curp('CACX760510MGTSHC04')).toEqual({ curp: 'CACX760510MGTSHC04', de: undefined });
    expect(curp(' / VADA800927HSRSRL05')).toEqual({ curp: undefined, de: 'VADA800927HSRSRL05' });
  });

  it('the key is that of the certificate', () => {
    const read = readCertificado(made.cer);
    expect(read.ok && createPublicKey(keyPair.privateKey).equals(read.value.publicKey)).toBe(true);
  });
});
