import { ruleOf } from '../matrix-codes.js';
import type { PacTrouble } from '../port.js';
import type { ProdigiaAnswer } from './answer.js';

/** What an answer says of itself: `codigo`, and `mensaje` with its parts. */
export interface Said {
  readonly code: string;
  readonly text: string;
  /** All of them, where there are several. */
  readonly codes?: readonly string[];
}

const MAX_TEXT = 1_000;

/** `codigo` as text or as number; several messages, and codes, are joined by a pipe. Of several codes 307 counts, else the first. */
export function saidIn(answer: ProdigiaAnswer): Said {
  const [codes, texts] = [partsOf(answer.text('codigo')), partsOf(answer.text('mensaje'))];
  const code = codes.includes(PREVIOUS) ? PREVIOUS : (codes[0] ?? '');
  return { code, text: texts.join(' | ').slice(0, MAX_TEXT), ...(codes.length > 1 && { codes }) };
}

const partsOf = (text = ''): readonly string[] =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean);

const PREVIOUS = '307';

export const WRONG_LOGIN = '1';

export type ProdigiaVerdict =
  | { readonly kind: 'stamped' }
  /** 307: stamped before. */
  | { readonly kind: 'previous' }
  | { readonly kind: 'trouble'; readonly trouble: PacTrouble }
  | { readonly kind: 'refused'; readonly by: 'sat' | 'pac' }
  /** A code that is not of a stamp request, or not known: nothing is certain. */
  | { readonly kind: 'uncertain' };

const NO_BALANCE = /\b(?:timbres|transacciones|cr[eé]ditos?|saldo)\b/i;

/** Reads the code of a stamp request. Of several what is uncertain in one is uncertain in all. */
export function judge({ code, text, codes = [] }: Said): ProdigiaVerdict {
  if (code !== PREVIOUS && codes.some((one) => judge({ code: one, text }).kind === 'uncertain'))
    return { kind: 'uncertain' };
  if (code === '0') return { kind: 'stamped' };
  if (code === PREVIOUS) return { kind: 'previous' };
  const trouble = troubleOf({ code, text });
  if (trouble) return { kind: 'trouble', trouble };
  if (code === '3') return { kind: 'refused', by: 'pac' };
  const by = ruleOf(code);
  return by ? { kind: 'refused', by } : { kind: 'uncertain' };
}

/** 1 user or password, 2 the contract (which also is one without stamps), 5 closed for maintenance. */
export function troubleOf({ code, text }: Said): PacTrouble | undefined {
  if (code === WRONG_LOGIN) return 'account';
  if (code === '2') return NO_BALANCE.test(text) ? 'balance' : 'account';
  return code === '5' ? 'maintenance' : undefined;
}
