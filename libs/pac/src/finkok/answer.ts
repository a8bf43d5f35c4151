import { childrenOf, textOf, type SoapNode } from '../soap/read.js';
import type { Incidencia } from './codes.js';

/** What `stamp` and `stamped` answer. */
export interface StampAnswer {
  /** The stamped document, where there is one. */
  readonly xml: string | undefined;
  readonly uuid: string | undefined;
  readonly codEstatus: string;
  readonly incidencias: readonly Incidencia[];
}

const MAX_TEXT = 1_000;
/** A whole answer may say its code alone: `300`. */
const CODE = /^[A-Za-z]{0,10}\d{3,8}$/;

/** Reads a result of the service of stamps; a lone Incidencia, none, and several are all a list. */
export function readStampAnswer(result: SoapNode): StampAnswer {
  const codEstatus = textOf(result, 'CodEstatus') ?? '';
  const found = childrenOf(result, 'Incidencias')
    .flatMap((list) => childrenOf(list, 'Incidencia'))
    .map((one): Incidencia => ({
      code: codeOf(textOf(one, 'CodigoError') ?? ''),
      message: [textOf(one, 'MensajeIncidencia'), textOf(one, 'ExtraInfo')].filter(Boolean).join(' | '),
    }));
  const whole = found.length === 0 && CODE.test(codEstatus) ? [{ code: codEstatus, message: '' }] : [];
  return {
    ...{ xml: textOf(result, 'xml'), uuid: textOf(result, 'UUID'), codEstatus },
    incidencias: [...found, ...whole],
  };
}

/** `CFDI40119`, also where a text follows it. */
const codeOf = (text: string): string => /^([A-Za-z]{0,10}\d{2,8})(?:$|[^A-Za-z0-9])/.exec(text)?.[1] ?? text;

/** All that the incidences say, each thing once. */
export function textOfIncidencias(incidencias: readonly Incidencia[]): string {
  const texts = incidencias.map(({ code, message }) => (message === '' ? code : `${code}: ${message}`));
  return [...new Set(texts)].join(' | ').slice(0, MAX_TEXT);
}
