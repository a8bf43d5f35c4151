import { escapeXml } from '../text.js';

/** The authority's status service (ConsultaCFDIService): SOAP 1.1, open to anyone, for CFDI alone. */

export const QUERY_SERVICES = {
  produccion: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
  pruebas: 'https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc',
} as const;

/** A request as HTTP sends it, with POST. */
export interface SoapMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const TEMPURI = 'http://tempuri.org/';

/**
 * The message that asks for a document's status with its printed expression (see `expresionImpresa`). The expression
 * is escaped once more, as text of the message.
 */
export const buildConsultaSoap = (
  pattern: string,
  ambiente: keyof typeof QUERY_SERVICES = 'produccion',
): SoapMessage => ({
  url: QUERY_SERVICES[ambiente],
  headers: {
    'Content-Type': 'text/xml; charset=utf-8',
    // In quotes, as SOAP 1.1 has it (6.1.1).
    SOAPAction: `"${TEMPURI}IConsultaCFDIService/Consulta"`,
  },
  body:
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<s:Envelope xmlns:s="${SOAP}"><s:Body><c:Consulta xmlns:c="${TEMPURI}">` +
    `<c:expresionImpresa>${escapeXml(pattern)}</c:expresionImpresa></c:Consulta></s:Body></s:Envelope>`,
});
