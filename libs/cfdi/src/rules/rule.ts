import { field, type Detail } from '#kernel';
import type { LargeCatalogues } from '#sat';
import { pathOf } from '../schemas/paths.js';
import type { XmlNode } from '../parsed.js';

/**
 * Rules of the error matrices: small functions over the elements of a document, each with its code and text. The same
 * rule judges a document that came in as XML (the sandbox PAC) and one that is still being built (which then names
 * the field of the input). A document's structure holds already when its rules are asked.
 */

/** Where a rule is broken: an element, or its attribute or child of that name. */
export interface Place {
  readonly node: XmlNode;
  readonly name?: string;
}

/** Where a rule is broken, and in which words where those of the rule can't say enough. */
export interface Finding extends Place {
  readonly es?: string;
  readonly en?: string;
}

/** A broken rule. */
export interface Violation extends Place {
  /** As the matrix writes it: CFDI40108, CRP20217, NOM44, CP101. */
  readonly code: string;
  readonly es: string;
  readonly en: string;
}

/** A rule over subjects of one kind: the whole document, a line, a payment, a place. */
export interface Rule<T, C = RuleContext> {
  readonly code: string;
  readonly es: string;
  readonly en: string;
  /** Where the subject breaks the rule; nothing where it holds. */
  readonly breaks: (subject: T, context: C) => Finding | false | undefined;
}

/** A taxpayer as the tax authority's list has it. */
export interface RegisteredRfc {
  /** Without the corporate regime. */
  readonly name: string;
  readonly codigoPostal: string;
}

/** The tax authority's list of registered, not cancelled taxpayers, as far as it is at hand. */
export interface RfcRegister {
  /** The entry of an RFC, `no_inscrito` for one that is not in the list, nothing where that is not known. */
  find(rfc: string): RegisteredRfc | 'no_inscrito' | undefined;
}

/** What rules may know beside the document. Whatever is absent is not judged. */
export interface RuleContext {
  /** cfdi:Comprobante, or retenciones:Retenciones. */
  readonly root: XmlNode;
  /** The large catalogues; of one that is not loaded nothing is judged but forms. */
  readonly large?: LargeCatalogues | undefined;
  readonly register?: RfcRegister;
}

export const rule = <T, C = RuleContext>(
  code: string,
  es: string,
  en: string,
  breaks: Rule<T, C>['breaks'],
): Rule<T, C> => ({ code, es, en, breaks });

/** Whether an element is another, or has it inside. */
export const containsNode = (node: XmlNode, one: XmlNode): boolean =>
  node === one || node.children.some((child) => containsNode(child, one));

/** The place of an element, of its attribute or of its child. */
export const placeOf = (node: XmlNode, name?: string): Place =>
  name === undefined ? { node } : { node, name };

/** Notes every rule that a subject breaks, in the rules' order; says whether `limit` is reached. */
export function applyRules<T, C>(
  rules: readonly Rule<T, C>[],
  subject: T,
  context: C,
  violations: Violation[],
  limit = Infinity,
): boolean {
  for (const { code, es, en, breaks } of rules) {
    const where = breaks(subject, context);
    if (!where) continue;
    violations.push({ code, es, en, ...where });
    if (violations.length >= limit) return true;
  }
  return false;
}

/** A broken rule as the detail of a refusal, at the path of the field that the caller wrote. */
export function violationToDetail({ code, es, en, node, name }: Violation): Detail {
  const path = pathOf(node, name) ?? [node.name, name].filter(Boolean).join('.');
  return field(path, 'invalid_value', { message: { es: `${es} (${code})`, en: `${en} (${code})` } });
}
