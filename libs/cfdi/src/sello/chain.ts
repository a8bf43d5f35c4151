import { X509Certificate } from 'node:crypto';
import type { Certificado } from './certificado.js';
import { DER, oidOf, partsOf, readDer } from './der.js';
import { nameToText, OID, valueFor } from './name.js';
import { readBody } from './x509.js';

/** Where a certificate is good: a `test` one has no fiscal validity, and signs in Test only. */
export type CertificateUse = 'live' | 'test';

/** Whom to trust as issuers. */
export interface Trust {
  /** The tax authority's certificates, for Live. */
  readonly live: readonly X509Certificate[];
  /** Those of the sandbox's own authority. */
  readonly sandbox: readonly X509Certificate[];
}

/** Numbers of the tax authority's test certificates begin so; those of production begin with 00001. */
const TEST_NUMBER = /^[23]0001/;
/** Who issues them (commonName). Its own certificates are published nowhere that stays, so the signature is not checked. */
const TEST_ISSUERS: ReadonlySet<string | undefined> = new Set(['AC UAT', 'A.C. 2 de pruebas(4096)']);
/** RSA with SHA-256, 384 or 512: SHA-1 and MD5 can be forged where an authority signs what others choose. */
const STRONG: ReadonlySet<string | undefined> = new Set(
  [11, 12, 13].map((number) => `1.2.840.113549.1.1.${number}`),
);

/**
 * Who stands behind a certificate: `live` where one of the trusted certificates of the tax authority has signed it;
 * `test` for the sandbox's, and for the tax authority's test certificates, which are known by their number and the name
 * of their issuer alone. Undefined: nobody known.
 *
 * Issuers are found by name and then by key, since a renewed authority may keep its name. They may have ended since:
 * what counts is that the issuer was valid when the certificate was issued.
 */
export function judgeIssuer(
  certificado: Pick<Certificado, 'certificado' | 'noCertificado'>,
  { live, sandbox }: Trust,
): CertificateUse | undefined {
  const der = Buffer.from(certificado.certificado, 'base64');
  const leaf = readLeaf(der);
  if (leaf === undefined) return undefined;
  const isTestNumber = TEST_NUMBER.test(certificado.noCertificado);
  if (isStrong(der) && live.some((issuer) => hasIssued(issuer, leaf))) return isTestNumber ? 'test' : 'live';
  if (sandbox.some((issuer) => hasIssued(issuer, leaf))) return 'test';
  return isTestNumber && TEST_ISSUERS.has(issuerName(der)) ? 'test' : undefined;
}

/** Whether one of these authorities has issued it, whatever its number says. */
export function isIssuedBy(
  { certificado }: Pick<Certificado, 'certificado'>,
  authorities: Trust['live'],
): boolean {
  const der = Buffer.from(certificado, 'base64');
  const leaf = readLeaf(der);
  return leaf !== undefined && isStrong(der) && authorities.some((issuer) => hasIssued(issuer, leaf));
}

/** The name of the issuer, for a log line. */
export const issuerOf = ({ certificado }: Pick<Certificado, 'certificado'>): string =>
  issuerName(Buffer.from(certificado, 'base64')) ?? '';

/** The whole name of the issuer as XML signatures write it; empty where the certificate does not read. */
export function issuerNameOf({ certificado }: Pick<Certificado, 'certificado'>): string {
  const names = readBody(Buffer.from(certificado, 'base64'))?.emisor;
  return names ? nameToText(names) : '';
}

/** A certificate that issues others signs no documents, whatever its key usage says. */
function readLeaf(der: Buffer): X509Certificate | undefined {
  try {
    const leaf = new X509Certificate(der);
    return leaf.ca ? undefined : leaf;
  } catch {
    return undefined;
  }
}

function hasIssued(issuer: X509Certificate, leaf: X509Certificate): boolean {
  const issuedAt = Date.parse(leaf.validFrom);
  return (
    leaf.checkIssued(issuer) &&
    issuedAt >= Date.parse(issuer.validFrom) &&
    issuedAt <= Date.parse(issuer.validTo) &&
    leaf.verify(issuer.publicKey)
  );
}

function isStrong(der: Buffer): boolean {
  const [, algorithm] = partsOf(readDer(der)) ?? [];
  return algorithm?.tag === DER.secuencia && STRONG.has(oidOf(partsOf(algorithm)?.[0]));
}

const issuerName = (der: Buffer): string | undefined => {
  const names = readBody(der)?.emisor;
  return names && valueFor(names, OID.nombre);
};
