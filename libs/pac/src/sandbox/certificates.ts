import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/**
 * Certificates in the shape that the tax authority's own have. node:crypto cannot issue X.509, so node-forge
 * encodes them; keys and signatures come from node:crypto, off the main thread (forge's are 100 times slower).
 */

const generate = promisify(generateKeyPair);
const { asn1, pki } = forge;

/** What a certificate says of its holder. */
export interface Subject {
  readonly rfc: string;
  readonly nombre: string;
  /** Of a natural person, or of the representative of a legal one. */
  readonly curp?: string;
  readonly unit: string;
}

export interface KeyAndCertificate {
  readonly cer: Buffer;
  /** PKCS#8 DER, not encrypted: the code that stores it must seal or encrypt it. */
  readonly key: Buffer;
}

/** A digital seal certificate with its key as the tax authority hands them out: two files and a password. */
export interface IssuedCsd {
  readonly cer: Buffer;
  /** PKCS#8 DER EncryptedPrivateKeyInfo: PBES2, PBKDF2, des-ede3-cbc, as in a `.key` file. */
  readonly key: Buffer;
  readonly password: string;
  readonly noCertificado: string;
}

/** Issues certificates for the environment of Test, where nobody has one of the tax authority's. */
export interface CsdIssuer {
  /** Valid from four days ago, for four years. */
  issueCsd(holder: Omit<Subject, 'unit'>): Promise<IssuedCsd>;
}

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
const SHA256_WITH_RSA = pki.oids.sha256WithRSAEncryption as string;
const OID = { name: '2.5.4.41', x500UniqueIdentifier: '2.5.4.45', serialNumber: '2.5.4.5' } as const;
const KEY_BITS = 2048;

/** Issuer of every certificate here. ASCII only: the name is encoded again in each certificate. */
const AUTHORITY: forge.pki.CertificateField[] = [
  attribute(pki.oids.commonName as string, 'AC SANDBOX TIMBRA'),
  attribute(pki.oids.organizationName as string, 'TIMBRA SANDBOX, SIN VALIDEZ FISCAL'),
  attribute(pki.oids.countryName as string, 'MX'),
];

function attribute(type: string, value: string): forge.pki.CertificateField {
  const tag = PRINTABLE.test(value) ? asn1.Type.PRINTABLESTRING : asn1.Type.UTF8;
  // The published types name the wrong enumeration for this field: it is the ASN.1 type of the value.
  return { type, value, valueTagClass: tag as unknown as forge.asn1.Class };
}

/**
 * Order and encoding of the authority's own certificates: a natural person has its RFC and CURP in the two
 * identifiers, a legal one "RFC / RFC of the representative" and " / CURP of the representative".
 */
function subjectFields({ rfc, nombre, curp, unit }: Subject): forge.pki.CertificateField[] {
  const legal = rfc.length === 12;
  const person = curp ?? (legal ? 'PETR800101HDFXXX09' : `${rfc.slice(0, 10)}HDFXXX09`);
  return [
    attribute(pki.oids.commonName as string, nombre),
    attribute(OID.name, nombre),
    attribute(pki.oids.organizationName as string, nombre),
    attribute(OID.x500UniqueIdentifier, legal ? `${rfc} / ${person.slice(0, 10)}AA1` : rfc),
    attribute(OID.serialNumber, legal ? ` / ${person}` : person),
    attribute(pki.oids.organizationalUnitName as string, unit),
  ];
}

const toDer = (value: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');

function signSha256(bytes: Buffer, key: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    sign('sha256', bytes, { key, format: 'der', type: 'pkcs8' }, (error, signature) =>
      error ? reject(error) : resolve(signature),
    ),
  );
}

interface Draft {
  readonly spki: Buffer;
  readonly noCertificado: string;
  readonly subject: forge.pki.CertificateField[];
  readonly extensions: object[];
  readonly validity: Validity;
  readonly issuerKey: Buffer;
}

/** Encodes and signs one certificate. The 20 digits of the number are the ASCII bytes of the serial. */
async function certify(draft: Draft): Promise<Buffer> {
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromAsn1(asn1.fromDer(draft.spki.toString('latin1')));
  certificate.serialNumber = Buffer.from(draft.noCertificado, 'ascii').toString('hex');
  certificate.validity = { ...draft.validity };
  certificate.setIssuer(AUTHORITY);
  certificate.setSubject(draft.subject);
  certificate.setExtensions(draft.extensions);
  certificate.signatureOid = certificate.siginfo.algorithmOid = SHA256_WITH_RSA;
  certificate.signature = '';
  const [unsigned] = pki.certificateToAsn1(certificate).value as forge.asn1.Asn1[];
  if (!unsigned) throw new Error('a certificate without a body');
  certificate.signature = (await signSha256(toDer(unsigned), draft.issuerKey)).toString('latin1');
  return toDer(pki.certificateToAsn1(certificate));
}

async function newKeys(): Promise<{ spki: Buffer; key: Buffer }> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return { spki: publicKey, key: privateKey };
}

const years = (from: Date, count: number): Date => {
  const end = new Date(from);
  end.setUTCFullYear(end.getUTCFullYear() + count);
  return end;
};

/** Certificates that sign: four years, digital signature and non-repudiation, no CA, no extended usage. */
const SIGNER = [
  { name: 'basicConstraints', critical: true },
  { name: 'keyUsage', digitalSignature: true, nonRepudiation: true },
];

/** A self-signed authority, valid for 20 years from `notBefore`. */
export async function issueAuthority(noCertificado: string, notBefore: Date): Promise<KeyAndCertificate> {
  const { spki, key } = await newKeys();
  const cer = await certify({
    spki,
    noCertificado,
    subject: AUTHORITY,
    extensions: [
      { name: 'basicConstraints', critical: true, cA: true },
      { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    ],
    validity: { notBefore, notAfter: years(notBefore, 20) },
    issuerKey: key,
  });
  return { cer, key };
}

/** A signer's certificate (CSD or PAC) of four years, signed by the authority. */
export async function issueSigner(
  authority: KeyAndCertificate,
  subject: Subject,
  noCertificado: string,
  notBefore: Date,
): Promise<KeyAndCertificate> {
  const { spki, key } = await newKeys();
  const cer = await certify({
    spki,
    noCertificado,
    subject: subjectFields(subject),
    extensions: SIGNER,
    validity: { notBefore, notAfter: years(notBefore, 4) },
    issuerKey: authority.key,
  });
  return { cer, key };
}

/** Encrypts a signer's key under a new random password, in the form of a `.key` file. */
export function asCsdFiles({ cer, key }: KeyAndCertificate, noCertificado: string): IssuedCsd {
  const password = randomBytes(12).toString('base64url');
  const encrypted = createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({
    format: 'der',
    type: 'pkcs8',
    cipher: 'des-ede3-cbc',
    passphrase: password,
  });
  return { cer, key: encrypted, password, noCertificado };
}
