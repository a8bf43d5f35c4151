import { paymentDocsOf } from '#billing';
import type { InvoiceDoc } from '#contracts';

/** What is needed of a document to know who issued it. */
type Issued = Pick<InvoiceDoc, 'uuid' | 'issuer_type' | 'issuer_info'>;

const keyOf = (uuid: string, { issuer_type, issuer_info }: Issued): string =>
  [issuer_type, issuer_info?.tax_id, uuid.toUpperCase()].join(' ');

/** Documents by who issued them: what somebody else issued under their UUID says nothing of them. */
export class ByIssuer<Value> {
  private readonly values = new Map<string, Value>();

  set(doc: Issued, value: Value): void {
    this.values.set(keyOf(doc.uuid ?? '', doc), value);
  }

  /** What is known of a document that another one names, if the same taxpayer issued it. */
  named(uuid: string, by: Issued): Value | undefined {
    return this.values.get(keyOf(uuid, by));
  }
}

/** UUIDs of the documents that some payments pay. */
export const paidBy = (docs: readonly Pick<InvoiceDoc, 'complements'>[]): readonly string[] => [
  ...new Set(
    docs
      .flatMap(paymentDocsOf)
      .flatMap(({ related_documents: related }) => related.map(({ uuid }) => uuid.toUpperCase())),
  ),
];

/** So many at a time, in their order. */
export async function* inParts<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
