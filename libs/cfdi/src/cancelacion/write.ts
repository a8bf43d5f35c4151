import { createHash, X509Certificate } from 'node:crypto';
import { field, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { DATE_TIME_FORMAT } from '../schemas/types.js';
import { invalidFormat, invalidLength, required } from '../details.js';
import type { Csd } from '../sello/csd.js';
import { signWith, type Sealer } from '../sello/sello.js';
import { nameToText } from '../sello/name.js';
import { readBody } from '../sello/x509.js';
import { escapeXml } from '../text.js';
import { canonicalize, type Canonico } from './canonical.js';
import { findCancelacionCode } from './codes.js';
import { DSIG, signedInfo } from './signature.js';
import { NAMESPACES, isFecha, estatusOfFolio, MAX_FOLIOS, UUID, type Cancelacion } from './model.js';

/** A request to cancel; without `tipo`, of CFDI. */
export type CancelacionInput = Omit<Cancelacion, 'tipo'> & Partial<Pick<Cancelacion, 'tipo'>>;

/** The parts of a CSD that sign a request. */
export type RequestSigner = Pick<Csd, 'rfc'> & Sealer;

/**
 * Writes a cancellation request and signs it with the issuer's CSD: an enveloped XML signature, RSA with SHA-1 over
 * canonical XML, as the authority's service asks (it takes no other). White space counts: the text is sent as it is.
 *
 * Refuses invalid_request with a detail per wrong field (`folios[0].folioSustitucion`, with the EstatusUUID 207, 208 or
 * 209 that the authority would give), and invoice_cancellation_rfc_mismatch where the CSD is of another RFC. Signing
 * runs off the main thread.
 */
export async function cancelacionXml(input: CancelacionInput, csd: RequestSigner): Promise<Result<string>> {
  const details = check(input);
  if (details.length > 0) return refuseFields(details);
  if (input.rfcEmisor !== csd.rfc) return refuse('invoice_cancellation_rfc_mismatch');
  return ok(await signDocument(writeRequest(input), csd));
}

/**
 * Signs a request to the authority's cancellation service: `partes` is the document before and after the place of its signature. The
 * same text signed by the same CSD has the same bytes, whenever that is done.
 */
export async function signDocument(
  partes: readonly [string, string],
  signer: RequestSigner,
): Promise<string> {
  const digest = createHash('sha1')
    .update(canonicalOf(partes.join('')).documento)
    .digest('base64');
  const withSignature = (value: string): string => partes.join(signatureElement(digest, value, signer));
  const { signedInfo: signedText = '' } = canonicalOf(withSignature(''));
  return withSignature(await signWith(signer, signedText, 'sha1'));
}

function check({ rfcEmisor, fecha, folios }: CancelacionInput): readonly Detail[] {
  const details: Detail[] = [];
  if (parseRfc(rfcEmisor)?.rfc !== rfcEmisor) details.push(invalidFormat('rfcEmisor', 'RFC'));
  if (!isFecha(fecha)) details.push(invalidFormat('fecha', DATE_TIME_FORMAT));
  if (folios.length === 0) details.push(required('folios'));
  if (folios.length > MAX_FOLIOS) return [...details, invalidLength('folios', { min: 1, max: MAX_FOLIOS })];
  const seen = new Set<string>();
  for (const [i, folio] of folios.entries()) {
    const path = `folios[${i}]`;
    const uuid = folio.uuid.toUpperCase();
    if (!UUID.test(uuid)) details.push(invalidFormat(`${path}.uuid`, 'UUID'));
    else if (seen.has(uuid)) details.push(field(`${path}.uuid`, 'not_allowed', { message: REPEATED }));
    seen.add(uuid);
    const estatus = estatusOfFolio(folio);
    if (estatus === '207') details.push(estatusDetail(`${path}.motivo`, 'invalid_value', estatus));
    else if (estatus === '209')
      details.push(estatusDetail(`${path}.folioSustitucion`, 'not_allowed', estatus));
    else if (estatus === '208') {
      const code = folio.folioSustitucion === undefined ? 'required' : 'invalid_value';
      details.push(estatusDetail(`${path}.folioSustitucion`, code, estatus));
    }
  }
  return details;
}

const REPEATED = {
  es: 'El folio fiscal de "{path}" se repite en la solicitud.',
  en: 'The fiscal folio in "{path}" is in the request twice.',
};

function estatusDetail(path: string, code: string, estatus: string): Detail {
  const { es = '', en = '' } = findCancelacionCode(estatus)?.texto ?? {};
  return field(path, code, { message: { es: `${es} (${estatus})`, en: `${en} (${estatus})` } });
}

/** The document before and after the place of its signature. */
function writeRequest({
  tipo = 'cfdi',
  rfcEmisor,
  fecha,
  folios,
}: CancelacionInput): readonly [string, string] {
  const rows = folios.map(
    ({ uuid, motivo, folioSustitucion }) =>
      `<Folios><Folio UUID="${uuid.toUpperCase()}" Motivo="${motivo}"` +
      (folioSustitucion === undefined ? '' : ` FolioSustitucion="${folioSustitucion.toUpperCase()}"`) +
      '/></Folios>',
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>' +
      `<Cancelacion xmlns="${NAMESPACES[tipo]}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"` +
      ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ` RfcEmisor="${escapeXml(rfcEmisor)}" Fecha="${fecha}">${rows.join('')}`,
    '</Cancelacion>',
  ];
}

function canonicalOf(xml: string): Canonico {
  const canonicalNode = canonicalize(xml);
  if (!canonicalNode) throw new Error('what is written here has a canonical form');
  return canonicalNode;
}

function signatureElement(
  digest: string,
  value: string,
  { noCertificado, certificado }: RequestSigner,
): string {
  const der = Buffer.from(certificado, 'base64');
  const emisor = readBody(der)?.emisor;
  if (!emisor) throw new Error('a CSD has an issuer');
  const { n = '', e = '' } = new X509Certificate(der).publicKey.export({ format: 'jwk' });
  const base64 = (url: string): string => Buffer.from(url, 'base64url').toString('base64');
  return (
    `<Signature xmlns="${DSIG}">${signedInfo(digest)}<SignatureValue>${value}</SignatureValue>` +
    '<KeyInfo><X509Data><X509IssuerSerial>' +
    `<X509IssuerName>${escapeXml(nameToText(emisor))}</X509IssuerName>` +
    `<X509SerialNumber>${noCertificado}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${certificado}</X509Certificate></X509Data>` +
    `<KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent>` +
    '</RSAKeyValue></KeyValue></KeyInfo></Signature>'
  );
}
