import { escape } from '../core/soap.js';
import { json, type Answer, type Double } from '../core/server.js';

/** Prodigia's answers: JSON with the option RESPUESTA_JSON, XML without it. */

export type Values = Readonly<Record<string, string | number | boolean | readonly object[] | undefined>>;

export interface Form {
  readonly asJson: boolean;
  readonly contract: string;
}

type Value = string | number | boolean | undefined | readonly object[] | object;

const xmlOf = (name: string, value: Value): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one: object) => xmlOf(name, one)).join('');
  if (typeof value !== 'object') return `<${name}>${escape(String(value))}</${name}>`;
  return `<${name}>${Object.entries(value)
    .map(([key, inner]) => xmlOf(key, inner as Value))
    .join('')}</${name}>`;
};

/** `codigo` comes as number or as text (`codes` of the settings); a code with letters is always text. */
export function codeOf({ faults }: Double, code: string): string | number {
  return faults.settings.codes === 'number' && /^\d+$/.test(code) ? Number(code) : code;
}

export const serviceXml = (name: string, values: Values): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${xmlOf(name, values)}`;

export function answerAs({ asJson }: Form, name: string, values: Values): Answer {
  return asJson
    ? json({ [name]: values })
    : { status: 200, type: 'application/xml;charset=UTF-8', body: serviceXml(name, values) };
}
