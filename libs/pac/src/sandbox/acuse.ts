import { createHash, sign } from 'node:crypto';
import type { DocumentKind } from '../port.js';
import type { PacIdentity } from './authority.js';

/**
 * The receipt of a cancellation, in the tax authority's form (Acuse, Folios, EstatusUUID), with an enveloped
 * XML signature (RSA-SHA256) by the sandbox's certificate. The tax authority signs its own with an HMAC that
 * nobody else can verify; this one can be.
 *
 * The text is written in canonical form (REC-xml-c14n-20010315: namespace first, attributes in order, no
 * self-closing tags), so digest and signature are over the text as it stands.
 */

export interface AcuseData {
  readonly kind: DocumentKind;
  /** Local time of central Mexico. */
  readonly fecha: string;
  readonly rfcEmisor: string;
  readonly uuid: string;
  /** 201, of a retention 1201: request received. */
  readonly estatusUuid: string;
}

/** Each kind of document has a service of its own. */
const NAMESPACES: Readonly<Record<DocumentKind, string>> = {
  comprobante: 'http://cancelacfd.sat.gob.mx',
  retencion: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
};

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** In canonical form an attribute escapes these (c14n, 2.3); an RFC may hold an ampersand. */
const attribute = (text: string): string =>
  text.replace(/[&<"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[character] ?? '');

const signedInfo = (digest: string): string =>
  `<SignedInfo xmlns="${DSIG}"><CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>` +
  '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
  `<Reference URI=""><Transforms><Transform Algorithm="${DSIG}enveloped-signature"></Transform></Transforms>` +
  '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod>' +
  `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`;

function rsaSha256(text: string, identity: PacIdentity): Promise<string> {
  return new Promise((resolve, reject) =>
    sign('sha256', Buffer.from(text), identity.key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    ),
  );
}

/** Writes and signs a receipt: an XML document without declaration. */
export const buildAcuse = (data: AcuseData, identity: PacIdentity): Promise<string> =>
  signAcuse(
    'Acuse',
    `<Acuse xmlns="${NAMESPACES[data.kind]}" Fecha="${attribute(data.fecha)}"` +
      ` RfcEmisor="${attribute(data.rfcEmisor)}"><Folios><UUID>${data.uuid}</UUID>` +
      `<EstatusUUID>${data.estatusUuid}</EstatusUUID></Folios>`,
    identity,
  );

export interface AcuseOfAnswerData {
  /** Local time of central Mexico. */
  readonly fecha: string;
  readonly rfcReceptor: string;
  readonly rfcPac: string;
  readonly uuid: string;
  readonly estatusUuid: string;
  readonly respuesta: 'Aceptacion' | 'Rechazo';
}

/** The receipt of a receiver's answer to a cancellation request (AcuseAceptacionRechazo), made and signed in the same way. */
export const buildAcuseOfAnswer = (data: AcuseOfAnswerData, identity: PacIdentity): Promise<string> =>
  signAcuse(
    'AcuseAceptacionRechazo',
    `<AcuseAceptacionRechazo xmlns="${NAMESPACES.comprobante}" Fecha="${attribute(data.fecha)}"` +
      ` RfcPac="${attribute(data.rfcPac)}" RfcReceptor="${attribute(data.rfcReceptor)}"><Folios>` +
      `<UUID>${data.uuid}</UUID><EstatusUUID>${data.estatusUuid}</EstatusUUID>` +
      `<Respuesta>${data.respuesta}</Respuesta></Folios>`,
    identity,
  );

async function signAcuse(name: string, head: string, identity: PacIdentity): Promise<string> {
  const info = signedInfo(createHash('sha256').update(`${head}</${name}>`).digest('base64'));
  const value = await rsaSha256(info, identity);
  return (
    `${head}<Signature xmlns="${DSIG}" Id="SelloSAT">${info.replace(` xmlns="${DSIG}"`, '')}` +
    `<SignatureValue>${value}</SignatureValue><KeyInfo><KeyName>${identity.noCertificado}</KeyName>` +
    `<X509Data><X509Certificate>${identity.cer.toString('base64')}</X509Certificate></X509Data></KeyInfo>` +
    `</Signature></${name}>`
  );
}
