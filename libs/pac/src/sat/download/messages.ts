import type { Sealer } from '#cfdi';
import { attributesOf, escapeText, signatureOf, x509Data } from './signed.js';

/** The SOAP 1.1 messages of the bulk download, version 1.5. */

export interface DownloadMessage {
  /** Mind the difference between `…Terceros.gob.mx` (authentication) and `…Terceros.sat.gob.mx` (the rest). */
  readonly action: string;
  readonly body: string;
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const X509V3 = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3';
const BASE64 =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';
const AUTHENTICATION = 'http://DescargaMasivaTerceros.gob.mx';
const DES = 'http://DescargaMasivaTerceros.sat.gob.mx';

/** A token is good for five minutes. */
export const TOKEN_MS = 5 * 60_000;

/** Asks for a token: a timestamp of five minutes, signed by the FIEL (WS-Security). */
export async function authenticationMessage(fiel: Sealer, now: Date): Promise<DownloadMessage> {
  const [created, expires] = [now.toISOString(), new Date(now.getTime() + TOKEN_MS).toISOString()];
  const stamp = `<u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires></u:Timestamp>`;
  const canonical = `<u:Timestamp xmlns:u="${WSU}" u:Id="_0">${stamp}`;
  const token =
    `<o:SecurityTokenReference><o:Reference URI="#token" ValueType="${X509V3}"></o:Reference>` +
    '</o:SecurityTokenReference>';
  const signature = await signatureOf(fiel, canonical, '#_0', token);
  return {
    action: `${AUTHENTICATION}/IAutenticacion/Autentica`,
    body:
      `<s:Envelope xmlns:s="${SOAP}" xmlns:o="${WSSE}" xmlns:u="${WSU}"><s:Header>` +
      `<o:Security s:mustUnderstand="1"><u:Timestamp u:Id="_0">${stamp}` +
      `<o:BinarySecurityToken u:Id="token" ValueType="${X509V3}" EncodingType="${BASE64}">` +
      `${fiel.certificado}</o:BinarySecurityToken>${signature}</o:Security></s:Header>` +
      `<s:Body><Autentica xmlns="${AUTHENTICATION}"/></s:Body></s:Envelope>`,
  };
}

/** What is asked for: metadata, or the documents themselves. */
export type DownloadType = 'Metadata' | 'CFDI';

/** Documents that an issuer issued between two local times (`2026-11-27T00:00:00`), two seconds apart at least. */
export interface IssuedDocuments {
  readonly rfc: string;
  readonly from: string;
  readonly until: string;
  readonly type: DownloadType;
  readonly status: 'Todos' | 'Vigente' | 'Cancelado';
  /** At most five. */
  readonly receivers?: readonly string[];
}

export function issuedMessage(fiel: Sealer, asked: IssuedDocuments): Promise<DownloadMessage> {
  const receivers = (asked.receivers ?? [])
    .map((rfc) => `<des:RfcReceptor>${escapeText(rfc)}</des:RfcReceptor>`)
    .join('');
  return signedMessage(fiel, 'ISolicitaDescargaService', 'SolicitaDescargaEmitidos', {
    attributes: {
      RfcSolicitante: asked.rfc,
      RfcEmisor: asked.rfc,
      FechaInicial: asked.from,
      FechaFinal: asked.until,
      TipoSolicitud: asked.type,
      EstadoComprobante: asked.status,
    },
    children: receivers === '' ? '' : `<des:RfcReceptores>${receivers}</des:RfcReceptores>`,
  });
}

/** Documents that a receiver got in a period. Of those in XML the service hands out none that were cancelled. */
export type ReceivedDocuments = Omit<IssuedDocuments, 'receivers'>;

export const receivedMessage = (fiel: Sealer, asked: ReceivedDocuments): Promise<DownloadMessage> =>
  signedMessage(fiel, 'ISolicitaDescargaService', 'SolicitaDescargaRecibidos', {
    attributes: {
      RfcSolicitante: asked.rfc,
      RfcReceptor: asked.rfc,
      FechaInicial: asked.from,
      FechaFinal: asked.until,
      TipoSolicitud: asked.type,
      EstadoComprobante: asked.status,
    },
  });

/** One document, by its UUID. */
export const folioMessage = (fiel: Sealer, rfc: string, uuid: string): Promise<DownloadMessage> =>
  signedMessage(fiel, 'ISolicitaDescargaService', 'SolicitaDescargaFolio', {
    attributes: { RfcSolicitante: rfc, Folio: uuid },
  });

export const verificationMessage = (fiel: Sealer, rfc: string, id: string): Promise<DownloadMessage> =>
  signedMessage(fiel, 'IVerificaSolicitudDescargaService', 'VerificaSolicitudDescarga', {
    attributes: { IdSolicitud: id, RfcSolicitante: rfc },
  });

export const packageMessage = (fiel: Sealer, rfc: string, id: string): Promise<DownloadMessage> =>
  signedMessage(fiel, 'IDescargaMasivaTercerosService', 'Descargar', {
    ...{ operation: 'PeticionDescargaMasivaTercerosEntrada', inner: 'peticionDescarga' },
    attributes: { IdPaquete: id, RfcSolicitante: rfc },
  });

interface Content {
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children?: string;
  /** Of the element in the body, where it is not named as the action. */
  readonly operation?: string;
  readonly inner?: string;
}

async function signedMessage(
  fiel: Sealer,
  service: string,
  action: string,
  { attributes, children = '', operation = action, inner = 'solicitud' }: Content,
): Promise<DownloadMessage> {
  const start = `<des:${inner}${attributesOf(attributes)}>${children}`;
  const end = `</des:${inner}></des:${operation}>`;
  const canonical = `<des:${operation} xmlns:des="${DES}">${start}${end}`;
  const signature = await signatureOf(fiel, canonical, '', x509Data(fiel));
  return {
    action: `${DES}/${service}/${action}`,
    body:
      `<s:Envelope xmlns:s="${SOAP}" xmlns:des="${DES}"><s:Header/><s:Body>` +
      `<des:${operation}>${start}${signature}${end}</s:Body></s:Envelope>`,
  };
}
