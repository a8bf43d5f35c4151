import { createHash, createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { cadenaOriginalOf, openCsd, parseComprobante, sealRetencion, type RetencionInput } from '#cfdi';
import { testXml, type TestDocument } from '#cfdi/testing';
import { mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import type { DocumentKind } from '../port.js';

/** Documents for tests of the sandbox, sealed as an issuer would. */
export { testXml, type TestConcepto, type TestDocument } from '#cfdi/testing';

export interface TestCsd {
  readonly cer: Buffer;
  readonly key: Buffer;
  readonly password: string;
}

function cadenaOf(xml: string): string {
  const parsed = parseComprobante(xml);
  const cadena = parsed.ok ? cadenaOriginalOf(parsed.value) : parsed;
  if (!cadena.ok) throw new Error(JSON.stringify(cadena.refusal));
  return cadena.value;
}

const keyOf = ({ key, password }: TestCsd): KeyObject =>
  createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase: password });

/** Puts a CSD's certificate and seal on a test document. */
export function sealXml(document: TestDocument, csd: TestCsd): string {
  const x509 = new X509Certificate(csd.cer);
  const unsealed = testXml({
    ...document,
    comprobante: {
      NoCertificado: Buffer.from(x509.serialNumber, 'hex').toString(),
      Certificado: csd.cer.toString('base64'),
      ...document.comprobante,
    },
  });
  const sello = sign('sha256', Buffer.from(cadenaOf(unsealed)), keyOf(csd)).toString('base64');
  return unsealed.replace(' Sello="AAAA"', ` Sello="${sello}"`);
}

/** A new document of retentions, sealed with a CSD. */
export async function sealedRetencion(over: Partial<RetencionInput>, csd: TestCsd): Promise<string> {
  const opened = openCsd(csd);
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  return (await sealRetencion(mustBuildRetencion(retencion(over)), opened.value)).xml;
}

export interface TestCancellation {
  /** Without it, of a Comprobante. */
  readonly kind?: DocumentKind;
  readonly rfcEmisor?: string;
  readonly uuid: string;
  readonly motive?: string;
  readonly substitution?: string | undefined;
  /** Local time of central Mexico. */
  readonly fecha?: string;
}

const CFDI = 'http://cancelacfd.sat.gob.mx';
const RETENCIONES = 'http://www.sat.gob.mx/esquemas/retencionpago/1';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * A signed cancellation request that says anything, right or wrong. Written as canonical XML (attributes in order, no
 * self-closing tags), so digest and signature are over the text as it stands.
 */
export function signedCancellation(request: TestCancellation, csd: TestCsd): string {
  const { kind, rfcEmisor = 'EKU9003173C9', uuid, motive = '02', substitution } = request;
  const { fecha = '2026-11-21T09:00:00' } = request;
  const by = substitution === undefined ? '' : ` FolioSustitucion="${substitution}"`;
  const head =
    `<Cancelacion xmlns="${kind === 'retencion' ? RETENCIONES : CFDI}" Fecha="${fecha}" RfcEmisor="${rfcEmisor}">` +
    `<Folios><Folio${by} Motivo="${motive}" UUID="${uuid}"></Folio></Folios>`;
  const digest = createHash('sha1').update(`${head}</Cancelacion>`).digest('base64');
  const method = (name: string, algorithm: string): string => `<${name} Algorithm="${algorithm}"></${name}>`;
  const info =
    method('CanonicalizationMethod', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315') +
    `${method('SignatureMethod', `${DSIG}rsa-sha1`)}<Reference URI=""><Transforms>` +
    `${method('Transform', `${DSIG}enveloped-signature`)}</Transforms>${method('DigestMethod', `${DSIG}sha1`)}` +
    `<DigestValue>${digest}</DigestValue></Reference>`;
  const signature = sign('sha1', Buffer.from(`<SignedInfo xmlns="${DSIG}">${info}</SignedInfo>`), keyOf(csd));
  return (
    `${head}<Signature xmlns="${DSIG}"><SignedInfo>${info}</SignedInfo>` +
    `<SignatureValue>${signature.toString('base64')}</SignatureValue><KeyInfo><X509Data>` +
    `<X509Certificate>${csd.cer.toString('base64')}</X509Certificate></X509Data></KeyInfo></Signature></Cancelacion>`
  );
}
