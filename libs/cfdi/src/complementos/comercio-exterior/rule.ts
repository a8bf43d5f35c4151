import { rule, type Rule } from '../../rules/rule.js';
import type { Exportacion } from './subject.js';

/** A rule of Comercio Exterior over subjects of one kind; it sees the whole document as well. */
export type CceRule<T = Exportacion> = Rule<T, Exportacion>;

/** The codes are of our own numbering: `CCE-` and the place that the rule is about. */
export const cceRule = <T = Exportacion>(
  place: string,
  es: string,
  en: string,
  breaks: CceRule<T>['breaks'],
): CceRule<T> => rule<T, Exportacion>(`CCE-${place}`, es, en, breaks);
