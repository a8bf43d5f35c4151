import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import forge from 'node-forge';
import { openCsd, type Csd } from '../sello/csd.js';

/** Certificates for specs: made here, in the shape of the tax authority's; and its public test ones where present. */

/** The tax authority's material, when it lies beside the checkout. */
export const MATERIAL = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat');
export const hasMaterial = existsSync(join(MATERIAL, 'csd'));

export interface MadeCertificado {
  readonly cer: Buffer;
  readonly key: Buffer;
  readonly password: string;
}

export interface CertificateOptions {
  readonly rfc?: string;
  readonly name?: string;
  /** How the name is encoded. */
  readonly text?: 'UTF8' | 'PRINTABLESTRING' | 'BMPSTRING' | 'T61';
  readonly number?: string;
  readonly fiel?: boolean;
  readonly from?: Date;
  readonly until?: Date;
  readonly bits?: number;
  /** Keys made before: making them takes a while. */
  readonly keys?: KeyPair;
  /** More attributes of the holder, after the others. */
  readonly attributes?: readonly { readonly type: string; readonly value: string }[];
  readonly password?: string;
  /** Who signs it; left out, itself. */
  readonly issuer?: MadeAuthority;
  /** Of its signature. */
  readonly digest?: 'sha256' | 'sha1';
}

/** One that issues certificates. */
export interface MadeAuthority {
  readonly cer: Buffer;
  readonly pem: string;
  readonly keys: KeyPair;
  readonly name: readonly { readonly shortName: string; readonly value: string }[];
}

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export const makeKeyPair = (bits = 2048): KeyPair => generateKeyPairSync('rsa', { modulusLength: bits });

/** TeletexString, which forge has no name for. */
const T61 = 20;

/** Issues a self-signed certificate with its encrypted key. */
export function makeCertificado({
  rfc = 'EKU9003173C9',
  name = 'ESCUELA KEMPER URGATE',
  text = 'UTF8',
  number = '30001000000500009999',
  fiel = false,
  from = new Date('2024-01-01T00:00:00Z'),
  until = new Date('2028-01-01T00:00:00Z'),
  bits = 2048,
  keys = makeKeyPair(bits),
  attributes = [],
  password = '12345678a',
  issuer,
  digest = 'sha256',
}: CertificateOptions = {}): MadeCertificado {
  const { privateKey, publicKey } = keys;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }) as string,
  );
  certificate.serialNumber = Buffer.from(number).toString('hex');
  certificate.validity.notBefore = from;
  certificate.validity.notAfter = until;
  const tag = text === 'T61' ? T61 : forge.asn1.Type[text];
  const subject = [
    {
      shortName: 'CN',
      value: name,
      valueTagClass: tag as unknown as forge.asn1.Class,
    },
    {
      type: '2.5.4.45',
      value: `${rfc} / VADA800927DJ3`,
      valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
    },
    { shortName: 'OU', value: 'Matriz' },
    ...attributes,
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? [...issuer.name] : subject);
  certificate.setExtensions([
    {
      name: 'keyUsage',
      digitalSignature: true,
      nonRepudiation: true,
      dataEncipherment: fiel,
      keyAgreement: fiel,
    },
    ...(fiel ? [{ name: 'extKeyUsage', emailProtection: true, clientAuth: true }] : []),
  ]);
  const signer = issuer?.keys.privateKey ?? privateKey;
  signCertificate(certificate, signer, digest);
  const key = createPrivateKey(pkcs1(privateKey)).export({
    ...{ format: 'der', type: 'pkcs8', cipher: 'des-ede3-cbc', passphrase: password },
  } as { format: 'der'; type: 'pkcs8'; cipher: string; passphrase: string });
  return { cer: derOf(certificate), key, password };
}

/**
 * Signs a certificate by node:crypto. Forge's own arithmetic takes 40 ms for it, and more than a second below Jest on Node 24.
 */
export function signCertificate(
  certificate: forge.pki.Certificate,
  key: KeyObject,
  digest: 'sha256' | 'sha1' = 'sha256',
): void {
  // Forge has set what is to be signed by the time that it asks.
  const signedByNode = () => {
    const bytes = forge.asn1.toDer(certificate.tbsCertificate).getBytes();
    return sign(digest, Buffer.from(bytes, 'latin1'), key).toString('latin1');
  };
  certificate.sign({ sign: signedByNode } as unknown as forge.pki.rsa.PrivateKey, forge.md[digest].create());
}

const pkcs1 = (key: KeyObject): string => key.export({ type: 'pkcs1', format: 'pem' }) as string;
const derOf = (certificate: forge.pki.Certificate): Buffer =>
  Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'latin1');

/** Makes an authority, self-signed, in the shape of the tax authority's; `ca: false` makes one that only looks like one. */
export function makeAuthority({
  name = 'AC DEL SERVICIO DE PRUEBA',
  from = new Date('2020-01-01T00:00:00Z'),
  until = new Date('2032-01-01T00:00:00Z'),
  bits = 2048,
  keys = makeKeyPair(bits),
  ca = true,
}: {
  readonly name?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly bits?: number;
  readonly keys?: KeyPair;
  readonly ca?: boolean;
} = {}): MadeAuthority {
  const names = [
    { shortName: 'CN', value: name },
    { shortName: 'O', value: 'SERVICIO DE PRUEBA' },
  ];
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    keys.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  );
  certificate.serialNumber = Buffer.from('00000000000000000106').toString('hex');
  certificate.validity.notBefore = from;
  certificate.validity.notAfter = until;
  certificate.setSubject(names);
  certificate.setIssuer(names);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: ca },
    { name: 'keyUsage', critical: true, keyCertSign: ca, cRLSign: ca, digitalSignature: !ca },
  ]);
  signCertificate(certificate, keys.privateKey);
  const cer = derOf(certificate);
  const base64 = cer.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    ...{ cer, keys, name: names },
    pem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

/** A .key file with another count of rounds in its parameters (PBKDF2-params), and nothing else changed. */
export function heavierKey(key: Buffer, rounds: number): Buffer {
  // Not forge's own integerToDer, which stops at 32 bits.
  const hex = rounds.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const positive = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
  return changeKey(key, [0, 1, 0, 1, 1], positive);
}

/** A .key file that says that its key was derived by scrypt (RFC 7914). */
export const otherDerivation = (key: Buffer): Buffer =>
  changeKey(
    key,
    [0, 1, 0, 0],
    Buffer.from(forge.asn1.oidToDer('1.3.6.1.4.1.11591.4.11').getBytes(), 'latin1'),
  );

/** Another content of one value of a file, which is found by its place in each sequence. */
function changeKey(key: Buffer, path: readonly number[], content: Buffer): Buffer {
  const file = forge.asn1.fromDer(key.toString('latin1'));
  let node = file;
  for (const place of path) node = (node.value as forge.asn1.Asn1[])[place] as forge.asn1.Asn1;
  node.value = content.toString('latin1');
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1');
}

let made: Csd | undefined;

/** A CSD to seal with: one for the whole process, since a key takes a while to make. */
export function testCsd(): Csd {
  if (made) return made;
  const opened = openCsd(makeCertificado());
  if (!opened.ok) throw new Error(opened.refusal.code);
  return (made = opened.value);
}

export const material = (...path: string[]): Buffer => readFileSync(join(MATERIAL, ...path));
