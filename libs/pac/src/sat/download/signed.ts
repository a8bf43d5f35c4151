import { createHash } from 'node:crypto';
import { issuerNameOf, signWith, type Sealer } from '#cfdi';

/**
 * XML signatures as the bulk download takes them: exclusive canonical XML, RSA with SHA-1, digests with SHA-1. All that is signed
 * is written in its canonical form to begin with (no blanks, attributes in alphabetical order, no empty-element tags), so nothing
 * has to be brought into it.
 */

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Escapes an attribute's value as canonical XML does. */
const escapeValue = (value: string): string =>
  value.replace(/[&<"\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter);
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '"': '&quot;' },
  ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
};
/** Escapes the text of an element as canonical XML does. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter);

/** Attributes in alphabetical order; undefined ones are left out. */
export const attributesOf = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.keys(attributes)
    .sort()
    .map((name) => (attributes[name] === undefined ? '' : ` ${name}="${escapeValue(attributes[name])}"`))
    .join('');

/** A signature over an element, given in its canonical form; `reference` is the Id that it has (`#_0`), or empty. */
export async function signatureOf(
  fiel: Sealer,
  canonical: string,
  reference: string,
  keyInfo: string,
): Promise<string> {
  const digest = createHash('sha1').update(canonical).digest('base64');
  const signedInfo =
    `<CanonicalizationMethod Algorithm="${EXC_C14N}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${DSIG}rsa-sha1"></SignatureMethod>` +
    `<Reference URI="${reference}"><Transforms><Transform Algorithm="${EXC_C14N}"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${DSIG}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;
  // The apex of what is signed declares the namespace that is in force around it.
  const value = await signWith(fiel, `<SignedInfo xmlns="${DSIG}">${signedInfo}</SignedInfo>`, 'sha1');
  return (
    `<Signature xmlns="${DSIG}"><SignedInfo>${signedInfo}</SignedInfo>` +
    `<SignatureValue>${value}</SignatureValue><KeyInfo>${keyInfo}</KeyInfo></Signature>`
  );
}

/** Whose certificate it is, with the certificate. */
export const x509Data = ({ certificado, noCertificado }: Sealer): string =>
  '<X509Data><X509IssuerSerial>' +
  `<X509IssuerName>${escapeText(issuerNameOf({ certificado }))}</X509IssuerName>` +
  `<X509SerialNumber>${noCertificado}</X509SerialNumber></X509IssuerSerial>` +
  `<X509Certificate>${certificado}</X509Certificate></X509Data>`;
