import { ruleOf } from '../matrix-codes.js';
import type { PacTrouble } from '../port.js';

/** An incidence of an answer: CodigoError and MensajeIncidencia. */
export interface Incidencia {
  readonly code: string;
  readonly message: string;
}

/** What the incidences of an answer without a stamp say. */
export type FinkokVerdict =
  /** 307: stamped before. */
  | { readonly kind: 'previous' }
  /** 603: no stamp; only `stamped` says so. */
  | { readonly kind: 'none' }
  | { readonly kind: 'trouble'; readonly trouble: PacTrouble; readonly said: Incidencia }
  | { readonly kind: 'refused'; readonly by: 'sat' | 'pac'; readonly said: Incidencia }
  /** 708 (the tax authority not reached, perhaps after the stamp), or a code that is not known. */
  | { readonly kind: 'uncertain' };

/** User, authentication, account or RFC suspended, partner: nothing of this account is processed. */
const ACCOUNT = new Set(['300', '501', '701', '703', '706']);
/** Finkok's own checks of a document, beside those that all providers number alike. */
const OF_FINKOK = new Set(['704', '705', '707', '712']);

const NO_BALANCE = /\b(?:timbres|cr[eé]ditos?|saldo|folios)\b/i;

/** Reads incidences. What is uncertain in one is uncertain in all; then the account, then the document. */
export function judge(incidencias: readonly Incidencia[]): FinkokVerdict {
  const verdicts = incidencias.map(judgeOne);
  for (const kind of ['previous', 'uncertain', 'none', 'trouble', 'refused'] as const) {
    const found = verdicts.find((verdict) => verdict.kind === kind);
    if (found) return found;
  }
  return { kind: 'uncertain' };
}

function judgeOne(said: Incidencia): FinkokVerdict {
  const { code, message } = said;
  if (code === '307') return { kind: 'previous' };
  if (code === '603') return { kind: 'none' };
  const trouble = troubleOf(code, message);
  if (trouble) return { kind: 'trouble', trouble, said };
  const by = OF_FINKOK.has(code) ? 'pac' : ruleOf(code);
  return by ? { kind: 'refused', by, said } : { kind: 'uncertain' };
}

/** What of the account a code is about. */
export function troubleOf(code: string, message = ''): PacTrouble | undefined {
  if (code === '702') return 'issuer';
  if (!ACCOUNT.has(code)) return undefined;
  return NO_BALANCE.test(message) ? 'balance' : 'account';
}

/** What other services than that of stamps say of a wrong log-in. */
export const isWrongLogin = (text: string): boolean => /invalid (?:username|user) or password/i.test(text);
