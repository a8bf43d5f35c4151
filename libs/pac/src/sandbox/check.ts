import { cadenaOriginalOf, parseComprobante, type ParsedComprobante } from '#cfdi';
import type { Refusal } from '#kernel';
import { matrixProblem } from './matrix/index.js';
import { sealProblem, type Negativa } from './seal.js';
import { structureProblem } from './structure.js';
import { triggersOf, type DocumentTriggers } from './triggers.js';

/** A document as it came in, read as far as it can be. */
export interface Opened {
  /** Absent where the text is no CFDI at all. */
  readonly document?: ParsedComprobante;
  readonly ilegible?: string;
  /** The issuer's Sello; empty where there is none. */
  readonly sello: string;
  readonly triggers: DocumentTriggers;
}

const estructura = (texto: string): Negativa => ({
  codigo: '301',
  texto: `La estructura del comprobante es incorrecta: ${texto}`,
  origen: 'pac',
});

/** The first reason of a refusal, in Spanish. */
function motivo({ details }: Refusal): string {
  const message = details?.[0]?.message;
  return typeof message === 'string' ? message : (message?.es ?? 'no puede leerse.');
}

/** Reads a document. Nothing is checked yet. */
export function openDocument(xml: string): Opened {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) return { ilegible: motivo(parsed.refusal), sello: '', triggers: {} };
  const document = parsed.value;
  const numbers = document.conceptos.map(({ atributos }) => atributos.NoIdentificacion);
  return { document, sello: document.sello, triggers: triggersOf(numbers) };
}

/** Checks a document in a real provider's order: structure, stamp, certificate and seal, date, error matrix. */
export function checkDocument(
  { document, ilegible = '' }: Opened,
  now: Date,
): { readonly document: ParsedComprobante } | { readonly negativa: Negativa } {
  if (!document) return { negativa: estructura(ilegible) };
  const negativa = negativaDe(document, now);
  return negativa ? { negativa } : { document };
}

function negativaDe(document: ParsedComprobante, now: Date): Negativa | undefined {
  const structure = structureProblem(document.raiz);
  if (structure !== undefined) return estructura(`${structure}.`);
  if (document.timbre)
    return { codigo: '707', texto: 'El comprobante ya contiene un timbre fiscal digital.', origen: 'pac' };
  const cadena = cadenaOriginalOf(document);
  if (!cadena.ok) return estructura(motivo(cadena.refusal));
  const seal = sealProblem(document, cadena.value, now);
  if (seal) return seal;
  const falla = matrixProblem(document.raiz);
  return falla && { ...falla, origen: 'sat' };
}
