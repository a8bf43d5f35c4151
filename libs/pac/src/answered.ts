import { findCancelacionCode, findRespuestaCode, parseRespuesta } from '#cfdi';
import type { AnswerOutcome } from './pending-port.js';

/** UUID of the one document that a signed answer is about, in upper case; empty for what is none. */
export function uuidOfAnswer(xml: string): string {
  const read = parseRespuesta(xml);
  return read.ok ? (read.value.folios[0]?.uuid.toUpperCase() ?? '') : '';
}

/**
 * What the tax authority's number for a folio means, whichever provider hands it out. One that is not known is no word on whether the
 * answer was taken.
 */
export function outcomeOfAnswer(provider: string, code: string, acuse?: string): AnswerOutcome {
  const known = findRespuestaCode(code);
  if (known?.efecto === 'recibida') return { kind: 'taken', ...(acuse !== undefined && { acuse }) };
  const text = known?.texto.es ?? findCancelacionCode(code)?.texto.es;
  return text === undefined
    ? { kind: 'unknown', reason: `${provider}: EstatusUUID ${code.slice(0, 100)}` }
    : { kind: 'refused', code, message: text, source: 'sat' };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The UUIDs among texts of a provider's list, in upper case and each once; undefined where one is none. */
export function uuidsOf(texts: readonly string[]): readonly { readonly uuid: string }[] | undefined {
  if (texts.some((text) => !UUID.test(text.trim()))) return undefined;
  return [...new Set(texts.map((text) => text.trim().toUpperCase()))].map((uuid) => ({ uuid }));
}
