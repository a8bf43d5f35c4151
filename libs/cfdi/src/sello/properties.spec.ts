import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeCertificado } from '../testing/certificates.js';
import { openCsd, openFiel, readCertificado } from './csd.js';

/** Whatever the two files are, opening them gives a certificate or a refusal: nothing throws, nothing half-right opens. */

const made = makeCertificado();
const at = new Date('2026-11-21');
const CODES = new Set([
  'certificate_invalid',
  'certificate_files_invalid',
  'certificate_expired',
  'certificate_not_yet_valid',
  'csd_required',
  'private_key_certificate_mismatch',
  'private_key_password_incorrect',
]);

function check(cer: Buffer, key: Buffer, password = made.password): void {
  const csd = openCsd({ cer, key, password, at });
  if (!csd.ok) expect(CODES).toContain(csd.refusal.code);
  const fiel = openFiel({ cer, key, password });
  if (!fiel.ok) expect(fiel.refusal.code).toMatch(/^(certificate|fiel|private_key)_/);
  readCertificado(key);
}

/** One byte of a file becomes another. */
const mutate = (file: Buffer): fc.Arbitrary<Buffer> =>
  fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
    const out = Buffer.from(file);
    out[at] = (out[at] as number) ^ change;
    return out;
  });
const bytes = fc.uint8Array({ maxLength: 3000 }).map((array) => Buffer.from(array));
/** Begins as DER does. */
const casiDer = bytes.map((rest) => {
  const head = Buffer.from([0x30, 0x82, rest.length >> 8, rest.length & 0xff]);
  return Buffer.concat([head, rest]);
});

describe('any two files', () => {
  it('of random bytes', () =>
    fc.assert(
      fc.property(fc.oneof(bytes, casiDer), fc.oneof(bytes, casiDer), (cer, key) => {
        check(cer, key);
        check(made.cer, key);
        check(cer, made.key);
      }),
      { numRuns: 80, seed: 15 },
    ));

  it('with one byte of the certificate changed', () =>
    fc.assert(
      fc.property(mutate(made.cer), (cer) => check(cer, made.key)),
      { numRuns: 200, seed: 16 },
    ));

  it('with one byte of the key changed', () =>
    fc.assert(
      fc.property(mutate(made.key), (key) => check(made.cer, key)),
      { numRuns: 200, seed: 17 },
    ));

  it('truncated, or with any password', () =>
    fc.assert(
      fc.property(fc.nat(made.cer.length), fc.nat(made.key.length), fc.string(), (c, k, password) => {
        check(made.cer.subarray(0, c), made.key.subarray(0, k));
        check(made.cer, made.key, password);
      }),
      { numRuns: 60, seed: 18 },
    ));
});
