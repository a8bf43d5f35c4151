import { ruleOf } from '../matrix-codes.js';
import type { PacTrouble } from '../port.js';

/** What the text of an answer of SW begins with: `CFDI40119 - …`, `307. El comprobante…`, `AU2000 - …`. */
export interface SwMessage {
  /** Empty where there is none. */
  readonly code: string;
  /** All that it says, the details too. */
  readonly text: string;
}

/** Everything before the first ` - ` or `.` of a text that begins with a code; SW writes both. */
const CODE = /^\s{0,9}([A-Za-z]{1,10}\d{0,8}|\d{3,5})(?: ?- ?|\.|:|$)/;
const MAX_TEXT = 1_000;

/** Reads message and messageDetail. The code is the message's, or the detail's where the message has none. */
export function readMessage(message: unknown, detail: unknown): SwMessage {
  const texts = [message, detail].filter((text) => typeof text === 'string').map((text) => text.trim());
  const codes = texts.map(codeOf).filter((code) => code !== '');
  return { code: codes[0] ?? '', text: texts.filter(isProse).join(' | ').slice(0, MAX_TEXT) };
}

/** The code that a text begins with. */
export const codeOf = (text: string): string => CODE.exec(text.slice(0, 40))?.[1] ?? '';

/** The old paths carry the stamped XML in messageDetail: no text for people. */
const isProse = (text: string): boolean => text !== '' && !text.startsWith('<');

/** What a code says of a stamp request. */
export type SwVerdict =
  /** Stamped before: the answer carries that stamp. */
  | { readonly kind: 'previous' }
  /** Stamped under our id, and these are other bytes. */
  | { readonly kind: 'other_bytes' }
  /** The token or the user: nothing was processed. */
  | { readonly kind: 'session' }
  | { readonly kind: 'trouble'; readonly trouble: PacTrouble }
  | { readonly kind: 'refused'; readonly by: 'sat' | 'pac' }
  /** An error of their own, perhaps after the stamp (CO1000), or a code that is not known: nothing is certain. */
  | { readonly kind: 'uncertain' };

/** SW's own checks of namespaces and complements, beside those that all providers number alike. */
const OF_SW = /^(?:CO100[1-9]|CC\d{4})$/i;
/** Whatever the code: the document has a stamp. */
const STAMPED_BEFORE =
  /\btimbre\s+previo\b|\btimbrad[oa]\s+(?:previa|anterior)mente\b|\bpreviamente\s+timbrad[oa]\b/i;

/** Reads a code as SW documents it (developers.sw.com.mx: error-codes, timbrado-customid). */
export function judgeStamp({ code, text }: SwMessage): SwVerdict {
  if (/^CFDI3307$/i.test(code)) return { kind: 'other_bytes' };
  if (code === '307' || STAMPED_BEFORE.test(text)) return { kind: 'previous' };
  if (isSession(code, text)) return { kind: 'session' };
  const by = OF_SW.test(code) ? 'pac' : ruleOf(code);
  if (by) return { kind: 'refused', by };
  if (/\d/.test(code)) return { kind: 'uncertain' };
  if (NO_BALANCE.some((form) => form.test(text))) return { kind: 'trouble', trouble: 'balance' };
  if (/^xml cfdi33 no proporcionado/i.test(text)) return { kind: 'refused', by: 'pac' };
  return { kind: 'uncertain' };
}

/** No code is documented for an account whose stamps are used up: the text alone tells. */
const NO_BALANCE = [
  /\b(?:saldo|timbres) (?:disponible )?(?:insuficientes?|agotad[oa]s?)/i,
  /\b(?:sin|no (?:tiene|cuenta con|hay)) (?:saldo|timbres)\b/i,
  /\b(?:saldo|timbres) no (?:disponibles?|suficientes?)\b/i,
];

/** `AU…`, and what is said of a token that is none. */
export const isSession = (code: string, text: string): boolean =>
  /^AU\d*$/i.test(code) || /^el token (?:debe contener|ha expirado|no es v[aá]lido)/i.test(text);
