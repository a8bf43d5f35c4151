import type { ScriptedAnswer } from '../testing/scripted-server.js';

/** Answers of Prodigia for specs, written by its sheet. */

type Fields = Readonly<Record<string, unknown>>;

/** `servicioTimbrado` in JSON; a success is HTTP 202 at the real one. */
export const timbrado = (fields: Fields, status = 202): ScriptedAnswer => ({
  status,
  body: JSON.stringify({ servicioTimbrado: { id: '1', contrato: 'c', ...fields } }),
});

export const stampedAs = (cfdi: string, fields: Fields = {}): ScriptedAnswer =>
  timbrado({
    ...{ timbradoOk: true, codigo: 0, mensaje: '', xmlBase64: Buffer.from(cfdi).toString('base64') },
    ...fields,
  });

export const failed = (codigo: string | number, mensaje = 'Algo falla.'): ScriptedAnswer =>
  timbrado({ timbradoOk: false, codigo, mensaje });

const escape = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

/** The answer of SOAP: XML as text. */
export const soap = (method: string, inner: string): ScriptedAnswer => ({
  body:
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    `<ns2:${method}Response xmlns:ns2="timbrado.ws.pade.mx"><return>${escape(inner)}</return></ns2:${method}Response>` +
    '</soap:Body></soap:Envelope>',
});
