import type { ScriptedAnswer } from '../testing/scripted-server.js';

/** Answers of Finkok for specs, written by its sheet: prefixes, names and namespaces as recorded. */

export const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

const envelope = (body: string): string =>
  "<?xml version='1.0' encoding='UTF-8'?>\n" +
  '<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/" ' +
  'xmlns:tns="http://facturacion.finkok.com/stamp" xmlns:s0="apps.services.soap.core.views">' +
  `<senv:Body>${body}</senv:Body></senv:Envelope>`;

/** The result of a method, with this XML inside. */
export const result = (method: string, inner: string, status = 200): ScriptedAnswer => ({
  status,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: envelope(
    `<tns:${method}Response><tns:${method}Result>${inner}</tns:${method}Result></tns:${method}Response>`,
  ),
});

export const fault = (text: string, status = 500): ScriptedAnswer => ({
  status,
  body: envelope(
    `<senv:Fault><faultcode>senv:Server</faultcode><faultstring>${escapeXml(text)}</faultstring></senv:Fault>`,
  ),
});

export const field = (name: string, text: string): string => `<s0:${name}>${escapeXml(text)}</s0:${name}>`;

export const incidencia = (code: string, message: string): string =>
  `<s0:Incidencia>${field('CodigoError', code)}${field('MensajeIncidencia', message)}<s0:ExtraInfo/></s0:Incidencia>`;

/** A refusal: no stamp, and these incidences. */
export const refusal = (...incidencias: readonly string[]): string =>
  `<s0:xml/><s0:Incidencias>${incidencias.join('')}</s0:Incidencias>`;

export const NEW = 'Comprobante timbrado satisfactoriamente';
export const BEFORE = 'Comprobante timbrado previamente';

/** A stamp that is handed out. */
export const stampedAs = (cfdi: string, uuid: string, codEstatus: string, incidencias = ''): string =>
  `${field('xml', cfdi)}${field('UUID', uuid)}${field('CodEstatus', codEstatus)}` +
  `<s0:Incidencias>${incidencias}</s0:Incidencias>`;
