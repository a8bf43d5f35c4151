import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { signCertificate } from '#cfdi/testing/certificates';

/** A certificate with its key, as servers take them. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  readonly days?: { readonly from: number; readonly until: number };
  /** Who signs; by itself otherwise. */
  readonly by?: MadeCertificate;
  readonly isAuthority?: boolean;
}

/** Keys take long to make: all authorities of a process have the same, and all servers. */
function keysOnce() {
  let keys: { readonly privateKey: string; readonly publicKey: string } | undefined;
  return () =>
    (keys ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }));
}
const authorityKeys = keysOnce();
const serverKeys = keysOnce();

const DAY_MS = 86_400_000;
let serial = 0;

/** Makes a certificate for a receiver: a good one, an expired one, one for another name, one that nobody vouches for. */
export function makeCertificate({
  names = ['localhost'],
  addresses = ['127.0.0.1'],
  ...rest
}: Wanted = {}): MadeCertificate {
  const { days = { from: -1, until: 30 }, by, isAuthority = false } = rest;
  const { privateKey, publicKey } = isAuthority ? authorityKeys() : serverKeys();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${(serial += 1).toString(16).padStart(6, '0')}`;
  certificate.validity.notBefore = new Date(Date.now() + days.from * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + days.until * DAY_MS);
  const subject = [
    { name: 'commonName', value: isAuthority ? `authority ${serial}` : (names[0] ?? 'nobody') },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(by ? forge.pki.certificateFromPem(by.cert).subject.attributes : subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority },
    ...(isAuthority
      ? [{ name: 'keyUsage', keyCertSign: true, digitalSignature: true }]
      : [
          {
            name: 'subjectAltName',
            altNames: [
              ...names.map((value) => ({ type: 2, value })),
              ...addresses.map((ip) => ({ type: 7, ip })),
            ],
          },
        ]),
  ]);
  signCertificate(certificate, createPrivateKey(by?.key ?? privateKey));
  return { cert: forge.pki.certificateToPem(certificate), key: privateKey };
}

/** An authority of tests; whoever is to trust it takes its `cert`. */
export const makeAuthorityForTls = (): MadeCertificate => makeCertificate({ isAuthority: true });
