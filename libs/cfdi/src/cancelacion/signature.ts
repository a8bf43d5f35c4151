/** The one signature that a cancellation request has (XMLDSig 1.0), as the tax authority's service takes it. */

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const RSA_SHA1 = `${DSIG}rsa-sha1`;
export const SHA1 = `${DSIG}sha1`;
export const ENVELOPED = `${DSIG}enveloped-signature`;

/** SignedInfo of the whole document less its signature, with the base64 digest of that. */
export const signedInfo = (digest: string): string =>
  '<SignedInfo>' +
  `<CanonicalizationMethod Algorithm="${C14N}"/><SignatureMethod Algorithm="${RSA_SHA1}"/>` +
  `<Reference URI=""><Transforms><Transform Algorithm="${ENVELOPED}"/></Transforms>` +
  `<DigestMethod Algorithm="${SHA1}"/><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`;
