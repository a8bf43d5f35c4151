import { replacementOf, SUBSTITUTION } from '#billing';
import type { InvoiceDoc } from '#contracts';

/** What is needed of a document to know which of two replaces the other. */
export type ReplaceableDoc = Pick<
  InvoiceDoc,
  'uuid' | 'type' | 'date' | 'issuer_type' | 'issuer_info' | 'related_documents'
>;

/** Conditions that find every document with a substitution in it, and some without: of packed ones nothing can be told. */
export const MAY_REPLACE = `(doc::text LIKE '%"relationship":"${SUBSTITUTION}"%' OR doc::text LIKE '{"$brotli"%')`;

/**
 * Documents that valid ones have taken the place of (c_TipoRelacion 04, Sustitución de los CFDI previos), and which the tax authority may
 * still have as valid: what both say happened once. A substitute is of the same issuer and type, and not issued before.
 */
export class ReplacedDocuments {
  private readonly substitutes = new Map<string, ReplaceableDoc[]>();

  /** Notes what a valid document replaces. */
  add(doc: ReplaceableDoc): void {
    for (const uuid of replacementOf(doc.related_documents))
      this.substitutes.set(uuid, [...(this.substitutes.get(uuid) ?? []), doc]);
  }

  /** The UUID in the place of a document; undefined: nothing replaces it. */
  by(doc: ReplaceableDoc): string | undefined {
    const substitutes = this.substitutes.get(doc.uuid?.toUpperCase() ?? '') ?? [];
    return substitutes.find((one) => replaces(one, doc))?.uuid ?? undefined;
  }
}

const replaces = (one: ReplaceableDoc, other: ReplaceableDoc): boolean =>
  one.type === other.type &&
  one.issuer_type === other.issuer_type &&
  one.issuer_info?.tax_id === other.issuer_info?.tax_id &&
  // Within one second, too. Two can't replace each other: a UUID is there to be named only after its document is sealed.
  (one.date ?? '') >= (other.date ?? '') &&
  one.uuid !== other.uuid;
