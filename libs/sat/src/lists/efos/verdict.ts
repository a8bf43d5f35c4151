import type { EfosEntry, Situation } from '../port.js';

/**
 * Whether a taxpayer in a situation is one to deal with. Presunto and Definitivo are not; who has disproved the presumption or won
 * in court is. Previsto: the tax authority has begun what ends in one of the others, and nothing disproves it yet, so it counts as
 * Presunto. Información suprimida: a court has had the entry withdrawn, so the list says nothing against the taxpayer any more.
 */
const VALID: Readonly<Record<Situation, boolean>> = {
  Previsto: false,
  Presunto: false,
  Desvirtuado: true,
  Definitivo: false,
  'Sentencia favorable': true,
  'EFOS de información suprimida': true,
};

/** The verdict over all rows of a taxpayer: each is a case of its own, so one that stands is enough. Unknown words are not valid. */
export const isValidEfos = (entries: readonly EfosEntry[]): boolean =>
  entries.every(({ situation }) => VALID[situation as Situation] ?? false);
