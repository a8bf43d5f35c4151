import { createHash } from 'node:crypto';
import { signWith } from '#cfdi';
import type { ManifestSigner } from '../manifest.js';
import { centralTime } from '../sandbox/place-of-issue.js';

/**
 * A document of the manifest, signed with the FIEL as the manifests' service takes it: `documento/contrato` with the text, and an
 * enveloped XML signature (exclusive canonical XML, RSA with SHA-1). What is signed is written in its canonical form to begin
 * with: no blanks, attributes in alphabetical order, no empty-element tags.
 *
 * @param text as the service handed it out
 * @param now the moment of the signature, written in the time of central Mexico
 */
export async function signDocument(text: string, fiel: ManifestSigner, now: Date): Promise<string> {
  const contract = `<contrato fecha="${centralTime(now)}" rfc="${escapeValue(fiel.rfc)}">${escapeText(text)}</contrato>`;
  const digest = createHash('sha1').update(`<documento>${contract}</documento>`).digest('base64');
  const signed = signedInfoOf(digest);
  // The apex of what is signed declares the prefix that is in force around it.
  const value = await signWith(fiel, `<ds:SignedInfo xmlns:ds="${DSIG}">${signed}</ds:SignedInfo>`, 'sha1');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<documento>${contract}` +
    `<ds:Signature xmlns:ds="${DSIG}"><ds:SignedInfo>${signed}</ds:SignedInfo>` +
    `<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${fiel.certificado}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    '</ds:Signature></documento>'
  );
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const signedInfoOf = (digest: string): string =>
  `<ds:CanonicalizationMethod Algorithm="${EXC_C14N}"></ds:CanonicalizationMethod>` +
  `<ds:SignatureMethod Algorithm="${DSIG}rsa-sha1"></ds:SignatureMethod>` +
  `<ds:Reference URI=""><ds:Transforms><ds:Transform Algorithm="${DSIG}enveloped-signature"></ds:Transform></ds:Transforms>` +
  `<ds:DigestMethod Algorithm="${DSIG}sha1"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#xD;' },
};
const escapeValue = (value: string): string => value.replace(/[&<"]/g, (sign) => ESCAPES[sign] ?? sign);
/** Signs that XML can't hold are left out; a reader of XML makes one line end of what is not escaped here. */
const escapeText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>\r]/g, (sign) => ESCAPES[sign] ?? sign);
