import { escape } from '../core/soap.js';
import { xml, type Answer } from '../core/server.js';

/** Finkok's answers: prefixes senv, tns, s0; fields in the namespace of its views. */

export const VIEWS = 'apps.services.soap.core.views';

export type Fields = readonly (readonly [name: string, value: string | Fields | undefined])[];

/** Fields as elements of s0; a value that is undefined is left out. */
export const fieldsXml = (fields: Fields): string =>
  fields
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `<s0:${name}>${typeof value === 'string' ? escape(value) : fieldsXml(value ?? [])}</s0:${name}>`,
    )
    .join('');

const envelope = (namespace: string, body: string): string =>
  "<?xml version='1.0' encoding='UTF-8'?>\n" +
  `<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tns="${namespace}" xmlns:s0="${VIEWS}">` +
  `<senv:Body>${body}</senv:Body></senv:Envelope>`;

export const answer = (namespace: string, method: string, fields: Fields): Answer =>
  xml(
    envelope(
      namespace,
      `<tns:${method}Response><tns:${method}Result>${fieldsXml(fields)}</tns:${method}Result></tns:${method}Response>`,
    ),
  );

export const faultAnswer = (text: string): Answer =>
  xml(
    envelope(
      VIEWS,
      `<senv:Fault><faultcode>senv:Server</faultcode><faultstring>${escape(text)}</faultstring><faultactor></faultactor></senv:Fault>`,
    ),
    500,
  );
