import type { CancelOutcome } from '#pac';

/**
 * What providers say in words and codes of their own where the tax authority has a code for it (Finkok's Cancel service,
 * Prodigia's codigosCancelacion). `before`: a request is there already, or the document is cancelled. `later`: certainly not
 * presented, to be sent again.
 */
const WORDS: Readonly<Record<string, string>> = {
  // Finkok: no code of the tax authority, since it looks before it presents.
  no_cancelable: '204',
  708: 'later',
  798: 'before',
  // Prodigia.
  7: 'later',
  90: '205',
  91: 'later',
  93: 'later',
  94: '204',
  95: 'before',
  96: 'before',
  97: 'before',
  98: 'before',
  602: '205',
};

/** Finkok's CodEstatus where the whole request failed: sentences, of which a part is fixed. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/already (?:cancelled|canceled|en buffercancellation)/i, 'before'],
  [/^uuid: ?[0-9a-f-]{1,40} no encontrado/i, '205'],
];

/** The tax authority's code for a refusal, as the provider wrote it where it has no word of its own; or what to do. */
export function satCodeOf({
  code,
  message,
}: Pick<Extract<CancelOutcome, { kind: 'refused' }>, 'code' | 'message'>): string {
  const word = WORDS[code.trim()] ?? WORDS[code.trim().toLowerCase()];
  if (word !== undefined) return word;
  const sentence = SENTENCES.find(([pattern]) => pattern.test(code) || pattern.test(message));
  return sentence?.[1] ?? code;
}
