import type { LargeCatalogue } from '#sat';
import { collapse } from '../../text.js';
import { rule, type RuleContext, type Rule } from '../rule.js';
import type { Document } from './document.js';

/** What the rules of the CFDI may look at beside their subject. */
export interface Context40 extends RuleContext {
  readonly doc: Document;
  /** Whether a large catalogue takes a key at the document's date; true where it is not loaded. */
  readonly accepts: (catalogue: 'productos' | 'unidades' | 'codigosPostales', key: string) => boolean;
}

export type Rule40<T> = Rule<T, Context40>;

export const rule40 = <T>(number: number, es: string, en: string, breaks: Rule40<T>['breaks']): Rule40<T> =>
  rule<T, Context40>(`CFDI40${number}`, es, en, breaks);

/** The same few keys come on thousands of lines: each is looked up once. */
export function toContext40(context: RuleContext, doc: Document): Context40 {
  const { large } = context;
  const views = new Map<string, boolean>();
  const ask = (catalogue: LargeCatalogue, key: string): boolean => {
    const known = `${catalogue.name} ${key}`;
    let response = views.get(known);
    if (response === undefined) views.set(known, (response = catalogue.accepts(collapse(key), doc.fecha)));
    return response;
  };
  return {
    ...context,
    doc,
    accepts: (catalogue, key) => large === undefined || ask(large[catalogue], key),
  };
}
