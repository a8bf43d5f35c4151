import { createHash, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { field, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { FORMA_FECHA_HORA } from '../formas/tipos.js';
import { invalidFormat, invalidLength, required } from '../rules.js';
import type { Csd } from '../sello/csd.js';
import { nombreComoTexto } from '../sello/nombre.js';
import { leerCuerpo } from '../sello/x509.js';
import { escapeXml } from '../text.js';
import { canonizar, type Canonico } from './canonico.js';
import { codigoCancelacion } from './codigos.js';
import { DSIG, signedInfo } from './firma.js';
import { ESPACIOS, esFecha, estatusDelFolio, MAX_FOLIOS, UUID, type Cancelacion } from './modelo.js';

/** A request to cancel; without `tipo`, of CFDI. */
export type CancelacionInput = Omit<Cancelacion, 'tipo'> & Partial<Pick<Cancelacion, 'tipo'>>;

/** The parts of a CSD that sign a request. */
export type Firmante = Pick<Csd, 'rfc' | 'noCertificado' | 'certificado' | 'privateKey'>;

/**
 * Writes a cancellation request and signs it with the issuer's CSD: an enveloped XML signature, RSA with SHA-1 over
 * canonical XML, as the authority's service asks (it takes no other). White space counts: the text is sent as it is.
 *
 * Refuses invalid_request with a detail per wrong field (`folios[0].folioSustitucion`, with the EstatusUUID 207, 208 or
 * 209 that the authority would give), and invoice_cancellation_rfc_mismatch where the CSD is of another RFC. Signing
 * runs off the main thread.
 */
export async function cancelacionXml(input: CancelacionInput, csd: Firmante): Promise<Result<string>> {
  const detalles = revisar(input);
  if (detalles.length > 0) return refuseFields(detalles);
  if (input.rfcEmisor !== csd.rfc) return refuse('invoice_cancellation_rfc_mismatch');
  const partes = solicitud(input);
  const digest = createHash('sha1')
    .update(canonicoDe(partes.join('')).documento)
    .digest('base64');
  const firmada = (valor: string): string => partes.join(firma(digest, valor, csd));
  const { signedInfo: firmado = '' } = canonicoDe(firmada(''));
  return ok(firmada(await rsaSha1(firmado, csd.privateKey)));
}

function revisar({ rfcEmisor, fecha, folios }: CancelacionInput): readonly Detail[] {
  const detalles: Detail[] = [];
  if (parseRfc(rfcEmisor)?.rfc !== rfcEmisor) detalles.push(invalidFormat('rfcEmisor', 'RFC'));
  if (!esFecha(fecha)) detalles.push(invalidFormat('fecha', FORMA_FECHA_HORA));
  if (folios.length === 0) detalles.push(required('folios'));
  if (folios.length > MAX_FOLIOS) return [...detalles, invalidLength('folios', { min: 1, max: MAX_FOLIOS })];
  const vistos = new Set<string>();
  for (const [i, folio] of folios.entries()) {
    const ruta = `folios[${i}]`;
    const uuid = folio.uuid.toUpperCase();
    if (!UUID.test(uuid)) detalles.push(invalidFormat(`${ruta}.uuid`, 'UUID'));
    else if (vistos.has(uuid)) detalles.push(field(`${ruta}.uuid`, 'not_allowed', { message: REPETIDO }));
    vistos.add(uuid);
    const estatus = estatusDelFolio(folio);
    if (estatus === '207') detalles.push(conTexto(`${ruta}.motivo`, 'invalid_value', estatus));
    else if (estatus === '209') detalles.push(conTexto(`${ruta}.folioSustitucion`, 'not_allowed', estatus));
    else if (estatus === '208') {
      const code = folio.folioSustitucion === undefined ? 'required' : 'invalid_value';
      detalles.push(conTexto(`${ruta}.folioSustitucion`, code, estatus));
    }
  }
  return detalles;
}

const REPETIDO = {
  es: 'El folio fiscal de "{path}" se repite en la solicitud.',
  en: 'The fiscal folio in "{path}" is in the request twice.',
};

function conTexto(path: string, code: string, estatus: string): Detail {
  const { es = '', en = '' } = codigoCancelacion(estatus)?.texto ?? {};
  return field(path, code, { message: { es: `${es} (${estatus})`, en: `${en} (${estatus})` } });
}

/** The document before and after the place of its signature. */
function solicitud({ tipo = 'cfdi', rfcEmisor, fecha, folios }: CancelacionInput): readonly [string, string] {
  const filas = folios.map(
    ({ uuid, motivo, folioSustitucion }) =>
      `<Folios><Folio UUID="${uuid.toUpperCase()}" Motivo="${motivo}"` +
      (folioSustitucion === undefined ? '' : ` FolioSustitucion="${folioSustitucion.toUpperCase()}"`) +
      '/></Folios>',
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>' +
      `<Cancelacion xmlns="${ESPACIOS[tipo]}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"` +
      ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ` RfcEmisor="${escapeXml(rfcEmisor)}" Fecha="${fecha}">${filas.join('')}`,
    '</Cancelacion>',
  ];
}

function canonicoDe(xml: string): Canonico {
  const canonico = canonizar(xml);
  if (!canonico) throw new Error('what is written here has a canonical form');
  return canonico;
}

const rsaSha1 = (texto: string, privateKey: KeyObject): Promise<string> =>
  new Promise((resolve, reject) =>
    sign('sha1', Buffer.from(texto), privateKey, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    ),
  );

function firma(digest: string, valor: string, { noCertificado, certificado }: Firmante): string {
  const der = Buffer.from(certificado, 'base64');
  const emisor = leerCuerpo(der)?.emisor;
  if (!emisor) throw new Error('a CSD has an issuer');
  const { n = '', e = '' } = new X509Certificate(der).publicKey.export({ format: 'jwk' });
  const base64 = (url: string): string => Buffer.from(url, 'base64url').toString('base64');
  return (
    `<Signature xmlns="${DSIG}">${signedInfo(digest)}<SignatureValue>${valor}</SignatureValue>` +
    '<KeyInfo><X509Data><X509IssuerSerial>' +
    `<X509IssuerName>${escapeXml(nombreComoTexto(emisor))}</X509IssuerName>` +
    `<X509SerialNumber>${noCertificado}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${certificado}</X509Certificate></X509Data>` +
    `<KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent>` +
    '</RSAKeyValue></KeyValue></KeyInfo></Signature>'
  );
}
